import type { FileRecord } from '@portal/contract'
import { ConfirmDialog } from '@portal/shared-ui'
import { t } from '../../texts.ts'
import { isFolder } from './folder.queries.ts'
import { useRoom } from './room.ts'

export interface ShareDialogProps {
  records: readonly FileRecord[]
  /** Who is to see them. */
  visibility: FileRecord['visibility']
  onYes: () => void
  onNo: () => void
}

/** Asks before files are shown to a client, or taken from their sight, and says whose people that concerns. */
export function ShareDialog({ records, visibility, onYes, onNo }: ShareDialogProps) {
  const { client } = useRoom()
  const [first] = records
  const whose = first?.org?.title ?? client ?? t('theClient')
  const name = records.length === 1 ? (first?.name ?? '') : t('files', { count: records.length })
  const isShared = visibility === 'CLIENT'
  const hint = isShared && records.some(isFolder) ? ` ${t('shareFolder')}` : ''
  return (
    <ConfirmDialog
      title={t(isShared ? 'shareTitle' : 'unshareTitle', { name })}
      text={t(isShared ? 'shareText' : 'unshareText', { client: whose }) + hint}
      yes={t(isShared ? 'share' : 'unshare')}
      onYes={onYes}
      onNo={onNo}
    />
  )
}
