import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'
import type { Deps } from '../deps.ts'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import { totalsOf, valueTotalsOf } from '#engine/sql/columns.ts'
import { compactCounters } from '#engine/count/compact-counters.ts'
import { buildPostings, outdateSegments } from '#engine/search/postings/build-segments.ts'
import { refreshSearchTextSql } from '#engine/search/search-text.ts'
import { rebuildIndexes, takeIndexes, vacuum } from '#platform/database/indexes.ts'
import { showProgress } from './progress.ts'
import type { Screen } from './progress.ts'

/** Rows per query and per update of the progress bar. */
const usualBatch = 20_000
/** From this number of new rows, it is faster to drop the indexes and build them again. */
const rebuildFrom = 50_000

/** `make_pid` of the contract in SQL: ten characters of time and sixteen random ones from 16 bytes. */
const makePid = (atMs: string, chanceBytes: string) => {
  const alphabet = `'0123456789ABCDEFGHJKMNPQRSTVWXYZ'`
  const digit = (value: string) => `substr(${alphabet}, (${value})::int + 1, 1)`
  const time = Array.from({ length: 10 }, (_, place) => digit(`(${atMs} >> ${(9 - place) * 5}) & 31`))
  const chance = Array.from({ length: 16 }, (_, place) => digit(`get_byte(${chanceBytes}, ${place}) & 31`))
  return [...time, ...chance].join(' || ')
}

/**
 * Columns with new values in a copy, from its pattern `p` and the columns that `copySql` adds to it. All
 * others are copied from the pattern.
 */
const fresh: Readonly<Record<string, string>> = {
  pid: makePid('p.new_ms', 'p.new_chance'),
  version: '1',
  created_at: 'p.new_at',
  ref_no: `'PM-' || p.new_year || '-' || case when p.new_number < 1000000 then lpad(p.new_number::text, 6, '0') else p.new_number::text end`,
  // Years from 2100, so that no copy has a number of the city.
  authority_number: `(2100 + p.n / 1000000) || '-' || lpad((p.n % 1000000)::text, 6, '0') || right(p.authority_number, 3)`,
  title: 'replace(p.title, p.site_address, p.new_address)',
  site_address: 'p.new_address',
  org: 'p.new_org',
  // A copy has no payments and no client tasks, so nothing is owed and nobody has to act.
  fee_total: '0',
  paid_total: '0',
  balance: '0',
  refunded_total: '0',
  payment_status: `'NONE'`,
  court: `case when p.status = 'CORRECTIONS_REQUIRED' then 'OURS' else p.court end`,
  parent: 'null',
  original: 'null',
  previous_revision: 'null',
  renewal_of: 'null',
}
/** Dates of closed copies are moved back, so that a million permits are not all in one half-year. */
const movedDays = new Set([
  'target_date',
  'submitted_date',
  'received_date',
  'accepted_date',
  'approved_date',
  'issued_date',
  'expiry_date',
  'closed_date',
])
const movedInstants = new Set(['updated_at', 'status_changed_at', 'status_verified_at'])

/** The query that creates the copies `from` to `to` from the patterns and takes their numbers. */
function copySql(columns: readonly string[], from: number, to: number): string {
  const values = columns.map((column) => {
    const own = fresh[column]
    if (own !== undefined) return own
    if (movedDays.has(column)) return `p."${column}" - p.back`
    return movedInstants.has(column) ? `p."${column}" - make_interval(days => p.back)` : `p."${column}"`
  })
  const list = columns.map((column) => `"${column}"`).join(', ')
  return `with placed as (
      select p.*, n, case when p.bucket = 'processed' and p.status <> 'ISSUED' then (n * 7919 % 1400)::int else 0 end as back
      from generate_series(${from}::bigint, ${to}::bigint) n join seed_patterns p on p.place = n % (select count(*) from seed_patterns)),
    dated as (
      select p.*, p.created_at - make_interval(days => p.back, secs => (n * 104729 % 86400)::int) as new_at from placed p),
    numbered as (
      select d.*, extract(year from d.new_at at time zone 'UTC')::int as new_year, (extract(epoch from d.new_at) * 1000)::bigint as new_ms,
        decode(md5('permit ' || d.n), 'hex') as new_chance,
        (100 + d.n * 31 % 19900) || regexp_replace(d.site_address, '^[0-9-]+', '') as new_address, o.pid as new_org,
        row_number() over (partition by extract(year from d.new_at at time zone 'UTC') order by d.n) as place_in_year
      from dated d join seed_orgs o on o.place = d.n * 613 % (select count(*) from seed_orgs)),
    made as (
      insert into permits (${list})
      select ${values.join(', ')}
      from (select q.*, coalesce(s.last, 0) + q.place_in_year as new_number
        from numbered q left join number_sequences s on s.prefix = 'PM' and s.year = q.new_year) p
      order by p.n
      returning extract(year from created_at at time zone 'UTC')::int as year)
    insert into number_sequences (prefix, year, last) select 'PM', year, count(*) from made group by year
    on conflict (prefix, year) do update set last = number_sequences.last + excluded.last`
}

/**
 * Creates temporary tables of the patterns, which are the imported permits of the city, and of the active
 * organizations that get the copies. Both exist until the transaction ends.
 */
