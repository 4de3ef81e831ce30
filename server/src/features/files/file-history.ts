import type { Transaction } from 'kysely'
import { appendEvent } from '#database/outbox.ts'
import type { Tables } from '#database/tables.ts'

export interface FileChange {
  pid: string
  /** `infected`: thrown away because the scanner found something. */
  action: 'create' | 'update' | 'delete' | 'restore' | 'infected'
  version: number
  actor: string
  at: Date
  changes?: readonly { field: string; from: unknown; to: unknown }[]
}

/** Who made, changed or deleted a file, written where it happens. */
export async function writeChange(trx: Transaction<Tables>, change: FileChange): Promise<void> {
  await appendEvent(trx, { ...change, collection: 'files' })
}
