import { tables } from '@portal/contract'
import type { Declaration, TableName } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder, Transaction } from 'kysely'
import { z } from 'zod'
import type { EngineDeps } from '../../deps.ts'
import { allModules } from '../../modules/collection-module.ts'
import { isDatabaseError } from '../../query/reading.ts'
import { quotedColumn } from '../../sql/columns.ts'
import { foldedForSearchSql } from '../search-text.ts'
import { vacuum } from '#platform/database/indexes.ts'
import type { Tables } from '#platform/database/tables.ts'
import { buildPlaces } from './build-places.ts'
import { packPlaces } from './places.ts'
import { isPosted, maxWordLength, placedFields, standingFields } from './posting-words.ts'
import { segmentOfRow, segmentRows } from './row-set.ts'
import { RowsByWord } from './rows-by-word.ts'

/** Searches of smaller tables are fast without posting lists. */
const smallestTable = 50_000
/** A segment with this number of changed records is built anew. */
const rebuiltFrom = 50
/**
 * A search tests each changed record. With more of them in all than this, the segment that has most is built
 * anew, one in each run, if it has at least `rebuiltAlone`.
 */
const maxLeftChanged = 100
const rebuiltAlone = 5
/** So many rows are read at once, for a few milliseconds of work between other calls. */
const rowsAtOnce = 500
const wordsAtOnce = 1_000

type BuildDeps = Pick<EngineDeps, 'database' | 'postings'>

const Text = z.object({
  seq: z.number(),
  text: z.string(),
  title: z.string().nullable(),
  standing: z.string().nullable(),
})
const Segment = z.object({ segment: z.number() })
const Seq = z.object({ seq: z.number() })

async function rowsOf<Row>(
  trx: Transaction<Tables>,
  statement: RawBuilder<unknown>,
  row: z.ZodType<Row>,
): Promise<Row[]> {
  const { rows } = await statement.execute(trx)
  return rows.map((each) => row.parse(each))
}

/** The posting lists of one segment while they are gathered, by kind. */
class Postings {
  readonly lists = { text: new RowsByWord(), title: new RowsByWord(), standing: new RowsByWord() }

  /** Adds the words of a row, the rows in ascending order; false if a word is too long. */
  add({ seq, text, title, standing }: z.infer<typeof Text>): boolean {
    const offset = seq % segmentRows
    const words = { text: text.split(' '), title: (title ?? '').split(' ') }
    if (words.text.some((word) => word.length > maxWordLength)) return false
    for (const kind of ['text', 'title'] as const)
      for (const word of words[kind]) if (isPosted(word)) this.lists[kind].add(word, offset)
    if (standing !== null) this.lists.standing.add(standing, offset)
    return true
  }
}

async function write(
  trx: Transaction<Tables>,
  table: TableName,
  segment: number,
  { lists }: Postings,
): Promise<void> {
  await sql`delete from search_postings where record_table = ${table} and segment = ${segment}`.execute(trx)
  for (const [kind, byWord] of Object.entries(lists)) {
    // A part of a word is found by the words that contain it. Written in their order, those that begin with
    // the same letters are in the same few blocks of the table.
    const { words, rowsOf, free } = byWord.lists()
    for (let from = 0; from < words.length; from += wordsAtOnce) {
      const some = words.slice(from, from + wordsAtOnce)
      const rows = some.map((word) => Buffer.from(rowsOf(word)).toString('base64'))
      await sql`insert into search_postings (record_table, kind, word, segment, rows)
        select ${table}, ${kind}, u.word, ${segment}::int, decode(u.rows, 'base64') from unnest(${some}::text[], ${rows}::text[]) u(word, rows)`.execute(
        trx,
      )
    }
    free()
  }
}

/**
 * Builds the posting lists of one segment from one snapshot, in which it also removes the notes of changed
 * records. A note that is committed later stays, and its record is read by itself.
 */
async function buildSegment(
  { database }: BuildDeps,
  declaration: Declaration,
  segment: number,
): Promise<void> {
  const { table, titleField } = declaration
  const title = sql.raw(foldedForSearchSql(`t.${quotedColumn(titleField)}`))
  const fields = sql.raw(
    standingFields(declaration)
      .map((name) => `t.${quotedColumn(name)}`)
      .join(', '),
  )
  const [first, end] = [segment * segmentRows, (segment + 1) * segmentRows]
  await database.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await sql`set local statement_timeout = '60s'`.execute(trx)
      await sql`insert into search_segments (record_table, segment, builds) values (${table}, ${segment}, 1)
      on conflict (record_table, segment) do update set builds = abs(search_segments.builds) + 1`.execute(trx)
      const postings = new Postings()
      const unfit: number[] = []
      for (let from = first; from < end; from += rowsAtOnce) {
        const texts = await rowsOf(
          trx,
          sql`select t.seq, x.t as text, ${title} as title, case when t.deleted_at is null then json_build_array(${fields})::text end as standing
          from ${sql.table(table)} t join ${sql.table(`${table}_text`)} x on x.seq = t.seq
          where t.seq >= ${from} and t.seq < ${Math.min(end, from + rowsAtOnce)} order by t.seq`,
          Text,
        )
        for (const text of texts) if (!postings.add(text)) unfit.push(text.seq)
      }
      await write(trx, table, segment, postings)
      for (const name of placedFields(declaration)) {
        const places = packPlaces(await buildPlaces(trx, declaration, name, segment))
        await sql`insert into search_postings (record_table, kind, word, segment, rows)
          values (${table}, 'step', ${name}, ${segment}, ${places})`.execute(trx)
      }
      await sql`delete from search_unindexed where record_table = ${table} and seq >= ${first} and seq < ${end}`.execute(
        trx,
      )
      await sql`insert into search_unindexed (record_table, seq) select ${table}, u.seq from unnest(${unfit}::bigint[]) u(seq)`.execute(
        trx,
      )
    })
}

