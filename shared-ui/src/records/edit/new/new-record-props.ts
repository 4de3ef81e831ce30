import type { Declaration } from '@portal/contract'
import type { FormValues } from '../draft.ts'

export interface NewRecordProps {
  collection: Declaration
  /** What the form begins with. */
  start?: FormValues
  /** Written with the record and not asked for. */
  linked?: Readonly<Record<string, unknown>>
  /** What is typed is kept under this name, so that the beginnings of two records do not mix. */
  storageKey?: string
  onClose: () => void
  onCreated: (pid: string) => void
}
