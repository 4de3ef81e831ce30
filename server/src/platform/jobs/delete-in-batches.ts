import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'

/** Rows of one batch, which the statement says in its own limit. */
export const deletedPerBatch = 500
const Deleted = z.object({ gone: z.number() })

/**
 * Runs a statement that deletes up to `deletedPerBatch` rows from before `$1` and selects their number as
 * `gone`, until there are no more or the signal is aborted. Returns the number of deleted rows.
 */
export async function deleteInBatches(
  database: Database,
  text: string,
  before: Date,
  signal: AbortSignal,
): Promise<number> {
  let deleted = 0
  for (let gone = deletedPerBatch; gone === deletedPerBatch && !signal.aborted; deleted += gone) {
    const [row] = await database.slowQuery(text, [before], Deleted)
    gone = row?.gone ?? 0
  }
  return deleted
}
