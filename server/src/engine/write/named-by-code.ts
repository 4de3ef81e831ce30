import { Pid } from '@portal/contract'
import type { RecordValues } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { codesTable } from '../modules/collection-module.ts'
import { run } from './writing.ts'
import type { WriteContext } from './write-context.ts'

type Context = Pick<WriteContext, 'deps' | 'trx' | 'declaration'>

const isCode = (value: unknown): value is string => typeof value === 'string' && !Pid.safeParse(value).success

/** The codes that these values hold in fields whose records may be named by a code, by the table of codes. */
function codesIn({ declaration }: Context, rows: readonly RecordValues[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      const to = declaration.fields[name]?.to
      const table = to === undefined || !isCode(value) ? undefined : codesTable(to)
      if (table !== undefined) found.set(table, (found.get(table) ?? new Set()).add(String(value)))
    }
  }
  return found
}

/**
 * The values of writes with pids in place of codes. A code that names no record stays, and is then refused
 * like a pid that names none. Reads nothing if there are no codes.
 */
export async function withPids(
  context: Context,
  rows: readonly RecordValues[],
): Promise<readonly RecordValues[]> {
  const { deps, trx, declaration } = context
  const asked = codesIn(context, rows)
  if (asked.size === 0) return rows
  const pids = new Map<string, string>()
  for (const [table, codes] of asked) {
    const found = await run(
      deps.database,
      trx,
      sql`select c.code, c.pid from ${sql.table(table)} c where c.code = any(${[...codes]}::text[])`,
      z.object({ code: z.string(), pid: z.string() }),
    )
    for (const { code, pid } of found) pids.set(`${table} ${code}`, pid)
  }
  const pidOf = (name: string, value: unknown): unknown => {
    const to = declaration.fields[name]?.to
    return to === undefined || !isCode(value) ? value : (pids.get(`${codesTable(to)} ${value}`) ?? value)
  }
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, pidOf(name, value)])),
  )
}

/** The values of one write with pids in place of codes. */
export async function withPidsOf(context: Context, values: RecordValues): Promise<RecordValues> {
  const [named = values] = await withPids(context, [values])
  return named
}
