import type { Declaration } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { z } from 'zod'
import { moduleOf } from '../../modules/collection-module.ts'
import { read, refuseLate } from '../../query/reading.ts'
import type { RecordDeps } from '../../query/reading.ts'
import { everything } from '../../query/visibility.ts'
import type { VisibleRows } from '../../query/visibility.ts'
import { quotedColumn } from '../../sql/columns.ts'
import { escapeLike } from '../../sql/filter-sql.ts'
import { PreparedQuery, cachePerDeclaration } from '../../sql/prepared-query.ts'
import { placedFields, standingFields } from './posting-words.ts'
import type { PostingKind } from './posting-words.ts'
import { RowSet, packedUnion } from './row-set.ts'
import type { KnownRows, KnownSegments } from './known-postings.ts'
import { unpackPlaces } from './places.ts'
import type { Places } from './places.ts'

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
  /** The places of rows in the order that was asked for; null if there are none. */
  places: KnownSegments<Places | null> | null
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
function unknownSql(known: KnownSegments<unknown>): RawBuilder<unknown> {
  const builds = [...known.values()].map((each) => each.builds)
  return sql`select s.segment from segments s where not exists (
    select from unnest(${[...known.keys()]}::int[], ${builds}::int[]) k(segment, builds) where k.segment = s.segment and k.builds = s.builds)`
}

/**
 * The rows of a lookup in the segments that meet a condition on a list `p`; at most one more than `maxLists`.
 */
const listsSql = (
  { table }: Declaration,
  { kind, pattern }: Lookup,
  at: number,
  condition: RawBuilder<unknown>,
) =>
  sql`(select 'list', ${sql.lit(at)}, p.segment, p.rows, null::bigint from search_postings p
    where p.record_table = ${table} and p.kind = ${sql.lit(kind)} and p.word like ${pattern}
      and ${condition} limit ${sql.lit(maxLists + 1)})`

/**
 * All parts in one statement, so that they belong to one snapshot. Segments are left out where the same build
 * of them is known, of each lookup (`knownLists`) and of the row rule (`knownStandings`). Those of the
 * changed rows that are among `found` are marked; null marks none.
 */
function partsSql(
  rows: VisibleRows,
  lookups: readonly Lookup[],
  knownLists: readonly KnownSegments<unknown>[],
  knownStandings: KnownSegments,
  found: VisibleRows | null,
): RawBuilder<unknown> | null {
  const { table } = rows.declaration
  const lists = lookups.map((lookup, at) => {
    const unknown = sql`array(${unknownSql(knownLists[at] ?? new Map())})`
    // The first condition reads no row, so where every segment is known no word is looked for.
    const isUnknown = sql`cardinality(${unknown}) > 0 and p.segment = any(${unknown})`
    return listsSql(rows.declaration, lookup, at, isUnknown)
  })
  const standing = standingsSql(rows, unknownSql(knownStandings))
  if (standing === null) return null
  const standings = sql`select 'standing', 0, t.segment, t.rows, null ${standing}`
  const changedFound = found === null ? sql`select null::bigint as seq` : changedAmong(found)
  return sql`with segments as materialized (select s.segment, s.builds from search_segments s where s.record_table = ${table}),
    changed as materialized (${changedSql(table, maxChanged)}),
    found as materialized (${changedFound})
    select 'segment' as part, s.builds as at, s.segment, null::bytea as rows, null::bigint as seq from segments s
    union all ${sql.join([...lists, standings], sql` union all `)}
    union all select 'changed', (f.seq is not null)::int, null, null, c.seq from changed c left join found f on f.seq = c.seq`
}

