import assert from 'node:assert/strict'
import { collections } from '@portal/contract'
import type { TableName } from '@portal/contract'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { tableDeclaration } from '../../sql/columns.ts'
import { toValues } from '../../write/writing.ts'

const Change = z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })
const Line = z.object({
  pid: z.string(),
  action: z.enum(['create', 'import', 'update', 'delete', 'restore']),
  version: z.number(),
  changes: z.array(Change),
})
const Stored = z.looseObject({ pid: z.string(), version: z.number(), deleted_at: z.unknown() })

/** A version of a record, rebuilt from its history. */
export interface RecordInHistory {
  version: number
  isDeleted: boolean
  values: Record<string, unknown>
}

const known = (value: unknown) => value ?? null

function step(
  before: RecordInHistory | undefined,
  { action, version, changes }: z.infer<typeof Line>,
  where: string,
): RecordInHistory {
  assert.equal(version, (before?.version ?? 0) + 1, `${where}: versions follow each other`)
  assert.equal(
    before === undefined,
    action === 'create' || action === 'import',
    `${where}: a record begins once`,
  )
  assert.equal(
    before?.isDeleted ?? false,
    action === 'restore',
    `${where}: a deleted record is restored and nothing else`,
  )
  const values = { ...before?.values }
  for (const { field, from, to } of changes) {
    assert.deepEqual(
      known(from),
      known(values[field]),
      `${where}: ${field} was as the version before left it`,
    )
    values[field] = to
  }
  return { version, isDeleted: action === 'delete', values }
}

/**
 * Rebuilds all versions of every record of a table from the history, oldest first. Throws if two entries
 * contradict each other.
 */
export async function replay(
  { query }: Pick<Database, 'query'>,
  table: TableName,
): Promise<Map<string, RecordInHistory[]>> {
  const names = Object.values(collections).filter((each) => each.table === table)
  const lines = await query(
    `select pid, action, version, changes from history where collection = any($1::text[])
     and action in ('create', 'import', 'update', 'delete', 'restore') order by id`,
    [names.map(({ name }) => name)],
  )
  const told = new Map<string, RecordInHistory[]>()
  for (const line of z.array(Line).parse(lines)) {
    const versions = told.get(line.pid) ?? []
    versions.push(step(versions.at(-1), line, `${table} ${line.pid} ${line.action} ${line.version}`))
    told.set(line.pid, versions)
  }
  return told
}

/**
 * Compares the versions rebuilt from the history with the rows of the table, deleted records included.
 * Returns the number of records compared.
 */
export async function compareWithRows(
  { query }: Pick<Database, 'query'>,
  table: TableName,
  told: ReadonlyMap<string, RecordInHistory[]>,
): Promise<number> {
  const declaration = tableDeclaration(table)
  const rows = z.array(Stored).parse(await query(`select * from ${table}`, []))
  for (const row of rows) {
    const last = told.get(row.pid)?.at(-1)
    assert.ok(last, `${table} ${row.pid} has a history`)
    assert.deepEqual(
      [last.version, last.isDeleted],
      [row.version, row.deleted_at !== null],
      `${table} ${row.pid}`,
    )
    const filled = (values: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(values).filter(([, value]) => known(value) !== null))
    assert.deepEqual(
      filled(last.values),
      filled(toValues(declaration, row)),
      `${table} ${row.pid} is as its history tells`,
    )
  }
  assert.equal(rows.length, told.size, `${table}: every record told of is there`)
  return rows.length
}
