import type { TableName } from '@portal/contract'
import type { Database } from '#platform/database/database.ts'

/** The rows of one segment that a person may list, and the build of the segment of which they are. */
export interface Standing {
  builds: number
  rows: Uint8Array
}

/** A row rule with its filter has one entry; so many are kept for a database. */
const maxRules = 12

const kept = new WeakMap<Database, Map<string, ReadonlyMap<number, Standing>>>()
const none: ReadonlyMap<number, Standing> = new Map()

/** What is known of the segments for a row rule with its filter, by segment. */
export function knownStandings(database: Database, rule: string): ReadonlyMap<number, Standing> {
  return kept.get(database)?.get(rule) ?? none
}

/** Keeps what was read for a rule. The rule that was kept first makes room. */
export function keepStandings(
  database: Database,
  rule: string,
  standings: ReadonlyMap<number, Standing>,
): void {
  const rules = kept.get(database) ?? new Map<string, ReadonlyMap<number, Standing>>()
  kept.set(database, rules)
  rules.set(rule, standings)
  const [oldest] = rules.keys()
  if (rules.size > maxRules && oldest !== undefined) rules.delete(oldest)
}

/** A table that has no posting lists is not asked for them again for this time. */
const unaskedMs = 10_000

const lacking = new WeakMap<Database, Map<TableName, number>>()

/** Was the table without posting lists a moment ago? */
export function lacksPostings(database: Database, table: TableName): boolean {
  return performance.now() < (lacking.get(database)?.get(table) ?? 0)
}

/** Notes whether the table has posting lists. */
export function notePostings(database: Database, table: TableName, has: boolean): void {
  const tables = lacking.get(database) ?? new Map<TableName, number>()
  lacking.set(database, tables)
  tables.set(table, has ? 0 : performance.now() + unaskedMs)
}
