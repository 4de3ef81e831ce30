import type { Declaration } from '@portal/contract'

export interface NewRecordProps {
  collection: Declaration
  onClose: () => void
  onCreated: (pid: string) => void
}