const lockNotAvailable = '55P03'
const serializationFailure = '40001'

/**
 * Lists the segments of a table that has none, so that its triggers note changed records from then on.
 * Writers in progress are waited for, at most half a second; if they take longer, the next run tries again.
 */
async function beginTable({ database }: BuildDeps, table: TableName): Promise<boolean> {
  try {
    await database.kysely.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = '500ms'`.execute(trx)
      await sql`lock table ${sql.table(table)}, ${sql.table(`${table}_text`)} in share mode`.execute(trx)
      await sql`insert into search_segments (record_table, segment)
        select ${table}, s from generate_series(0, (select coalesce(max(seq), 0) / ${segmentRows} from ${sql.table(table)})) s
        on conflict do nothing`.execute(trx)
    })
    return true
  } catch (error) {
    if (isDatabaseError(error, lockNotAvailable)) return false
    throw error
  }
}

/**
 * The segments that were never built, or by a release with fewer lists of places, those with many changed
 * records, and one of those with some. A record with a word that is too long for lists stays among the
 * changed ones after a build, so it does not count.
 */
function dueSegments({ database }: BuildDeps, declaration: Declaration): Promise<{ segment: number }[]> {
  const { table } = declaration
  return database.slowQuery(
    `with changed as (select (u.seq / ${segmentRows})::int as segment, count(*) as records
        from search_unindexed u left join ${table}_text x on x.seq = u.seq
        where u.record_table = $1 and (x.t is null or x.t !~ '[^ ]{${maxWordLength + 1}}') group by 1)
      select s.segment from search_segments s where s.record_table = $1 and (s.builds <= 0 or exists (
        select from unnest($2::text[]) f(name) where not exists (
          select from search_postings p
          where p.record_table = $1 and p.kind = 'step' and p.word = f.name and p.segment = s.segment)))
      union select segment from changed where records >= ${rebuiltFrom}
      union (select segment from changed where (select sum(records) from changed) > ${maxLeftChanged}
        and records >= ${rebuiltAlone} order by records desc limit 1)
      order by 1`,
    [table, placedFields(declaration)],
    Segment,
  )
}

/**
 * Has the segments of all records from `first` on built anew, for a writer that noted none of its records.
 * Until then posting lists of the table are not used.
 */
export async function outdateSegments(
  trx: Transaction<Tables>,
  table: TableName,
  first: number,
): Promise<void> {
  await sql`insert into search_segments (record_table, segment)
    select ${table}, s from generate_series(${segmentOfRow(first)}::int, (select max(seq) / ${sql.lit(segmentRows)} from ${sql.table(table)})::int) s
    where exists (select from search_segments o where o.record_table = ${table})
    on conflict (record_table, segment) do update set builds = -abs(search_segments.builds)`.execute(trx)
}

/**
 * Brings the posting lists of large tables up to date: those of new segments, and of segments with many
 * changed records. Answers the number of built segments. `least` is the number of records from which a table
 * is large.
 */
export async function buildPostings(
  deps: BuildDeps,
  signal?: AbortSignal,
  least = smallestTable,
): Promise<number> {
  let built = 0
  for (const { declaration } of allModules().filter(({ searchText }) => searchText?.postings)) {
    const table = declaration.table
    const [has] = await deps.database.slowQuery(
      'select segment from search_segments where record_table = $1 limit 1',
      [table],
      Segment,
    )
    if (has === undefined) {
      const [last] = await deps.database.slowQuery(
        `select seq from ${table} order by seq offset $1 limit 1`,
        [least - 1],
        Seq,
      )
      if (last === undefined || !(await beginTable(deps, table))) continue
    }
    for (const { segment } of await dueSegments(deps, declaration)) {
      if (signal?.aborted === true) return built
      try {
        await buildSegment(deps, tables[table], segment)
        built += 1
      } catch (error) {
        // Another server has just built the segment.
        if (!isDatabaseError(error, serializationFailure)) throw error
      }
    }
    deps.postings.note(table, true)
  }
  // Otherwise each search reads the rows of earlier builds, and the words that the index has not sorted in
  // yet.
  if (built > 0) await vacuum(deps.database.kysely, ['search_postings', 'search_unindexed'])
  return built
}
