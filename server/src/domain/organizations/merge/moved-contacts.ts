import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { insertHistorySql } from '#platform/database/insert-history.ts'
import { StoredRow } from '#engine/transitions/locked-record.ts'
import type { WriteContext } from '#engine/write/write-context.ts'
import { run } from '#engine/write/writing.ts'
import { batchSize, moveRows, remember } from './moved-records.ts'
import type { Move, RememberedRow } from './moved-records.ts'

/** What a merge remembers about contacts with the same address: the deleted ones, and their places on permits. */
export const twinKinds = { contact: 'twin_contacts', person: 'twin_people' } as const

/** The contacts `c` of one organization whose address a contact `d` of the other one has too. */
const twinsSql = (from: string, to: string): RawBuilder<unknown> =>
  sql`from contacts c join contacts d on lower(d.email) = lower(c.email)
    where c.org = ${from} and d.org = ${to} and c.deleted_at is null and d.deleted_at is null`

/** How many contacts of the losing organization give way to those of the surviving one. */
export async function countTwins({ deps, trx }: WriteContext, from: string, to: string): Promise<number> {
  const [row] = await run(
    deps.database,
    trx,
    sql`select count(*) as twins ${twinsSql(from, to)}`,
    z.object({ twins: z.number() }),
  )
  return row?.twins ?? 0
}

type Life = 'delete' | 'restore'

/** Deletes contacts, or restores those that are deleted, with history. */
async function setLife(
  { deps, trx, actor, now }: WriteContext,
  pids: readonly string[],
  life: Life,
  job: string,
) {
  const isDeleted = life === 'delete'
  const [at, by] = isDeleted ? [now, actor.pid] : [null, null]
  await run(
    deps.database,
    trx,
    sql`with changed as (update contacts t set deleted_at = ${at}::timestamptz, deleted_by = ${by}, version = t.version + 1,
        updated_at = ${now}::timestamptz, updated_by = ${actor.pid}
        where t.pid = any(${pids}::text[]) and (t.deleted_at is null) = ${isDeleted} returning t.pid, t.version)
      ${insertHistorySql({
        at: now,
        collection: 'contacts',
        pid: sql.raw('changed.pid'),
        action: life,
        version: sql.raw('changed.version'),
        actor: actor.pid,
        job,
        from: sql`from changed`,
      })}`,
  )
}

const Person = z.object({
  pid: z.string(),
  permit: z.string(),
  role: z.string(),
  at: z.string(),
  by: z.string().nullable(),
  isTaken: z.boolean(),
})

/** Puts the surviving contact in the places that the other one has on permits. */
async function movePeople(context: WriteContext, merge: string, from: string, to: string): Promise<void> {
  const { deps, trx } = context
  const places = await run(
    deps.database,
    trx,
    sql`select e.pid, e.permit, e.role, e.created_at::text as at, e.created_by as by,
        exists (select 1 from permit_people o where o.permit = e.permit and o.role = e.role and o.contact = ${to}) as "isTaken"
      from permit_people e where e.contact = ${from} order by e.seq for update of e`,
    Person,
  )
  const pidsOf = (isTaken: boolean) => places.filter((each) => each.isTaken === isTaken).map(({ pid }) => pid)
  await run(deps.database, trx, sql`delete from permit_people where pid = any(${pidsOf(true)}::text[])`)
  await run(
    deps.database,
    trx,
    sql`update permit_people set contact = ${to} where pid = any(${pidsOf(false)}::text[])`,
  )
  await remember(
    context,
    merge,
    places.map(({ isTaken, ...place }) => ({
      kind: twinKinds.person,
      pid: place.pid,
      changes: [{ field: 'contact', from: { ...place, contact: from }, to: isTaken ? null : to }],
    })),
  )
}

/** Lets the tasks that wait on one contact wait on the other. */
async function moveTasks(context: WriteContext, merge: string, from: string, to: string): Promise<void> {
  const { deps, trx } = context
  const rows = await run(
    deps.database,
    trx,
    sql`select t.* from tasks t where t.contact = ${from} order by t.pid for update of t`,
    StoredRow,
  )
  await moveRows(context, 'tasks', rows, { merge, from, to, isRemembered: true }, ['contact'])
}

const Twin = z.object({ from: z.string(), to: z.string() })

/**
 * Where both organizations have a contact with one address, that of the surviving one stays. What refers to the
 * other one follows, and that one is deleted.
 */
export async function mergeTwinContacts(context: WriteContext, { merge, from, to }: Move): Promise<number> {
  const { deps, trx } = context
  const twins = await run(
    deps.database,
    trx,
    sql`select c.pid as from, d.pid as to ${twinsSql(from, to)} order by c.pid limit ${batchSize}::bigint for update of c`,
    Twin,
  )
  for (const twin of twins) {
    await movePeople(context, merge, twin.from, twin.to)
    await moveTasks(context, merge, twin.from, twin.to)
  }
  const pids = twins.map((twin) => twin.from)
  if (pids.length > 0) await setLife(context, pids, 'delete', merge)
  await remember(
    context,
    merge,
    twins.map((twin) => ({
      kind: twinKinds.contact,
      pid: twin.from,
      changes: [{ field: 'twin', from: null, to: twin.to }],
    })),
  )
  return twins.length
}

/** Whether a contact exists still, deleted or not. */
export async function isContact({ deps, trx }: WriteContext, pid: string): Promise<boolean> {
  return (await run(deps.database, trx, sql`select 1 from contacts c where c.pid = ${pid}`)).length > 0
}

/** Restores the contacts that gave way. One that was deleted permanently since stays so. */
export async function returnTwinContacts(
  context: WriteContext,
  rows: readonly RememberedRow[],
  { merge }: Move,
): Promise<void> {
  await setLife(
    context,
    rows.map(({ pid }) => pid),
    'restore',
    merge,
  )
}

const Place = Person.omit({ isTaken: true }).extend({ contact: z.string() })

/** Gives contacts back their places on permits, as far as nobody took the person off the permit since. */
export async function returnTwinPeople(
  { deps, trx }: WriteContext,
  rows: readonly RememberedRow[],
): Promise<void> {
  for (const { changes } of rows) {
    const [change] = changes
    const { pid, permit, role, at, by, contact } = Place.parse(change?.from)
    const isThere = sql`exists (select 1 from contacts c where c.pid = ${contact})`
    await run(
      deps.database,
      trx,
      change?.to === null
        ? sql`insert into permit_people (pid, permit, contact, role, created_at, created_by)
            select ${pid}, ${permit}, ${contact}, ${role}, ${at}::timestamptz, ${by}
            where ${isThere} and exists (select 1 from permits p where p.pid = ${permit}) on conflict do nothing`
        : sql`update permit_people e set contact = ${contact} where e.pid = ${pid} and ${isThere}
            and not exists (select 1 from permit_people o where o.permit = e.permit and o.role = e.role and o.contact = ${contact})`,
    )
  }
}