async function preparePatterns(trx: Transaction<Tables>): Promise<void> {
  await sql`create temporary table seed_patterns on commit drop as
    select row_number() over (order by seq) - 1 as place, p.* from permits p
    where deleted_at is null and site_address is not null and authority_number is not null and origin = 'IMPORT' and custom = '{}'
      and authority_number ~ '^20[0-9]{2}-' order by seq limit 3000`.execute(trx)
  await sql`create temporary table seed_orgs on commit drop as
    select row_number() over (order by seq) - 1 as place, pid from orgs where deleted_at is null and status = 'ACTIVE' and kind <> 'OWNER'`.execute(
    trx,
  )
  await sql`analyze seed_patterns`.execute(trx)
  await sql`analyze seed_orgs`.execute(trx)
  const { rows } = await sql<{ patterns: number; orgs: number }>`
    select (select count(*) from seed_patterns) as patterns, (select count(*) from seed_orgs) as orgs`.execute(
    trx,
  )
  if (rows[0]?.patterns === 0 || rows[0]?.orgs === 0) {
    throw new StartRefusal(
      'There are no imported permits or no active organizations to copy from: run the seed on a database whose first start was made with DEMO=1.',
    )
  }
}

async function storedColumns(trx: Transaction<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = 'permits'::regclass and attnum > 0 and not attisdropped and attidentity = '' order by attnum`.execute(
    trx,
  )
  return rows.map(({ name }) => name).filter((name) => name !== 'deleted_at' && name !== 'deleted_by')
}

/**
 * From this number of copies on, another one brings no new word: each pattern and each organization has a
 * copy, and a new number or address is no word. Null if a title has letters right before its address, since
 * each copy would then have a word of its own.
 */
async function copiesWithAllWords(trx: Transaction<Tables>): Promise<number | null> {
  const { rows } = await sql<{ most: number; glued: boolean }>`
    select (select greatest((select count(*) from seed_patterns), (select count(*) from seed_orgs)))::int as most,
      exists (select from seed_patterns p where strpos(p.title, p.site_address) > 1
        and substr(p.title, strpos(p.title, p.site_address) - 1, 1) <> ' ') as glued`.execute(trx)
  const [found] = rows
  return found === undefined || found.glued ? null : found.most
}

/** A trigger that copies do without, by the function that it calls. */
interface SpareTrigger {
  table: string
  calls: string
}

/** Copies have the agency and its code of their pattern, which agree. */
const linksAuthority: SpareTrigger = { table: 'permits', calls: 'link_authority' }
const notesWords: SpareTrigger = { table: 'permits_text', calls: 'note_search_words' }

async function turn(
  trx: Transaction<Tables>,
  { table, calls }: SpareTrigger,
  verb: 'disable' | 'enable',
): Promise<void> {
  const { rows } = await sql<{ name: string }>`select quote_ident(tgname) as name from pg_trigger
    where tgrelid = ${table}::regclass and tgfoid::regproc::text = ${calls}`.execute(trx)
  for (const { name } of rows)
    await sql`alter table ${sql.table(table)} ${sql.raw(verb)} trigger ${sql.raw(name)}`.execute(trx)
}

async function addPermits(
  trx: Transaction<Tables>,
  missing: number,
  screen: Screen,
  batchSize: number,
): Promise<void> {
  await preparePatterns(trx)
  const columns = await storedColumns(trx)
  const withAllWords = await copiesWithAllWords(trx)
  const { rows } = await sql<{ last: number }>`select coalesce(max(seq), 0) as last from permits`.execute(trx)
  const first = (rows[0]?.last ?? 0) + 1
  const taken = missing >= rebuildFrom ? await takeIndexes(trx, ['permits', 'permits_text']) : []
  const progress = showProgress('Permits', missing, screen)
  await turn(trx, linksAuthority, 'disable')
  let areWordsNoted = true
  for (let done = 0; done < missing; done += batchSize) {
    const count = Math.min(batchSize, missing - done)
    if (areWordsNoted && withAllWords !== null && done >= withAllWords) {
      await turn(trx, notesWords, 'disable')
      areWordsNoted = false
    }
    await sql.raw(copySql(columns, first + done, first + done + count - 1)).execute(trx)
    await sql
      .raw(refreshSearchTextSql('permits', `t.seq > (select coalesce(max(n.seq), 0) from permits_text n)`))
      .execute(trx)
    progress.to(done + count)
  }
  await turn(trx, linksAuthority, 'enable')
  await turn(trx, notesWords, 'enable')
  await outdateSegments(trx, 'permits', first)
  progress.finish()
  if (taken.length === 0) return
  const building = showProgress('Indexes', taken.length, screen)
  await rebuildIndexes(trx, taken, (built) => building.to(built))
  building.finish()
}

/**
 * Grows permits to `rows` rows by copies of the imported ones: with new numbers and addresses, in the active
 * organizations, and older if they are closed. Runs in one transaction, so a killed run changes nothing.
 * Returns the number of added permits; 0 if there are enough. `batchSize` copies are made at a time.
 */
export async function growPermits(
  { database, log, postings }: Pick<Deps, 'database' | 'log' | 'postings'>,
  rows: number,
  screen: Screen,
  batchSize = usualBatch,
): Promise<number> {
  const { kysely } = database
  const added = await kysely.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`lock table permits in share row exclusive mode`.execute(trx)
    const counted = await sql<{
      n: number
    }>`select count(*) as n from permits where deleted_at is null`.execute(trx)
    const missing = rows - (counted.rows[0]?.n ?? 0)
    if (missing <= 0) return 0
    await addPermits(trx, missing, screen, batchSize)
    return missing
  })
  if (added > 0) {
    await vacuum(kysely, ['permits', 'permits_text'])
    await compactCounters({ database })
    // Each copy left differences there, so that most of their space is empty now.
    const totals = [totalsOf('permits'), valueTotalsOf('permits') ?? []].flat()
    await vacuum(
      kysely,
      totals.map(({ table }) => table),
      { full: true },
    )
    log.info(`permits grew by ${added}`)
  }
  await buildPostings({ database, postings })
  return added
}
