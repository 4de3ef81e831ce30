import { sql } from 'kysely'
import { z } from 'zod'
import type { WriteContext } from '#engine/write/write-context.ts'
import { run } from '#engine/write/writing.ts'
import { batchSize, remember } from './moved-records.ts'
import type { Move, RememberedRow } from './moved-records.ts'

const kind = 'views'

const Rewritten = z.object({ pid: z.string(), before: z.unknown(), after: z.unknown() })

/** Lets the next batch of saved views filter on the surviving organization instead of the losing one. */
export async function moveViews(context: WriteContext, { merge, from, to }: Move): Promise<number> {
  const { deps, trx, now } = context
  const [former, next] = [JSON.stringify(from), JSON.stringify(to)]
  const rewritten = await run(
    deps.database,
    trx,
    sql`with found as (select pid, state->'filters' as before, replace((state->'filters')::text, ${former}, ${next})::jsonb as after from views
        where strpos((state->'filters')::text, ${former}) > 0 order by seq limit ${batchSize}::bigint for update)
      update views v set state = jsonb_set(v.state, '{filters}', f.after), version = v.version + 1, updated_at = ${now}::timestamptz
        from found f where v.pid = f.pid returning v.pid, f.before, f.after`,
    Rewritten,
  )
  await remember(
    context,
    merge,
    rewritten.map(({ pid, before, after }) => ({
      kind,
      pid,
      changes: [{ field: 'filters', from: before, to: after }],
    })),
  )
  return rewritten.length
}

/** Gives views their former filters, except those whose filters were changed since. */
export async function returnViews(
  { deps, trx, now }: WriteContext,
  rows: readonly RememberedRow[],
): Promise<void> {
  const known = rows.map(({ pid, changes: [change] }) => ({ pid, before: change?.from, after: change?.to }))
  await run(
    deps.database,
    trx,
    sql`update views v set state = jsonb_set(v.state, '{filters}', r.before), version = v.version + 1, updated_at = ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as r(pid text, before jsonb, after jsonb)
      where v.pid = r.pid and v.state->'filters' = r.after`,
  )
}
