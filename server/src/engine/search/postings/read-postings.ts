import type { Declaration } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { moduleOf } from '../../modules/collection-module.ts'
import { read } from '../../query/reading.ts'
import type { RecordDeps } from '../../query/reading.ts'
import { everything } from '../../query/visibility.ts'
import type { VisibleRows } from '../../query/visibility.ts'
import { quotedColumn } from '../../sql/columns.ts'
import { PreparedQuery, cachePerDeclaration } from '../../sql/prepared-query.ts'
import { standingFields } from './posting-words.ts'
import type { PostingKind } from './posting-words.ts'
import { RowSet } from './row-set.ts'
import type { KnownRows, KnownSegments } from './known-postings.ts'

/** Changed records that are read one by one; with more, posting lists are not used. */
const maxChanged = 20_000
/**
 * So many of them are tested on the connections of pages, in a few milliseconds; more on those of searches.
 */
const maxTestedBesidePages = 1_000
/** A pattern that more posting lists match than this is not looked up. */
const maxLists = 20_000

/** Those of these rows that have changed since posting lists were built, of which the lists tell nothing. */
export function changedRows(rows: VisibleRows): VisibleRows {
  const changed = sql`select u.seq from search_unindexed u where u.record_table = ${rows.declaration.table}`
  return rows.narrow(everything, sql`t.seq in (${changed})`)
}

/** A LIKE pattern of words of one kind. */
export interface Lookup {
  kind: PostingKind
  pattern: string
}

/** What posting lists tell about some rows. */
export interface Postings {
  /** The rows of each lookup, among them rows that are not visible or have changed. */
  lists: readonly RowSet[]
  /** The visible rows that have not changed since the lists were built. */
  unchanged: RowSet
  /** The rows that have changed since and are among those that were asked for. */
  changed: readonly number[]
  /** Have any rows changed since? */
  hasChanges: boolean
}

const Part = z.object({
  part: z.enum(['segment', 'list', 'standing', 'changed']),
  at: z.number(),
  segment: z.number().nullable(),
  rows: z.instanceof(Uint8Array).nullable(),
  seq: z.number().nullable(),
})
type Part = z.infer<typeof Part>

/** The posting lists of combinations of counted fields, as rows `t` with these fields, for `segments`. */
function standingsSql(rows: VisibleRows, segments: RawBuilder<unknown>): RawBuilder<unknown> | null {
  const { declaration } = rows
  const fields = standingFields(declaration)
  // Other lists are of words that are no JSON.
  const values = `case when p.kind = 'standing' then p.word::jsonb end`
  const columns = fields.map((name, at) => `(${values} ->> ${at}) as ${quotedColumn(name)}`).join(', ')
  const source = sql`(select p.segment, p.rows, ${sql.raw(columns)} from search_postings p
    where p.record_table = ${declaration.table} and p.kind = 'standing' and p.segment in (${segments})) t`
  return rows.fromStandings(source, fields)
}

/** The segments of which not the same build is known. */
function unknownSql(known: KnownSegments): RawBuilder<unknown> {
  const builds = [...known.values()].map((each) => each.builds)
  return sql`select s.segment from segments s where not exists (
    select from unnest(${[...known.keys()]}::int[], ${builds}::int[]) k(segment, builds) where k.segment = s.segment and k.builds = s.builds)`
}

/**
 * All parts in one statement, so that they belong to one snapshot. Segments are left out where the same build
 * of them is known, of each lookup (`knownLists`) and of the row rule (`knownStandings`). Those of the
 * changed rows that are among `found` are marked; null marks none.
 */
