import { noFacts } from '@portal/contract'
import type { MachineFacts, RecordValues } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { run } from '../writing.ts'
import type { WriteContext } from '../writing.ts'

const PermitFacts = z.object({
  package_status: z.string().nullable(),
  blocking: z.number(),
  waiting: z.number(),
  held_from: z.string().nullable(),
  balance: z.number().nullable(),
})
const OrgFacts = z.object({ open: z.number() })

const openTask = sql.raw(`k.deleted_at is null and k.status not in ('DONE', 'CANCELLED')`)

/** What a permit's steps ask of its package, tasks, fees and history, in one statement. */
function permitFactsSql(permit: unknown): RawBuilder<unknown> {
  return sql`select
      (select r.status from rts r where r.permit = p.pid and r.cycle_no = coalesce(p.cycle_no, 1) and r.deleted_at is null) as package_status,
      (select count(*) from tasks k where k.permit = p.pid and ${openTask} and k.blocks_transition) as blocking,
      (select count(*) from tasks k where k.permit = p.pid and ${openTask} and k.audience = 'CLIENT' and k.status <> 'SUBMITTED') as waiting,
      (select c.value->>'from' from history h, jsonb_array_elements(h.changes) c
        where h.pid = p.pid and c.value->>'field' = 'status' and c.value->>'to' = 'ON_HOLD' order by h.id desc limit 1) as held_from,
      p.balance
    from permits p where p.pid = ${permit}`
}

async function permitFacts({ deps, trx }: WriteContext, permit: unknown): Promise<MachineFacts> {
  const [row] = await run<unknown>(deps.database, trx, permitFactsSql(permit))
  if (row === undefined) return noFacts
  const found = PermitFacts.parse(row)
  return {
    ...noFacts,
    heldFrom: found.held_from,
    packageStatus: found.package_status,
    blockingTasks: found.blocking,
    clientTasks: found.waiting,
    balance: found.balance ?? 0,
  }
}

/** What the machine of this record asks of others. `before` is the record as it stands, locked. */
export async function gatherFacts(context: WriteContext, pid: string, before: RecordValues): Promise<MachineFacts> {
  const { deps, trx, declaration } = context
  if (declaration.table === 'permits') return permitFacts(context, pid)
  if (declaration.table === 'rts') return permitFacts(context, before['permit'])
  if (declaration.table !== 'orgs') return noFacts
  const [row] = await run<unknown>(
    deps.database,
    trx,
    sql`select count(*) as open from permits p where p.org = ${pid} and p.deleted_at is null and p.bucket = 'processing'`,
  )
  return { ...noFacts, openPermits: OrgFacts.parse(row).open }
}
