import type { Actor, FileRoot } from '@portal/contract'
import { appendEvents } from '#database/outbox.ts'
import type { Deps } from '../../deps.ts'

/** What somebody read: a folder's list or a file's bytes. */
export interface Reading {
  pid: string
  action: 'list' | 'download'
  version: number
}

/**
 * What was read at once. Every look into the restricted folder leaves a line in the history before anything
 * is handed over; other roots leave none.
 */
export async function auditReading(
  deps: Deps,
  actor: Actor,
  root: FileRoot,
  readings: readonly Reading[],
): Promise<void> {
  if (root.kind !== 'restricted') return
  const events = readings.map((reading) => ({
    ...reading,
    collection: 'files',
    actor: actor.pid,
    at: deps.clock.now(),
  }))
  await deps.database.kysely.transaction().execute((trx) => appendEvents(trx, events))
}
