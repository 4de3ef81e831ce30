import { findField } from '@portal/contract'
import type { RecordValues } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { activeStaffSql, peopleTable } from '../modules/collection-module.ts'
import { run } from './writing.ts'
import type { WriteContext } from './write-context.ts'

/** The pids of people in fields of staff work, by field, without people the record already has. */
export function namedStaff(
  { declaration }: Pick<WriteContext, 'declaration'>,
  values: RecordValues,
  before: RecordValues = {},
): Map<string, string[]> {
  const pidsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value])
  const named = Object.entries(values).flatMap(([name, value]): [string, string[]][] => {
    if (findField(declaration, name)?.staff !== true) return []
    const held = new Set(pidsOf(before[name]))
    const pids = pidsOf(value).filter((pid) => typeof pid === 'string' && !held.has(pid))
    return pids.length === 0 ? [] : [[name, pids.map(String)]]
  })
  return new Map(named)
}

/** Values copied from another record, without people who are no longer active staff. */
export async function withActiveStaff(context: WriteContext, values: RecordValues): Promise<RecordValues> {
  const named = namedStaff(context, values)
  if (named.size === 0) return values
  const rows = await run(
    context.deps.database,
    context.trx,
    sql`select u.pid from ${sql.table(peopleTable())} u where u.pid = any(${[...named.values()].flat()}::text[]) and ${sql.raw(activeStaffSql('u'))}`,
    z.object({ pid: z.string() }),
  )
  const active = new Set(rows.map(({ pid }) => pid))
  const kept = [...named].map(([name, pids]): [string, unknown] => {
    const left = pids.filter((pid) => active.has(pid))
    return [name, Array.isArray(values[name]) && left.length > 0 ? left : (left[0] ?? null)]
  })
  return { ...values, ...Object.fromEntries(kept) }
}
