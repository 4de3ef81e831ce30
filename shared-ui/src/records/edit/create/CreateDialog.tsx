import { useQueryClient } from '@tanstack/react-query'
import type { AnyRecord, Declaration } from '@portal/contract'
import { useNewMail } from '../../../mail/new-mail.ts'
import NewRecordForm from '../new/NewRecordForm.tsx'
import { projectionsOf } from '../../declaration/projections.ts'
import { recordKeys } from '../../list/record-queries.ts'
import { useDeclarations } from '../../declaration/use-declaration.ts'
import { aboutOf, startOf } from './create-kinds.ts'
import type { CreateKind } from './create-kinds.ts'
import { MailRecipientsDialog } from './MailRecipientsDialog.tsx'

export interface CreateDialogProps {
  kind: Exclude<CreateKind, 'note'>
  declaration: Declaration
  record: AnyRecord
  onClose: () => void
}

/** Creates a linked record from a record. It appears in the related records immediately. */
export default function CreateDialog({ kind, declaration, record, onClose }: CreateDialogProps) {
  const queryClient = useQueryClient()
  const declarationOf = useDeclarations()
  const newMail = useNewMail()
  if (kind === 'mail') {
    return (
      <MailRecipientsDialog
        about={aboutOf(declaration, record)}
        onWrite={(mail) => {
          newMail?.(mail)
          onClose()
        }}
        onClose={onClose}
      />
    )
  }
  const { collection, start, linked } = startOf(kind, declaration, record)
  return (
    <NewRecordForm
      collection={declarationOf(collection.name) ?? collection}
      start={start}
      linked={linked}
      storageKey={`new-from-${record.pid}`}
      onClose={onClose}
      onCreated={() => {
        for (const { name } of projectionsOf(declaration.name))
          void queryClient.invalidateQueries({ queryKey: recordKeys.record(name, record.pid) })
        onClose()
      }}
    />
  )
}
