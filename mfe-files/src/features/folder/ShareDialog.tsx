import type { FileRecord, FolderStep } from '@portal/contract'
import { ConfirmDialog } from '@portal/shared-ui'
import { Box, Checkbox, FormControlLabel } from '@portal/shared-ui/mui'
import { useState } from 'react'
import { t } from '../../texts.ts'
import { isFolder } from './folder.queries.ts'
import { useFileBrowser } from './file-browser-context.ts'

export interface ShareDialogProps {
  records: readonly FileRecord[]
  /** The path from the root to their folder. */
  path: readonly FolderStep[]
  /** The new visibility. */
  visibility: FileRecord['visibility']
  /** `parents` are the folders above that are shared as well. */
  onYes: (parents: readonly FolderStep[]) => void
  onNo: () => void
}

/**
 * Asks before files are shared with a client or hidden from them, and says who will see what. Files inside a
 * staff-only folder are hidden from the client, so such folders are named and can be shared as well.
 */
export function ShareDialog({ records, path, visibility, onYes, onNo }: ShareDialogProps) {
  const { client } = useFileBrowser()
  const [sharesParents, setSharesParents] = useState(false)
  const [first] = records
  const clientName = first?.org?.title ?? client ?? t('theClient')
  const name = records.length === 1 ? (first?.name ?? '') : t('files', { count: records.length })
  const isShared = visibility === 'CLIENT'
  const internalParents = isShared ? path.filter((step) => step.visibility === 'INTERNAL') : []
  const folders = internalParents.map((step) => `“${step.name}”`).join(', ')
  const staysHidden = internalParents.length > 0 && !sharesParents
  const text = staysHidden
    ? t('aboveInternal', { count: internalParents.length, folders, client: clientName })
    : t(isShared ? 'shareText' : 'unshareText', { client: clientName })
  const hint = records.some(isFolder) ? ` ${t(isShared ? 'shareFolder' : 'unshareFolder')}` : ''
  return (
    <ConfirmDialog
      title={t(isShared ? 'shareTitle' : 'unshareTitle', { name })}
      text={text + hint}
      yes={t(isShared ? 'share' : 'unshare')}
      isReversible
      onYes={() => onYes(sharesParents ? internalParents : [])}
      onNo={onNo}
    >
      {internalParents.length > 0 && (
        <Box sx={{ paddingTop: 3 }}>
          <FormControlLabel
            control={
              <Checkbox checked={sharesParents} onChange={(_event, checked) => setSharesParents(checked)} />
            }
            label={t('shareAbove', { count: internalParents.length, folders })}
          />
          {sharesParents && (
            <Box sx={{ color: 'text.secondary', fontSize: 'caption.fontSize' }}>{t('shareAboveHint')}</Box>
          )}
        </Box>
      )}
    </ConfirmDialog>
  )
}
