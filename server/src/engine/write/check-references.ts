import { invalidAll, phrase } from '@portal/contract'
import type { RefusedValue, RecordValues } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { referableSql } from '../sql/field-sql.ts'
import { activeStaffSql, peopleTable } from '../modules/collection-module.ts'
import { namedStaff } from './staff-references.ts'
import { run } from './writing.ts'
import type { WriteContext } from './write-context.ts'

function toError(field: string, isStaff: boolean): RefusedValue {
  const path = `body.${field}`
  return isStaff
    ? {
        path,
        code: 'not-staff',
        detail: phrase('{{path}} must be an active staff member', {
          path,
        }),
      }
    : {
        path,
        code: 'unknown-reference',
        detail: phrase('{{path}} is not a record you have access to', { path }),
      }
}

/**
 * Throws 400, listing each wrong field, for references to records that do not exist, are deleted or are not
 * visible to the actor, and for people who are assigned staff work but are not active staff. People the
 * record already had are not checked again.
 */
export async function checkReferences(
  context: WriteContext,
  values: RecordValues,
  before: RecordValues = {},
): Promise<void> {
  const { deps, trx, actor, declaration } = context
  const asked = Object.entries(values).flatMap(([name, value]) => {
    const to = declaration.fields[name]?.to
    return to === undefined || typeof value !== 'string' ? [] : [{ name, value, to }]
  })
  const staff = namedStaff(context, values, before)
  if (asked.length === 0 && staff.size === 0) return
  const missing = asked.map(
    ({ name, value, to }) =>
      sql`select ${name}::text as field, false as staff where not exists (select 1 from ${sql.table(to)} r where r.pid = ${value} and ${sql.raw(referableSql(to, actor.role === 'client'))})`,
  )
  const unfit = [...staff].map(
    ([name, pids]) =>
      sql`select ${name}::text as field, true as staff where exists (select 1 from unnest(${pids}::text[]) n(pid)
        where not exists (select 1 from ${sql.table(peopleTable())} r where r.pid = n.pid and ${sql.raw(activeStaffSql('r'))}))`,
  )
  const statement = sql`select m.field, m.staff from (select ${actor.org}::text as org) viewer cross join lateral (${sql.join([...missing, ...unfit], sql` union all `)}) m`
  const rows = await run(deps.database, trx, statement, z.object({ field: z.string(), staff: z.boolean() }))
  if (rows.length === 0) return
  const unknown = new Set(rows.filter((row) => !row.staff).map(({ field }) => field))
  // A person who was not found is not reported a second time as not being staff.
  const errors = rows
    .filter((row) => !row.staff || !unknown.has(row.field))
    .map((row) => toError(row.field, row.staff))
  throw invalidAll(errors)
}
