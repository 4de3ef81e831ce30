import { isDeepStrictEqual } from 'node:util'
import type { BulkFailure } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { lockRows, writeOrFail } from './bulk-batch.ts'
import type { BatchResult, Judged } from './bulk-batch.ts'
import { run } from './writing.ts'
import type { WriteContext } from './writing.ts'

const Changes = z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() }))

interface Line {
  id: number
  pid: string
  version: number
  changes: unknown
}

export interface UndoneBatch extends BatchResult {
  /** Number of the last line of history undone; 0 when there was none left. */
  last: number
  lines: number
}

const changedSince = 'Somebody changed it since.'

/**
 * Takes back what a job did, from behind history line `after` on, at most `limit` records: former values where every value still is as the
 * job left it, deleted records out of the bin where nobody touched them since. The others are named.
 */
export async function undoBatch(
  context: WriteContext,
  { job, undoJob, kind, after, limit }: { job: string; undoJob: string; kind: 'update' | 'delete'; after: number; limit: number },
): Promise<UndoneBatch> {
  const { deps, trx } = context
  const lines = await run<Line>(
    deps.database,
    trx,
    sql`select id, pid, version, changes from history where job = ${job} and id > ${after}::bigint order by id limit ${limit}::int`,
  )
  const locked = await lockRows(
    context,
    lines.map(({ pid }) => pid),
    kind,
    kind === 'delete' ? 'any' : 'living',
  )
  const failed: BulkFailure[] = []
  const judged: Judged[] = []
  for (const { pid, version, changes } of lines) {
    const row = locked.get(pid)
    if (row === undefined || !row.permitted) {
      failed.push({ pid, reason: 'not-found' })
      continue
    }
    const done = kind === 'delete' ? [] : Changes.parse(changes)
    const untouched =
      kind === 'delete' ? row.version === version : done.every(({ field, to }) => isDeepStrictEqual(row.before[field] ?? null, to ?? null))
    if (untouched) judged.push({ ...row, changes: done.map(({ field, from, to }) => ({ field, from: to, to: from })) })
    else failed.push({ pid, reason: changedSince })
  }
  failed.push(...(await writeOrFail(context, { action: kind === 'delete' ? 'restore' : 'update', job: undoJob }, judged)))
  return { changed: lines.length - failed.length, failed, last: lines.at(-1)?.id ?? 0, lines: lines.length }
}
