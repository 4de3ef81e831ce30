import type { Transaction } from 'kysely'
import { appendEvent } from '#platform/database/outbox.ts'
import type { Tables } from '#platform/database/tables.ts'

export interface FileChange {
  pid: string
  /** `infected`: deleted because the scanner found malware. */
  action: 'create' | 'update' | 'delete' | 'restore' | 'infected'
  version: number
  actor: string
  at: Date
  changes?: readonly { field: string; from: unknown; to: unknown }[]
}

/** Records who created, changed or deleted a file, in the transaction of the change. */
export async function writeChange(trx: Transaction<Tables>, change: FileChange): Promise<void> {
  await appendEvent(trx, { ...change, collection: 'files' })
}
