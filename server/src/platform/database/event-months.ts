import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './tables.ts'
import { advisoryLocks } from './advisory-locks.ts'

const dayMs = 86_400_000
const keptDays = 31
/** Months are made so far ahead that weeks without the task leave no event without its month. */
const aheadDays = 62
/** The doctor asks for this many days of months ahead. */
const neededDays = 14
const tablePattern = /^history_until_(\d{4})_(\d{2})$/
/** Prevents two runs from making the same month. */
const rotationLock = advisoryLocks.eventMonths

/**
 * When an event may go that only tells open pages of something. A page that reconnects asks for ten minutes.
 */
export const endOfEvent = (at: Date) => new Date(at.getTime() + keptDays * dayMs)

/** A partition of `history`: the events that end in one month, in UTC. */
interface EventMonth {
  table: string
  name: string
  from: Date
  to: Date
}

function monthOf(year: number, index: number): EventMonth {
  const from = new Date(Date.UTC(year, index, 1))
  const name = from.toISOString().slice(0, 7)
  return {
    table: `history_until_${name.replace('-', '_')}`,
    name,
    from,
    to: new Date(Date.UTC(year, index + 1, 1)),
  }
}

/** The months in which events end that are written from now on, for so many days. */
function monthsFrom(now: Date, days: number): EventMonth[] {
  const first = endOfEvent(now)
  const end = first.getTime() + days * dayMs
  const months = [monthOf(first.getUTCFullYear(), first.getUTCMonth())]
  for (let last = months[0]; last !== undefined && last.to.getTime() <= end; last = months.at(-1))
    months.push(monthOf(last.to.getUTCFullYear(), last.to.getUTCMonth()))
  return months
}

/** The month of a partition by its name; undefined for other tables. */
function monthOfTable(name: string): EventMonth | undefined {
  const [, year, month] = tablePattern.exec(name) ?? []
  return year === undefined || month === undefined ? undefined : monthOf(Number(year), Number(month) - 1)
}

async function listMonths(kysely: Kysely<Tables>): Promise<EventMonth[]> {
  const { rows } = await sql<{ name: string }>`select c.relname::text as name from pg_inherits i
    join pg_class c on c.oid = i.inhrelid where i.inhparent = 'history'::regclass`.execute(kysely)
  return rows.flatMap(({ name }) => monthOfTable(name) ?? [])
}

/**
 * One change of the partitions. Whoever writes or reads events waits for it, so it gives up after two
 * seconds.
 */
function briefly<Result>(
  { kysely }: Pick<Database, 'kysely'>,
  change: (trx: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  return kysely.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${rotationLock}::bigint)`.execute(trx)
    await sql`set local lock_timeout = '2s'`.execute(trx)
    return change(trx)
  })
}

const existsIn = (months: readonly EventMonth[], { table }: EventMonth) =>
  months.some((month) => month.table === table)

/**
 * Makes the partition of a month, with the rows of it that were written before. Returns whether it was
 * missing.
 */
async function makeMonth(trx: Transaction<Tables>, month: EventMonth): Promise<boolean> {
  if (existsIn(await listMonths(trx), month)) return false
  const table = sql.table(month.table)
  const [from, to] = [sql.lit(month.from.toISOString()), sql.lit(month.to.toISOString())]
  await sql`create table ${table} (like record_history including defaults including indexes)`.execute(trx)
  // Attaching takes this lock too, and refuses when the month has rows here.
  await sql`lock table history_without_month in access exclusive mode`.execute(trx)
  await sql`with moved as (delete from history_without_month where kept_until >= ${from}::timestamptz and kept_until < ${to}::timestamptz returning *)
    insert into ${table} select * from moved`.execute(trx)
  await sql`alter table history attach partition ${table} for values from (${from}) to (${to})`.execute(trx)
  return true
}

/** Makes the months among these tables that are missing: a restore fills them. */
export async function makeNamedMonths(trx: Transaction<Tables>, tables: readonly string[]): Promise<void> {
  for (const month of tables.flatMap((name) => monthOfTable(name) ?? [])) await makeMonth(trx, month)
}

async function dropMonth(trx: Transaction<Tables>, month: EventMonth): Promise<boolean> {
  if (!existsIn(await listMonths(trx), month)) return false
  await sql`drop table ${sql.table(month.table)}`.execute(trx)
  return true
}

/**
 * Makes the partitions of the coming months of events, and drops those of past ones, whole: no row of another
 * month is read or locked. Fails when others hold a month for two seconds; the next run goes on.
 * Source: docs/decisions/0132-months-of-events.md
 */
export async function rotateEvents(
  database: Pick<Database, 'kysely'>,
  now: Date,
): Promise<{ made: number; dropped: number }> {
  const { kysely } = database
  // What found no month needs no lock that a login without the table lacks.
  await sql`delete from history_without_month where kept_until < ${now}`.execute(kysely)
  let [made, dropped] = [0, 0]
  for (const month of monthsFrom(now, aheadDays))
    if (await briefly(database, (trx) => makeMonth(trx, month))) made += 1
  for (const month of await listMonths(kysely))
    if (month.to <= now && (await briefly(database, (trx) => dropMonth(trx, month)))) dropped += 1
  return { made, dropped }
}

/** Names of the months, such as `2027-01`, that lack their partition and get events soon. */
export async function missingEventMonths(kysely: Kysely<Tables>, now: Date): Promise<string[]> {
  const months = await listMonths(kysely)
  return monthsFrom(now, neededDays)
    .filter((month) => !existsIn(months, month))
    .map(({ name }) => name)
}