function partsSql(
  rows: VisibleRows,
  lookups: readonly Lookup[],
  knownLists: readonly KnownSegments[],
  knownStandings: KnownSegments,
  found: VisibleRows | null,
): RawBuilder<unknown> | null {
  const { table } = rows.declaration
  const lists = lookups.map(({ kind, pattern }, at) => {
    const unknown = sql`array(${unknownSql(knownLists[at] ?? new Map())})`
    // The first condition reads no row, so where every segment is known no word is looked for.
    return sql`(select 'list', ${sql.lit(at)}, p.segment, p.rows, null::bigint from search_postings p
      where cardinality(${unknown}) > 0 and p.record_table = ${table} and p.kind = ${sql.lit(kind)} and p.word like ${pattern}
        and p.segment = any(${unknown}) limit ${sql.lit(maxLists + 1)})`
  })
  const standing = standingsSql(rows, unknownSql(knownStandings))
  if (standing === null) return null
  const changedFound = found === null ? sql`select null::bigint as seq` : changedAmong(found)
  return sql`with segments as materialized (select s.segment, s.builds from search_segments s where s.record_table = ${table}),
    changed as materialized (${changedSql(table, maxChanged)}),
    found as materialized (${changedFound})
    select 'segment' as part, s.builds as at, s.segment, null::bytea as rows, null::bigint as seq from segments s
    union all ${sql.join(lists, sql` union all `)}
    union all select 'standing', 0, t.segment, t.rows, null ${standing}
    union all select 'changed', (f.seq is not null)::int, null, null, c.seq from changed c left join found f on f.seq = c.seq`
}

function setOf(parts: readonly Part[]): RowSet {
  const set = new RowSet()
  for (const { segment, rows } of parts) if (segment !== null && rows !== null) set.addPacked(segment, rows)
  return set
}

/** Rows by segment: those known of the same builds, and those just read. */
function withFresh(
  segments: readonly Part[],
  read: readonly Part[],
  known: KnownSegments,
): Map<number, KnownRows> {
  const fresh = Map.groupBy(read, ({ segment }) => segment)
  return new Map(
    segments.flatMap(({ segment, at: builds }): [number, KnownRows][] => {
      if (segment === null) return []
      const before = known.get(segment)
      if (before?.builds === builds) return [[segment, before]]
      return [[segment, { builds, rows: setOf(fresh.get(segment) ?? []).packedOf(segment) }]]
    }),
  )
}

function toSet(segments: KnownSegments): RowSet {
  const set = new RowSet()
  for (const [segment, { rows }] of segments) set.addPacked(segment, rows)
  return set
}

/**
 * The builds of a table as pairs of segment and build, the rows that have changed since, and those of them
 * that a search finds.
 */
const State = z.object({
  builds: z.array(z.tuple([z.number(), z.number()])),
  changed: z.array(z.number()),
  found: z.array(z.number()),
})
type State = z.infer<typeof State>

/** The query of the changed rows: at most one more than `most`, which tells that there are more. */
const changedSql = (table: string, most: number) =>
  sql`select distinct u.seq from search_unindexed u
    where u.record_table = ${table} limit ${sql.lit(most + 1)}`

/** The query of those rows that are among the changed ones, the rows of `changed`. */
const changedAmong = (found: VisibleRows) =>
  sql`select t.seq ${found.narrow(everything, sql`t.seq = any(array(select c.seq from changed c))`).from()}`

/**
 * The query of the state of a table. For searches of one form its text is the same, so each connection plans
 * it a few times at most. Without `found` it reads one changed row, to tell whether there is any.
 */
function stateSql(table: string, found: VisibleRows | null): RawBuilder<unknown> {
  const among = found === null ? sql`'{}'::bigint[]` : sql`array(${changedAmong(found)})`
  return sql`with changed as materialized (${changedSql(table, found === null ? 0 : maxTestedBesidePages)})
    select coalesce(json_agg(json_build_array(s.segment, s.builds)), '[]') as builds,
      array(select c.seq from changed c) as changed, ${among} as found
    from search_segments s where s.record_table = ${table}`
}

type Changes = Pick<State, 'changed' | 'found'>

function toPostings(
  lists: readonly KnownSegments[],
  standings: KnownSegments,
  { changed, found }: Changes,
): Postings {
  const unchanged = toSet(standings)
  for (const seq of changed) unchanged.remove(seq)
  return { lists: lists.map(toSet), unchanged, changed: found, hasChanges: changed.length > 0 }
}

const preparedStates = cachePerDeclaration<PreparedQuery<State>>()

