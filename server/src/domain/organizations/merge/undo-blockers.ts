import { englishFieldLabel, findField, paymentStatus, phrase } from '@portal/contract'
import type { Declaration, Sayable } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { quotedColumn, tableDeclaration } from '#engine/sql/columns.ts'
import type { LockedRecord, WriteContext } from '#engine/write/write-context.ts'
import { run } from '#engine/write/writing.ts'
import { clientName } from './merge-plan.ts'
import { RememberedRow, referringTables } from './moved-records.ts'

const Named = z.object({ name: z.string() })
const maxNamed = 5

/** A merge with both organizations, to be undone. */
export interface MadeMergeOf {
  id: string
  mergedAt: Date
  losing: LockedRecord<'orgs'>
  surviving: LockedRecord<'orgs'>
  declaration: Declaration
}

/** Condition on a pid: the merge moved this row of a table. */
const movedSql = (merge: string, table: string, pid: RawBuilder<unknown>) =>
  sql`exists (select 1 from organization_merge_moves m where m.merge = ${merge} and m.kind = ${table} and m.pid = ${pid})`

/** Records that belong to a third organization by now. */
async function movedOn({ deps, trx }: WriteContext, merge: MadeMergeOf): Promise<Sayable[]> {
  const found = referringTables.map(({ table, fields }) => {
    const { numberField, titleField } = tableDeclaration(table)
    const name = sql.raw(`t.${quotedColumn(numberField ?? titleField)}`)
    const isElsewhere = fields.map(
      (field) =>
        sql`(m.changes @> ${JSON.stringify([{ field }])}::jsonb and t.${sql.raw(quotedColumn(field))} is distinct from ${merge.surviving.pid})`,
    )
    return sql`(select coalesce(${name}, t.pid) as name from organization_merge_moves m join ${sql.table(table)} t on t.pid = m.pid
      where m.merge = ${merge.id} and m.kind = ${table} and t.deleted_at is null and (${sql.join(isElsewhere, sql` or `)}) order by 1 limit ${maxNamed}::bigint)`
  })
  const rows = await run(deps.database, trx, sql.join(found, sql` union all `), Named)
  return rows
    .slice(0, maxNamed)
    .map(({ name }) => phrase('{{what}} belongs to another organization by now.', { what: name }))
}

/** Money that joins both organizations: requested, refunded or allocated after the merge. */
async function joinedMoney({ deps, trx }: WriteContext, merge: MadeMergeOf): Promise<Sayable[]> {
  const moved = (table: string, pid: RawBuilder<unknown>) => movedSql(merge.id, table, pid)
  const asked = await run(
    deps.database,
    trx,
    sql`select coalesce(y.ref_no, y.pid) as name from payments y where y.org = ${merge.surviving.pid} and y.deleted_at is null and y.status <> ${paymentStatus.VOID}
        and not ${moved('payments', sql`y.pid`)} and (${moved('permits', sql`y.permit`)} or ${moved('payments', sql`y.refund_of`)})
      order by 1 limit ${maxNamed}::bigint`,
    Named,
  )
  const allocated = await run(
    deps.database,
    trx,
    sql`select distinct coalesce(y.ref_no, y.pid) as name from payment_allocations a join payments y on y.pid = a.payment join payments f on f.pid = a.fee
      where ${merge.surviving.pid} in (y.org, f.org) and ${moved('payments', sql`a.payment`)} <> ${moved('payments', sql`a.fee`)}
      order by 1 limit ${maxNamed}::bigint`,
    Named,
  )
  return [
    ...asked.map(({ name }) => phrase('{{what}} was recorded after the merge.', { what: name })),
    ...allocated.map(({ name }) => phrase('{{what}} covers fees of the other organization.', { what: name })),
  ]
}

/** Packages that went to an authority in the name of the surviving organization. */
async function submitted({ deps, trx }: WriteContext, merge: MadeMergeOf): Promise<Sayable[]> {
  const rows = await run(
    deps.database,
    trx,
    sql`select coalesce(r.ref_no, r.pid) as name from rts r where r.org = ${merge.surviving.pid} and r.deleted_at is null
        and r.submitted_at >= ${merge.mergedAt}::timestamptz and (${movedSql(merge.id, 'rts', sql`r.pid`)} or ${movedSql(merge.id, 'permits', sql`r.permit`)})
      order by 1 limit ${maxNamed}::bigint`,
    Named,
  )
  return rows.map(({ name }) => phrase('{{what}} was submitted after the merge.', { what: name }))
}

/** The rows of both organizations that the merge changed. */
export async function organizationRows(
  { deps, trx }: WriteContext,
  { id, losing, surviving }: MadeMergeOf,
): Promise<RememberedRow[]> {
  const pids = [losing.pid, surviving.pid]
  return run(
    deps.database,
    trx,
    sql`select seq, kind, pid, changes from organization_merge_moves where merge = ${id} and kind = 'orgs' and pid = any(${pids}::text[]) order by seq`,
    RememberedRow,
  )
}

/** Fields of the surviving organization that the merge wrote and that were changed since. */
async function changedFields(context: WriteContext, merge: MadeMergeOf): Promise<Sayable[]> {
  const { surviving, declaration } = merge
  const now = new Map<string, unknown>(Object.entries(surviving.before))
  const own = (await organizationRows(context, merge)).filter(({ pid }) => pid === surviving.pid)
  return own
    .flatMap(({ changes }) => changes)
    .filter(({ field, to }) => !isDeepStrictEqual(now.get(field) ?? null, to ?? null))
    .map(({ field }) =>
      phrase('The field {{field}} of {{client}} was changed after the merge.', {
        field: englishFieldLabel(field, findField(declaration, field) ?? { type: 'text' }),
        client: clientName(surviving),
      }),
    )
}

/** Everything after a merge that cannot be taken back; empty if the merge can be undone. */
export async function undoBlockers(context: WriteContext, merge: MadeMergeOf): Promise<Sayable[]> {
  const { losing, surviving } = merge
  if (surviving.before.mergedInto !== null && surviving.before.mergedInto !== undefined)
    return [
      phrase('{{client}} was merged into another organization after that. Undo that merge first.', {
        client: clientName(surviving),
      }),
    ]
  return [
    ...(losing.before.mergedInto === surviving.pid
      ? []
      : [phrase('{{client}} is no longer merged.', { client: clientName(losing) })]),
    ...(await movedOn(context, merge)),
    ...(await joinedMoney(context, merge)),
    ...(await submitted(context, merge)),
    ...(await changedFields(context, merge)),
  ]
}
