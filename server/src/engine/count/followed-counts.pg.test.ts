import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { collections, fieldFinder, parseFilter } from '@portal/contract'
import type { Actor } from '@portal/contract'
import { sql } from 'kysely'
import type { ControlledTransaction } from 'kysely'
import { pino } from 'pino'
import { z } from 'zod'
import { createServices } from '#app/services.ts'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'
import { installPortalCollections } from '#domain/collections.ts'
import { createIds } from '#platform/ids.ts'
import { noteStatements } from '#test-support/note-statements.ts'
import { openMigratedPostgres } from '#test-support/open-migrated-postgres.ts'
import { systemClock } from '#platform/clock.ts'
import { compactCounters } from './compact-counters.ts'
import { countRows } from './count-records.ts'
import { everything, listableRows } from '../query/visibility.ts'
import { read } from '../query/reading.ts'
import type { RecordDeps } from '../query/reading.ts'

const team: Actor = { pid: 'TEAM', role: 'team', org: null }
const log = pino({ level: 'silent' })
let database: Database
let deps: RecordDeps

before(async () => {
  installPortalCollections()
  ;({ database } = await openMigratedPostgres(log))
  deps = {
    database,
    ...createServices({ database, clock: systemClock, log }),
    clock: systemClock,
    ids: createIds(systemClock),
  }
})
after(() => database.close())

const rows = listableRows(collections.permits, team, { today: '2026-11-26' }).narrow(
  parseFilter({ city: 'Austin', priority: 'HIGH' }, fieldFinder(collections.permits, team)),
)
const counted = () => countRows(deps, rows)
const where = `deleted_at is null and bucket = 'processing' and status <> 'DRAFT' and city = 'Austin' and priority = 'HIGH'`

async function exact(): Promise<number> {
  const text = `select count(*) as n from permits where ${where}`
  return (await database.query(text, [], z.object({ n: z.number() })))[0]?.n ?? Number.NaN
}

let last = 0
const insertSql = (count: number) =>
  sql`insert into permits (pid, title, bucket, pipeline_stage, court, permit_type, ref_no, origin, priority, city, status, org)
    select 'P' || i, 'Permit', 'processing', 'INTAKE', 'OURS', 'SIGN', 'NO-' || i, 'STAFF', 'HIGH', 'Austin', 'NEW', 'ORG'
    from generate_series(${last + 1}::int, ${(last += count)}::int) i`

test('a count is exact whatever transactions are open and in whatever order they end', async () => {
  const open: ControlledTransaction<Tables>[] = []
  const begin = async () => {
    const trx = await database.kysely.startTransaction().execute()
    open.push(trx)
    return trx
  }
  const check = async (what: string) => assert.equal(await counted(), await exact(), what)
  await insertSql(10).execute(database.kysely)
  await check('at the start')
  const first = await begin()
  await insertSql(1).execute(first)
  await check('while one is open')
  const second = await begin()
  await insertSql(2).execute(second)
  await insertSql(3).execute(database.kysely)
  await check('while two are open and a third has ended')
  await sql`update permits set city = 'Buda' where pid in ('P1', 'P2')`.execute(second)
  await second.commit().execute()
  await check('when the later one has ended')
  await sql`savepoint before`.execute(first)
  await insertSql(4).execute(first)
  await sql`rollback to savepoint before`.execute(first)
  await insertSql(5).execute(first)
  await first.commit().execute()
  await check('when both have ended')
  const third = await begin()
  await sql`update permits set priority = 'LOW'`.execute(third)
  await check('before it is rolled back')
  await third.rollback().execute()
  await insertSql(1).execute(database.kysely)
  await check('after it was rolled back')
  assert.equal(await exact(), 10 + 1 + 2 + 3 - 2 + 5 + 1)
})

test('counts beside many writers and the compaction end at the exact number, and never count a row twice', async () => {
  const writers = Array.from({ length: 6 }, async (_, at) => {
    for (let turn = 0; turn < 25; turn += 1) {
      if (turn % 5 === 0) await insertSql(1).execute(database.kysely)
      const [city, priority] = [turn % 2 === 0 ? 'Buda' : 'Austin', turn % 3 === 0 ? 'LOW' : 'HIGH']
      await sql`update permits set city = ${city}, priority = ${priority} where pid = ${`P${at + 1}`}`.execute(
        database.kysely,
      )
    }
  })
  const readers = Array.from({ length: 3 }, async () => {
    for (let turn = 0; turn < 40; turn += 1) {
      const n = await counted()
      assert.ok(n >= 0 && n <= last, String(n))
    }
  })
  const compactions = (async () => {
    for (let turn = 0; turn < 10; turn += 1) await compactCounters(deps)
  })()
  await Promise.all([...writers, ...readers, compactions])
  assert.equal(await counted(), await exact())
})

