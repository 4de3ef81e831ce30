import type { DomainDeps } from '#domain/deps.ts'
import { deleteInBatches, deletedPerBatch } from '#platform/jobs/delete-in-batches.ts'

/** One batch of runs that are not the latest of their source. */
const deleteText = `with old as (select r.id from authority_runs r where r.finished_at < $1::timestamptz
    and exists (select 1 from authority_runs n where n.source = r.source and n.finished_at > r.finished_at)
    order by r.finished_at limit ${deletedPerBatch} for update skip locked),
  gone as (delete from authority_runs r using old where r.id = old.id returning 1)
  select count(*) as gone from gone`

/**
 * Deletes runs of feeds that ended before a time, in batches, except the latest of each source. What they
 * found remains. Returns their number.
 */
export function retainFeedRuns(
  { database }: Pick<DomainDeps, 'database'>,
  before: Date,
  signal: AbortSignal,
): Promise<number> {
  return deleteInBatches(database, deleteText, before, signal)
}