/**
 * The changes since, if these are the rows of all segments and few have changed; null otherwise. Planning
 * `partsSql` takes ten times as long.
 */
async function changesSince(
  deps: RecordDeps,
  declaration: Declaration,
  known: readonly KnownSegments[],
  found: VisibleRows,
): Promise<Changes | null> {
  const { table } = declaration
  if (known.some(({ size }) => size === 0)) return null
  const hadChanges = deps.postings.hadChanges(table)
  // Where no row has changed, the same query serves every search.
  const query = hadChanges
    ? new PreparedQuery(stateSql(table, found), State)
    : preparedStates(declaration, table, () => new PreparedQuery(stateSql(table, null), State))
  const now = await query.read(deps)
  if (now === undefined || now.changed.length > (hadChanges ? maxTestedBesidePages : 0)) return null
  const isSame = known.every(
    (segments) =>
      segments.size === now.builds.length &&
      now.builds.every(([segment, builds]) => segments.get(segment)?.builds === builds),
  )
  return isSame ? now : null
}

/** The row rule and the filter of these rows, as a key. */
function ruleOf(rows: VisibleRows, database: RecordDeps['database']): string {
  const { sql: text, parameters } = rows.from().compile(database.kysely)
  return JSON.stringify([text, parameters])
}

/**
 * Reads posting lists of words, for some of the visible rows. Of the rows that have changed since, those that
 * are among `found` are named. Null where posting lists do not serve: the table has none, the rows depend on
 * more than counted fields, or too many rows have changed.
 */
export async function readPostings(
  deps: RecordDeps,
  rows: VisibleRows,
  lookups: readonly Lookup[],
  found: VisibleRows,
): Promise<Postings | null> {
  const { database, postings } = deps
  const { table } = rows.declaration
  if (lookups.length === 0 || moduleOf(table).searchText?.hasPostings !== true) return null
  if (postings.lacks(table)) return null
  const rule = ruleOf(rows, database)
  const keys = lookups.map(({ kind, pattern }) => JSON.stringify([table, kind, pattern]))
  const knownLists = keys.map((key) => postings.find(key))
  const knownStandings = postings.find(rule)
  const changes = await changesSince(deps, rows.declaration, [...knownLists, knownStandings], found)
  if (changes !== null) {
    for (const [at, key] of [...keys, rule].entries()) postings.keep(key, knownLists[at] ?? knownStandings)
    postings.noteChanges(table, changes.changed.length > 0)
    return toPostings(knownLists, knownStandings, changes)
  }
  const partsWith = async (asked: VisibleRows | null) => {
    const statement = partsSql(rows, lookups, knownLists, knownStandings, asked)
    return statement && read(deps, statement, Part, 'search')
  }
  // Planning the test of changed rows takes longer than all the rest, so without any it is left out.
  const early = postings.hadChanges(table) ? null : await partsWith(null)
  const hasChanges = early?.some(({ part }) => part === 'changed') ?? true
  const parts = hasChanges ? await partsWith(found) : early
  if (parts === null) return null
  const of = (part: Part['part']) => parts.filter((each) => each.part === part)
  const [segments, changed] = [of('segment'), of('changed')]
  if (segments.length === 0) postings.note(table, false)
  postings.noteChanges(table, changed.length > 0)
  const fresh = lookups.map((_, at) => of('list').filter((each) => each.at === at))
  const isBuilt = segments.length > 0 && segments.every(({ at }) => at > 0)
  if (!isBuilt || changed.length > maxChanged || fresh.some(({ length }) => length > maxLists)) return null
  const lists = knownLists.map((known, at) => withFresh(segments, fresh[at] ?? [], known))
  const standings = withFresh(segments, of('standing'), knownStandings)
  for (const [at, key] of keys.entries()) postings.keep(key, lists[at] ?? new Map())
  postings.keep(rule, standings)
  const seqsOf = (some: readonly Part[]) => some.flatMap(({ seq }) => seq ?? [])
  return toPostings(lists, standings, {
    changed: seqsOf(changed),
    found: seqsOf(changed.filter(({ at }) => at === 1)),
  })
}
