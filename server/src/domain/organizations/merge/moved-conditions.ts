import { sql } from 'kysely'
import { z } from 'zod'
import { insertHistorySql } from '#platform/database/insert-history.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { run } from '#engine/write/writing.ts'
import { batchSize, remember } from './moved-records.ts'
import type { Move, RememberedRow } from './moved-records.ts'

const kind = 'conditions'

/** How a condition was settled, as the merge remembers it. */
const Settled = z.object({
  status: z.string(),
  evidence: z.string().nullable(),
  reason: z.string().nullable(),
  settledAt: z.string().nullable(),
  settledBy: z.string().nullable(),
})
type Settled = z.infer<typeof Settled>

const open: Settled = { status: 'OPEN', evidence: null, reason: null, settledAt: null, settledBy: null }

const NextCondition = z.object({ pid: z.string(), twin: Settled.extend({ pid: z.string() }).nullable() })

/** Events for open pages, as for every change of a condition. */
async function tell({ deps, trx, actor, now }: WriteContext, pids: readonly string[]): Promise<void> {
  await run(
    deps.database,
    trx,
    insertHistorySql({
      at: now,
      collection: kind,
      pid: sql.raw('c.pid'),
      action: 'update',
      version: sql.raw('c.version'),
      actor: actor.pid,
      from: sql`from conditions c where c.pid = any(${pids}::text[])`,
    }),
  )
}

async function settle({ deps, trx }: WriteContext, pid: string, to: Settled): Promise<void> {
  await run(
    deps.database,
    trx,
    sql`update conditions set status = ${to.status}, evidence = ${to.evidence}, reason = ${to.reason},
      settled_at = ${to.settledAt}::timestamptz, settled_by = ${to.settledBy}, version = version + 1 where pid = ${pid}`,
  )
}

/**
 * Moves the next batch of conditions, one of each code (decision 0027). Where both organizations have a
 * condition and only that of the losing one is open, the other is opened again.
 */
export async function moveConditions(context: WriteContext, { merge, from, to }: Move): Promise<number> {
  const { deps, trx } = context
  const rows = await run(
    deps.database,
    trx,
    sql`select c.pid, case when d.pid is not null then json_build_object('pid', d.pid, 'status', d.status, 'evidence', d.evidence,
        'reason', d.reason, 'settledAt', d.settled_at, 'settledBy', d.settled_by) end as twin
      from conditions c left join conditions d on d.org = ${to} and d.code = c.code
      where c.org = ${from} and (d.pid is null or (c.status = 'OPEN' and d.status <> 'OPEN')) order by c.seq limit ${batchSize}::bigint for update of c`,
    NextCondition,
  )
  const moved = rows.flatMap(({ pid, twin }) => (twin === null ? [pid] : []))
  const opened = rows.flatMap(({ twin }) => (twin === null ? [] : [twin]))
  await run(
    deps.database,
    trx,
    sql`update conditions set org = ${to}, version = version + 1 where pid = any(${moved}::text[])`,
  )
  for (const { pid } of opened) await settle(context, pid, open)
  await remember(context, merge, [
    ...moved.map((pid) => ({ kind, pid, changes: [{ field: 'org', from, to }] })),
    ...opened.map(({ pid, ...was }) => ({ kind, pid, changes: [{ field: 'settled', from: was, to: open }] })),
  ])
  await tell(context, [...moved, ...opened.map(({ pid }) => pid)])
  return rows.length
}

/** Moves conditions back, and settles those again that the merge opened and that are still open. */
export async function returnConditions(
  context: WriteContext,
  rows: readonly RememberedRow[],
  { from, to }: Move,
): Promise<void> {
  const { deps, trx } = context
  const pidsWith = (name: string) =>
    rows.filter(({ changes }) => changes.some(({ field }) => field === name)).map(({ pid }) => pid)
  await run(
    deps.database,
    trx,
    sql`update conditions set org = ${to}, version = version + 1 where pid = any(${pidsWith('org')}::text[]) and org = ${from}`,
  )
  const stillOpen = await run(
    deps.database,
    trx,
    sql`select pid from conditions where pid = any(${pidsWith('settled')}::text[]) and status = 'OPEN'`,
    z.object({ pid: z.string() }),
  )
  for (const { pid } of stillOpen) {
    const was = rows.find((row) => row.pid === pid)?.changes.find(({ field }) => field === 'settled')?.from
    await settle(context, pid, Settled.parse(was))
  }
  await tell(
    context,
    rows.map(({ pid }) => pid),
  )
}
