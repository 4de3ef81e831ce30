import type { AnyRecord, Declaration } from '@portal/contract'
import type { RecordForm } from '../../edit/use-record-form.ts'
import { AssignTab } from '../assign/AssignTab.tsx'
import { HistoryTab } from '../history/HistoryTab.tsx'
import { NotesTab } from '../notes/NotesTab.tsx'
import type { NoteTexts } from '../notes/NotesTab.tsx'
import { RelatedTab } from '../related/RelatedTab.tsx'
import { RelationTab } from '../related/RelationTab.tsx'

export interface OwnTabProps {
  label: string
  declaration: Declaration
  record: AnyRecord
  form: RecordForm
  noteTexts: NoteTexts
  onNoteText: (key: string, text: string | null) => void
  onCount: (count: number) => void
}

/** What stands in one of our own tabs besides Details; their code comes when one of them is opened. */
export default function OwnTab({
  label,
  declaration,
  record,
  form,
  noteTexts,
  onNoteText,
  onCount,
}: OwnTabProps) {
  const around = { declaration, pid: record.pid, onCount }
  switch (label) {
    case 'Notes':
      return <NotesTab {...around} actor={form.actor} texts={noteTexts} onText={onNoteText} />
    case 'History':
      return <HistoryTab {...around} form={form} />
    case 'Related records':
      return <RelatedTab {...around} record={record} actor={form.actor} />
    case 'Assign':
      return <AssignTab declaration={declaration} record={record} form={form} />
    case 'Relation':
      return <RelationTab declaration={declaration} record={record} form={form} />
    default:
      return null
  }
}