/** Rows by segment: those known of the same builds, and those just read, packed as they are to be known. */
function withFresh<Rows>(
  segments: readonly Part[],
  read: readonly Part[],
  known: KnownSegments<Rows>,
  pack: (parts: readonly Part[]) => Rows,
): Map<number, KnownRows<Rows>> {
  const fresh = Map.groupBy(read, ({ segment }) => segment)
  return new Map(
    segments.flatMap(({ segment, at: builds }): [number, KnownRows<Rows>][] => {
      if (segment === null) return []
      const before = known.get(segment)
      if (before?.builds === builds) return [[segment, before]]
      return [[segment, { builds, rows: pack(fresh.get(segment) ?? []) }]]
    }),
  )
}

const packRows = (parts: readonly Part[]) => packedUnion(parts.flatMap(({ rows }) => rows ?? []))

const toSet = (segments: KnownSegments) =>
  new RowSet([...segments].map(([segment, { rows }]) => [segment, rows]))

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
  places: Postings['places'],
  { changed, found }: Changes,
): Postings {
  const unchanged = toSet(standings).without(changed)
  return { lists: lists.map(toSet), unchanged, changed: found, hasChanges: changed.length > 0, places }
}

/**
 * What is known of each lookup, with the rows of those of which nothing is, as of a new word. It is one
 * statement that is planned quickly, as neither records nor other lists are in it.
 */
async function withUnknownLists(
  deps: RecordDeps,
  declaration: Declaration,
  lookups: readonly Lookup[],
  known: readonly KnownSegments[],
): Promise<readonly KnownSegments[]> {
  const unknown = lookups.flatMap((lookup, at) => (known[at]?.size === 0 ? [{ lookup, at }] : []))
  if (unknown.length === 0) return known
  const lists = unknown.map(({ lookup, at }) => listsSql(declaration, lookup, at, sql`true`))
  const statement = sql`
    select 'segment' as part, s.builds as at, s.segment, null::bytea as rows, null::bigint as seq
    from search_segments s where s.record_table = ${declaration.table}
    union all ${sql.join(lists, sql` union all `)}`
  const parts = await read(deps, statement, Part, 'search')
  const { segment: segments = [], list = [] } = Object.groupBy(parts, ({ part }) => part)
  const fresh = Map.groupBy(list, ({ at }) => at)
  return known.map((before, at) => {
    const rows = fresh.get(at) ?? []
    return before.size > 0 || rows.length > maxLists ? before : withFresh(segments, rows, before, packRows)
  })
}

const preparedStates = cachePerDeclaration<PreparedQuery<State>>()

/**
 * The changes since, if these are the rows of all segments and few have changed; null otherwise. Planning
 * `partsSql` takes ten times as long.
 */
