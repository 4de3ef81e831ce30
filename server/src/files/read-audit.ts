import type { Actor, FileRoot } from '@portal/contract'
import { appendEvents } from '#platform/database/outbox.ts'
import type { FileDeps } from './deps.ts'

/** A read of a folder's list or a file's bytes. */
export interface Reading {
  pid: string
  action: 'list' | 'download'
  version: number
}

/**
 * Records reads in the history. Every read in the restricted folder is recorded before anything is sent;
 * reads in other roots are not recorded.
 */
export async function auditReading(
  deps: FileDeps,
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
