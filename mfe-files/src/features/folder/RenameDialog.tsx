import type { FileRecord } from '@portal/contract'
import { t } from '../../texts.ts'
import { useFileWrites, namesAndAddresses } from './file-writes.ts'
import { NameDialog } from './NameDialog.tsx'

/** Renames a file or folder; a refusal is shown below the field. */
export function RenameDialog({ record, onClose }: { record: FileRecord; onClose: () => void }) {
  const { patch } = useFileWrites(record.parentId)
  return (
    <NameDialog
      title={t('renameTitle', { name: record.name })}
      label={t('newName')}
      yes={t('save')}
      initial={record.name}
      problem={patch.error === null ? null : namesAndAddresses(patch.error)}
      isBusy={patch.isPending}
      onName={(name) => {
        if (name.trim() === record.name) onClose()
        else patch.mutate({ pids: [record.pid], patch: { name: name.trim() } }, { onSuccess: onClose })
      }}
      onClose={onClose}
    />
  )
}