test('a known count is brought up to date on the primary, where the changes are', async () => {
  const refuse = () => Promise.reject(new Error('A standby has no changes'))
  const reader = { query: refuse, searchQuery: refuse, slowQuery: refuse }
  await counted()
  await insertSql(1).execute(database.kysely)
  assert.equal(await countRows({ ...deps, reader }, rows), await exact())
})

const lockKey = 7
const isFree = sql`(select pg_advisory_xact_lock_shared(${sql.lit(lockKey)})::text is not null)`
/** Rows that can be counted only while nobody holds the lock of `holdCounts`. */
const held = rows.narrowByOwn(isFree)
/** The same, whose counts cannot be followed. */
const unfollowed = rows.narrow(everything, isFree)

/** Counts that have their snapshot wait until the returned function is called, or until the test ends. */
async function holdCounts(run: TestContext): Promise<() => Promise<void>> {
  const trx = await database.kysely.startTransaction().execute()
  const release = async () => {
    if (!trx.isRolledBack) await trx.rollback().execute()
  }
  run.after(release)
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx)
  return release
}

/** Waits until so many statements wait for the lock. */
async function untilWaiting(count: number): Promise<void> {
  const text = `select count(*) as n from pg_locks
    where locktype = 'advisory' and objid = ${lockKey} and not granted
      and database = (select oid from pg_database where datname = current_database())`
  const Waiting = z.object({ n: z.number() })
  const waiting = async () => (await database.query(text, [], Waiting))[0]?.n
  for (let tries = 0; tries < 2_000 && (await waiting()) !== count; tries += 1) await wait(5)
  assert.equal(await waiting(), count)
}

/**
 * Asks once, and 15 times more after a write while the first statement waits for the lock. Returns the
 * answers and how many statements counted rows of the table.
 */
async function askAtOnce(run: TestContext, ask: () => Promise<number>) {
  const release = await holdCounts(run)
  let counted = 0
  run.after(
    noteStatements(database, (text) => {
      if (text.includes('pg_advisory_xact_lock_shared') && !text.includes('permits_changes')) counted += 1
    }),
  )
  const asked = [ask()]
  await untilWaiting(1)
  await insertSql(3).execute(database.kysely)
  for (let n = 0; n < 15; n += 1) asked.push(ask())
  await release()
  const [first, ...later] = await Promise.all(asked)
  return { first, later: [...new Set(later)], counted }
}

test('a count many ask for at once is taken once, with the writes before each question', async (run) => {
  const found = await askAtOnce(run, () => countRows(deps, held))
  const now = await exact()
  assert.deepEqual(found, { first: now - 3, later: [now], counted: 1 })
})

test('a count that cannot be followed is taken twice, with the writes before each question', async (run) => {
  const found = await askAtOnce(run, () => countRows(deps, unfollowed))
  const now = await exact()
  assert.deepEqual(found, { first: now - 3, later: [now], counted: 2 })
})

test('a slow read many ask for at once runs twice, with the writes before each question', async (run) => {
  const Counted = z.object({ n: z.number() })
  const found = await askAtOnce(run, async () => {
    const [row] = await read(deps, sql`select count(*) as n ${held.from()}`, Counted, 'slow')
    return row?.n ?? Number.NaN
  })
  const now = await exact()
  assert.deepEqual(found, { first: now - 3, later: [now], counted: 2 })
})

test('a count goes on when the first who asked leaves, and ends when the last leaves', async (run) => {
  await insertSql(1).execute(database.kysely)
  deps.counts.clear()
  const release = await holdCounts(run)
  const [one, other] = [new AbortController(), new AbortController()]
  const ask = ({ signal }: AbortController) => countRows({ ...deps, signal }, held)
  const [left, stayed] = [ask(one), ask(other)]
  await untilWaiting(1)
  one.abort()
  await assert.rejects(left, /taking too long/)
  await untilWaiting(1)
  other.abort()
  await assert.rejects(stayed, /taking too long/)
  await untilWaiting(0)
  await release()
  assert.equal(await countRows(deps, held), await exact())
})
