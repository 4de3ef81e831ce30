import type { PlatformDeps } from '../deps.ts'
import { deleteInBatches, deletedPerBatch } from './delete-in-batches.ts'

/** One batch of ended jobs, with the events by which open pages followed them. */
const deleteText = `with old as (select id from jobs where state in ('done', 'failed') and finished_at < $1::timestamptz
    order by finished_at limit ${deletedPerBatch} for update skip locked),
  events as (delete from record_history h using old where h.pid = old.id and h.collection = 'job'),
  rows_read as (delete from import_rows r using old where r.job = old.id),
  gone as (delete from jobs j using old where j.id = old.id returning 1)
  select count(*) as gone from gone`

/**
 * Deletes jobs that ended before a time, in batches. What they changed and its history remain. Returns the
 * number of jobs.
 */
export function retainJobs(
  { database }: Pick<PlatformDeps, 'database'>,
  before: Date,
  signal: AbortSignal,
): Promise<number> {
  return deleteInBatches(database, deleteText, before, signal)
}
