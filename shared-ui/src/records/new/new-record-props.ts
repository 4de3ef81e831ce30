import type { Declaration } from '@portal/contract'
import type { FormValues } from '../edit/draft.ts'

export interface NewRecordProps {
  collection: Declaration
  /** Initial values of the form. */
  start?: FormValues
  /** Sent with the record but not shown in the form. */
  linked?: Readonly<Record<string, unknown>>
  /** Storage key of the input, so that the input of two forms does not mix. */
  storageKey?: string
  onClose: () => void
  onCreated: (pid: string) => void
}
