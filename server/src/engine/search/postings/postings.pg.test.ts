import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { collections } from '@portal/contract'
import type { Actor } from '@portal/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { z } from 'zod'
import { createServices } from '#app/services.ts'
import { installPortalCollections } from '#domain/collections.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.ts'
import { createIds } from '#platform/ids.ts'
import { openMigratedPostgres } from '#test-support/open-migrated-postgres.ts'
import type { RecordDeps } from '../../query/reading.ts'
import { listableRows } from '../../query/visibility.ts'
import { exactTerms, matchTerms } from '../apply-search.ts'
import { refreshSearchTextSql } from '../search-text.ts'
import { buildPostings } from './build-segments.ts'
import { postedRows } from './posted-rows.ts'

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

const build = () => buildPostings(deps, undefined, 1)

/** The rows that posting lists find for a word; null where they do not serve. */
async function posted(word: string): Promise<number[] | null> {
  const rows = listableRows(collections.permits, team, { today: '2026-11-26' })
  const terms = exactTerms([word])
  const found = await postedRows(deps, rows, matchTerms(rows, terms), terms, null)
  return found && found.found.newest(Infinity)
}

async function inTexts(word: string): Promise<number[]> {
  const text = `select t.seq from permits t join permits_text x on x.seq = t.seq where t.deleted_at is null and t.bucket = 'processing'
    and t.status <> 'DRAFT' and x.t like $1 order by t.seq desc`
  const found = await database.query(text, [`%${word}%`], z.object({ seq: z.number() }))
  return found.map(({ seq }) => seq)
}

const words = ['garage', 'carport', 'kitchen']
const titleSql = (turn: number) => sql`${words[turn % words.length]} || ' of a house'`
const insertSql = (pid: string, turn: number) => sql`
  insert into permits (pid, title, bucket, pipeline_stage, court, permit_type, ref_no, origin, status)
  values (${pid}, ${titleSql(turn)}, 'processing', 'INTAKE', 'OURS', 'SIGN', ${`NO-${pid}`}, 'STAFF', 'NEW')`
const textSql = (pid: string) => sql.raw(refreshSearchTextSql('permits', `t.pid = '${pid}'`))

async function add(pid: string, turn: number, executor = database.kysely): Promise<void> {
  await insertSql(pid, turn).execute(executor)
  await textSql(pid).execute(executor)
}

async function check(what: string): Promise<void> {
  // Of the parts of words nothing is known, so their lists are read alone.
  for (const word of [...words, 'arag', 'arpor'])
    assert.deepEqual(await posted(word), await inTexts(word), `${word} ${what}`)
}

test('a record that is written while posting lists begin is not lost', async () => {
  for (let turn = 0; turn < 20; turn += 1) await add(`P${turn}`, turn)
  const writer = await database.kysely.startTransaction().execute()
  await insertSql('OPEN', 0).execute(writer)
  assert.equal(await build(), 0, 'an open writer is not overtaken')
  assert.equal(await posted('garage'), null)
  await textSql('OPEN').execute(writer)
  await writer.commit().execute()
  assert.equal(await build(), 1)
  await check('when they are built')
})

test('a change that commits after a build of its segment is found', async () => {
  const writer = await database.kysely.startTransaction().execute()
  await sql`update permits set title = ${titleSql(1)} where pid = 'P0'`.execute(writer)
  await textSql('P0').execute(writer)
  await sql`update permits set status = 'DRAFT' where pid = 'P2'`.execute(writer)
  await sql`insert into search_unindexed (record_table, seq) select 'permits', seq from permits, generate_series(1, 60)`.execute(
    database.kysely,
  )
  assert.equal(await build(), 1)
  await check('while the writer is open')
  await writer.commit().execute()
  await check('when it has ended')
})

test('beside many writers and two builders every search ends at what the texts say', async () => {
  let isOver = false
  const writers = Promise.all(
    Array.from({ length: 5 }, async (_, at) => {
      for (let turn = 0; turn < 60; turn += 1) {
        const pid = `P${(turn * 7 + at) % 20}`
        if (turn % 6 === 0) await add(`W${at}-${turn}`, turn)
        else if (turn % 6 === 1)
          await sql`update permits set status = ${turn % 4 === 1 ? 'DRAFT' : 'NEW'} where pid = ${pid}`.execute(
            database.kysely,
          )
        else
          await database.kysely.transaction().execute(async (trx) => {
            await sql`update permits set title = ${titleSql(turn + at)} where pid = ${pid}`.execute(trx)
            await textSql(pid).execute(trx)
          })
      }
    }),
  ).finally(() => {
    isOver = true
  })
  const builder = async () => {
    let built = 0
    while (!isOver) built += await build()
    return built
  }
  const reader = async () => {
    while (!isOver) assert.ok((await posted('garage')) !== null)
  }
  const [, one, other] = await Promise.all([writers, builder(), builder(), reader(), reader()])
  assert.ok(one + other > 1, `${one} and ${other} builds`)
  await check('at the end')
})