async function changesSince(
  deps: RecordDeps,
  declaration: Declaration,
  known: readonly KnownSegments<unknown>[],
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

/** What searches need of posting lists whatever their words, by keys. */
interface Common {
  /** The rows of a row rule and filter. */
  rule: string
  /** The field of an order that has places, and the key of these. */
  placed: string | undefined
  placesKey: string
}

const placesOf = (field: string): Lookup => ({ kind: 'step', pattern: escapeLike(field) })
const packPlaces = ([part]: readonly Part[]) => unpackPlaces(part?.rows)
const isBuilt = (segments: readonly Part[]) => segments.length > 0 && segments.every(({ at }) => at > 0)

/**
 * Reads the rows of a row rule and the places of an order, if nothing is known of them. They take megabytes,
 * so searches that need them at once share one read. Whether they still hold is asked with the lists. False
 * where posting lists do not serve these rows.
 */
async function readCommon(
  deps: RecordDeps,
  rows: VisibleRows,
  { rule, placed, placesKey }: Common,
): Promise<boolean> {
  const { postings } = deps
  const isKnown = () =>
    postings.rows.find(rule).size > 0 && (placed === undefined || postings.places.find(placesKey).size > 0)
  if (isKnown()) return true
  const [standings, places] = [postings.rows.find(rule), postings.places.find(placesKey)]
  const asked = placed === undefined ? [] : [placesOf(placed)]
  const statement = partsSql(rows, asked, [places], standings, null)
  if (statement === null) return false
  const start = async (signal: AbortSignal) => {
    if (isKnown()) return
    const parts = await read({ ...deps, signal }, statement, Part, 'search')
    const { segment: segments = [], standing = [], list = [] } = Object.groupBy(parts, ({ part }) => part)
    if (!isBuilt(segments)) return
    postings.rows.keep(rule, withFresh(segments, standing, standings, packRows))
    if (placed !== undefined) postings.places.keep(placesKey, withFresh(segments, list, places, packPlaces))
  }
  const key = JSON.stringify([rule, placed])
  await refuseLate(deps.signal, () => postings.reading.runNext(key, start, deps.signal))
  return true
}

/** The row rule and the filter of these rows, as a key. */
function ruleOf(rows: VisibleRows, database: RecordDeps['database']): string {
  const { sql: text, parameters } = rows.from().compile(database.kysely)
  return JSON.stringify([text, parameters])
}

/**
 * Reads posting lists of words, for some of the visible rows, and the places of rows in the order of a field,
 * if there are any. Of the rows that have changed since, those that are among `found` are named. Null where
 * posting lists do not serve: the table has none, the rows depend on more than counted fields, or too many
 * rows have changed.
 */
export async function readPostings(
  deps: RecordDeps,
  rows: VisibleRows,
  lookups: readonly Lookup[],
  found: VisibleRows,
  order: string | null = null,
): Promise<Postings | null> {
  const { database, postings } = deps
  const { declaration } = rows
  const { table } = declaration
  if (lookups.length === 0 || moduleOf(table).searchText?.postings === undefined) return null
  if (postings.lacks(table)) return null
  const rule = ruleOf(rows, database)
  const keys = lookups.map(({ kind, pattern }) => JSON.stringify([table, kind, pattern]))
  const placed = placedFields(declaration).find((name) => name === order)
  const placesKey = JSON.stringify([table, placed])
  if (!(await readCommon(deps, rows, { rule, placed, placesKey }))) return null
  const knownStandings = postings.rows.find(rule)
  const knownPlaces = placed === undefined ? null : postings.places.find(placesKey)
  const keep = (
    lists: readonly KnownSegments[],
    standings: KnownSegments,
    places: Postings['places'],
    changes: Changes,
  ) => {
    for (const [at, key] of keys.entries()) postings.rows.keep(key, lists[at] ?? new Map())
    postings.rows.keep(rule, standings)
    if (places !== null) postings.places.keep(placesKey, places)
    postings.noteChanges(table, changes.changed.length > 0)
    return toPostings(lists, standings, places, changes)
  }
  const lists = keys.map((key) => postings.rows.find(key))
  const knownLists = await withUnknownLists(deps, declaration, lookups, lists)
  const known = [...knownLists, ...(knownPlaces === null ? [] : [knownPlaces])]
  const changes = await changesSince(deps, declaration, [...known, knownStandings], found)
  if (changes !== null) return keep(knownLists, knownStandings, knownPlaces, changes)
  const asked = placed === undefined ? lookups : [...lookups, placesOf(placed)]
  const partsWith = async (among: VisibleRows | null) => {
    const statement = partsSql(rows, asked, known, knownStandings, among)
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
  const fresh = asked.map((_, at) => of('list').filter((each) => each.at === at))
  if (!isBuilt(segments) || changed.length > maxChanged || fresh.some(({ length }) => length > maxLists))
    return null
  const seqsOf = (some: readonly Part[]) => some.flatMap(({ seq }) => seq ?? [])
  return keep(
    knownLists.map((list, at) => withFresh(segments, fresh[at] ?? [], list, packRows)),
    withFresh(segments, of('standing'), knownStandings, packRows),
    knownPlaces && withFresh(segments, fresh.at(-1) ?? [], knownPlaces, packPlaces),
    { changed: seqsOf(changed), found: seqsOf(changed.filter(({ at }) => at === 1)) },
  )
}
