import semver from 'semver'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'

const Column = z.object({
  type: z.string(),
  /** A row may be inserted without it. */
  isOptional: z.boolean(),
  isNullable: z.boolean(),
})
/** Tables with their columns. */
export const Schema = z.record(z.string(), z.record(z.string(), Column))
export type Schema = z.infer<typeof Schema>

const Row = Column.extend({ table: z.string(), name: z.string() })

/** The tables and columns of a database. */
export async function readSchema(database: Database): Promise<Schema> {
  const rows = await database.query(
    `select c.relname::text as "table", a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type,
      not a.attnotnull as "isNullable",
      not a.attnotnull or a.atthasdef or a.attidentity <> '' as "isOptional"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v') and not c.relispartition
    order by c.relname, a.attname`,
    [],
    Row,
  )
  const schema: Schema = {}
  for (const { table, name, ...column } of rows) (schema[table] ??= {})[name] = column
  return schema
}

/** A migration that takes away what the last release no longer uses. */
export interface Contraction {
  migration: string
  /** The release that no longer reads or writes it. */
  unusedSince: string
  /** Tables, and columns as `table.column`, that are dropped, renamed, or accept less than before. */
  takes: readonly string[]
}

/** What differs for a server of the release before, as sentences by table or `table.column`. */
function differences(before: Schema, now: Schema): Map<string, string> {
  const found = new Map<string, string>()
  for (const [table, columns] of Object.entries(before)) {
    const current = now[table]
    if (current === undefined) {
      found.set(table, 'is gone')
      continue
    }
    for (const [name, column] of Object.entries(columns)) {
      const same = current[name]
      if (same === undefined) found.set(`${table}.${name}`, 'is gone')
      else if (same.type !== column.type)
        found.set(`${table}.${name}`, `is ${same.type} and was ${column.type}`)
      else if (column.isNullable && !same.isNullable) found.set(`${table}.${name}`, 'takes no null any more')
      else if (column.isOptional && !same.isOptional) found.set(`${table}.${name}`, 'must be given now')
    }
    for (const [name, { isOptional }] of Object.entries(current))
      if (columns[name] === undefined && !isOptional)
        found.set(`${table}.${name}`, 'is new and must be given')
  }
  return found
}

/**
 * What stops a server of the last release from working on this schema, as sentences. A migration may take
 * away what a release stopped using, when that release is out.
 * Source: docs/decisions/0115-upgrades.md
 */
export function whatBreaks(
  before: Schema,
  now: Schema,
  contractions: readonly Contraction[],
  releases: readonly string[],
): string[] {
  const early = contractions.filter(
    ({ unusedSince }) => !releases.some((release) => semver.gte(release, unusedSince)),
  )
  const allowed = new Set(
    contractions.filter((contraction) => !early.includes(contraction)).flatMap(({ takes }) => takes),
  )
  return [
    ...early.map(
      ({ migration, unusedSince }) => `${migration} has to wait: release ${unusedSince} is not out.`,
    ),
    ...[...differences(before, now)]
      .filter(([name]) => !allowed.has(name))
      .map(([name, what]) => `${name} ${what}, and servers of the last release still use it.`),
  ]
}
