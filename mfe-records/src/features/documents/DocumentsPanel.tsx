import { isStaff } from '@portal/contract'
import { EmptyState, TabLink, actorAtom } from '@portal/shared-ui'
import type { PanelProps } from '@portal/shared-ui'
import { Stack, Typography } from '@portal/shared-ui/mui'
import { useAtomValue } from '@portal/shared-ui/state'
import { RequestedDocument } from './RequestedDocument.tsx'
import { UploadedFiles } from './UploadedFiles.tsx'
import { t } from './texts.ts'

/** Statuses in which a client task still waits for its document. */
const waiting: readonly unknown[] = ['OPEN', 'IN_PROGRESS', 'RETURNED']

/**
 * The document a task asks for: its state in the package of the permit, the uploaded files, and the upload.
 * Source: domain.md 4.
 */
export function DocumentsPanel({ collection, pid, record, onCount }: PanelProps) {
  const actor = useAtomValue(actorAtom)
  const isOffice = actor !== null && isStaff(actor.role)
  const documentType = record['requiredDocument']
  if (typeof documentType !== 'string')
    return <EmptyState title={t('none')} text={t(isOffice ? 'noneHint' : 'noneHintClient')} />
  return (
    <Stack spacing={6} sx={{ paddingTop: 4 }}>
      <RequestedDocument record={record} documentType={documentType} />
      <UploadedFiles pid={pid} onCount={onCount} />
      {collection === 'ctasks' && !isOffice && waiting.includes(record['status']) && (
        <Typography>
          {t('handIn')} <TabLink tab="Processing status">{t('handInLink')}</TabLink>
        </Typography>
      )}
    </Stack>
  )
}
