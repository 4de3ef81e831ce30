import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { openMigratedPostgres } from '#test-support/open-migrated-postgres.ts'
import type { Database } from './database.ts'
import { endOfEvent, missingEventMonths, rotateEvents } from './event-months.ts'
import { appendEvent } from './outbox.ts'

let database: Database
before(async () => {
  database = (await openMigratedPostgres(pino({ level: 'silent' }))).database
})
after(() => database.close())
beforeEach(() => sql`delete from history`.execute(database.kysely))

const now = new Date('2026-11-26T15:00:00Z')
const later = (days: number) => new Date(now.getTime() + days * 86_400_000)
const row = { pid: 'office@example.org', version: 0, actor: null }
const event = { ...row, collection: 'mail', action: 'received' }

/** An event of a mailbox at this time. */
const tell = (at: Date) =>
  database.kysely.transaction().execute((trx) => appendEvent(trx, { ...event, at }, endOfEvent(at)))
/** An entry of the history of a record. */
const record = (at: Date) =>
  database.kysely
    .transaction()
    .execute((trx) => appendEvent(trx, { ...row, collection: 'permits', action: 'update', at }))
/** The partitions that have rows, with how many. */
async function rowsByPartition(): Promise<Record<string, number>> {
  const { rows } = await sql<{
    name: string
    n: number
  }>`select tableoid::regclass::text as name, count(*) as n
    from history group by 1 order by 1`.execute(database.kysely)
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}

test('an event is written before it has a month, and one beyond all months too; both come to their months', async () => {
  await tell(now)
  await tell(later(200))
  await record(now)
  assert.deepEqual(await rowsByPartition(), { history_without_month: 2, record_history: 1 })
  assert.deepEqual(await missingEventMonths(database.kysely, now), ['2026-12', '2027-01'])
  assert.deepEqual(await rotateEvents(database, now), { made: 3, dropped: 0 })
  assert.deepEqual(await missingEventMonths(database.kysely, now), [])
  assert.deepEqual(await rowsByPartition(), {
    history_until_2026_12: 1,
    history_without_month: 1,
    record_history: 1,
  })
  await tell(later(6))
  await rotateEvents(database, later(190))
  assert.deepEqual(await rowsByPartition(), { history_until_2027_07: 1, record_history: 1 })
})

test('a past month goes whole while others hold rows of records and of a newer month', async () => {
  await rotateEvents(database, later(400))
  await tell(later(400))
  await tell(later(450))
  await record(later(400))
  const [old, newer, kept] = Object.keys(await rowsByPartition())
  assert.deepEqual([old, newer, kept], ['history_until_2028_01', 'history_until_2028_03', 'record_history'])
  await database.kysely.transaction().execute(async (trx) => {
    for (const table of ['history_until_2028_03', 'record_history'])
      await sql`select id from ${sql.table(table)} for update`.execute(trx)
    assert.equal((await rotateEvents(database, later(435))).dropped, 1)
  })
  assert.deepEqual(await rowsByPartition(), { history_until_2028_03: 1, record_history: 1 })
})

test('a month that somebody reads for long is left to the next run, and nobody waits for it meanwhile', async () => {
  await rotateEvents(database, later(800))
  await tell(later(800))
  await database.kysely.transaction().execute(async (trx) => {
    await sql`select count(*) from history`.execute(trx)
    await assert.rejects(rotateEvents(database, later(900)), { code: '55P03' })
    await tell(later(890))
  })
  assert.ok((await rotateEvents(database, later(900))).dropped > 0)
  assert.equal(
    Object.values(await rowsByPartition()).reduce((sum, n) => sum + n, 0),
    1,
  )
})

test('two servers that rotate at once make each month once', async () => {
  const results = await Promise.all([1, 2, 3].map(() => rotateEvents(database, later(1200))))
  assert.equal(
    results.reduce((sum, { made }) => sum + made, 0),
    3,
  )
})
