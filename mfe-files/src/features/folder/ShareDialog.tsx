import type { FileRecord, FolderStep } from '@portal/contract'
import { ConfirmDialog } from '@portal/shared-ui'
import { Box, Checkbox, FormControlLabel } from '@portal/shared-ui/mui'
import { useState } from 'react'
import { t } from '../../texts.ts'
import { isFolder } from './folder.queries.ts'
import { useFileBrowser } from './file-browser-context.ts'

export interface ShareDialogProps {
  records: readonly FileRecord[]
  /** The way from the top down to the folder they lie in. */
  path: readonly FolderStep[]
  /** Who is to see them. */
  visibility: FileRecord['visibility']
  /** `above` are the folders above them that are to be shown as well. */
  onYes: (above: readonly FolderStep[]) => void
  onNo: () => void
}

/**
 * Asks before files are shown to a client, or taken from their sight, and says who sees what then. Nothing
 * shows below a folder that is kept among staff, so such folders are named and offered to be shared with
 * them.
 */
export function ShareDialog({ records, path, visibility, onYes, onNo }: ShareDialogProps) {
  const { client } = useFileBrowser()
  const [isAboveShared, setAboveShared] = useState(false)
  const [first] = records
  const whose = first?.org?.title ?? client ?? t('theClient')
  const name = records.length === 1 ? (first?.name ?? '') : t('files', { count: records.length })
  const isShared = visibility === 'CLIENT'
  const internal = isShared ? path.filter((step) => step.visibility === 'INTERNAL') : []
  const folders = internal.map((step) => `“${step.name}”`).join(', ')
  const isHidden = internal.length > 0 && !isAboveShared
  const text = isHidden
    ? t('aboveInternal', { count: internal.length, folders, client: whose })
    : t(isShared ? 'shareText' : 'unshareText', { client: whose })
  const hint = records.some(isFolder) ? ` ${t(isShared ? 'shareFolder' : 'unshareFolder')}` : ''
  return (
    <ConfirmDialog
      title={t(isShared ? 'shareTitle' : 'unshareTitle', { name })}
      text={text + hint}
      yes={t(isShared ? 'share' : 'unshare')}
      isReversible
      onYes={() => onYes(isAboveShared ? internal : [])}
      onNo={onNo}
    >
      {internal.length > 0 && (
        <Box sx={{ paddingTop: 3 }}>
          <FormControlLabel
            control={
              <Checkbox checked={isAboveShared} onChange={(_event, checked) => setAboveShared(checked)} />
            }
            label={t('shareAbove', { count: internal.length, folders })}
          />
          {isAboveShared && (
            <Box sx={{ color: 'text.secondary', fontSize: 'caption.fontSize' }}>{t('shareAboveHint')}</Box>
          )}
        </Box>
      )}
    </ConfirmDialog>
  )
}
