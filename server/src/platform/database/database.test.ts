import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { z } from 'zod'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import { openPglite } from './pglite-database.ts'
import type { PgliteDatabase } from './pglite-database.ts'
import { migrate } from './migrate.ts'
import { StatementNames } from './statement-names.ts'

let database: PgliteDatabase
let folder: string
before(async () => {
  database = await openPglite({ folder: null })
  folder = await mkdtemp(join(tmpdir(), 'portal-migrations-'))
})
after(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

test('values have program types: bigint as number, date as text, timestamptz as Date, json parsed', async () => {
  const [row] = await database.query(
    `select 5::bigint as amount, date '2026-03-01' as day, timestamptz '2026-03-01T10:00:00Z' as moment, '{"a":[1]}'::jsonb as facts,
      array['x','y'] as words, array[date '2026-03-01'] as days, null::bigint as nothing`,
    [],
    z.record(z.string(), z.unknown()),
  )
  const moment = new Date('2026-03-01T10:00:00Z')
  assert.deepEqual(
    { ...row },
    {
      amount: 5,
      day: '2026-03-01',
      moment,
      facts: { a: [1] },
      words: ['x', 'y'],
      days: ['2026-03-01'],
      nothing: null,
    },
  )
  await assert.rejects(database.query('select 9007199254740993::bigint as large', []), RangeError)
})

test('a failed transaction writes nothing, and the database remains usable', async () => {
  await sql`create table tried (value int)`.execute(database.kysely)
  const failed = database.kysely.transaction().execute(async (trx) => {
    await database.queryIn(trx, 'insert into tried values ($1)', [1])
    await database.queryIn(trx, 'select 1 / $1::int', [0])
  })
  await assert.rejects(failed, { code: '22012' })
  assert.deepEqual(await database.query('select * from tried', []), [])
})

test('a notification sent in a transaction is received after the commit', async () => {
  const heard: string[] = []
  const stop = await database.listen('trial', (payload) => heard.push(payload))
  await database.query("select pg_notify('trial', $1)", ['one'])
  await stop()
  await database.query("select pg_notify('trial', $1)", ['two'])
  assert.deepEqual(heard, ['one'])
})

async function writeMigration(name: string, statement: string): Promise<void> {
  const text = `import { sql } from '${import.meta.resolve('kysely')}'\nexport async function up(db) {\n  await sql\`${statement}\`.execute(db)\n}\n`
  await writeFile(join(folder, name), text)
}

test('migrations run once, in order; a failed one writes nothing; a changed or unknown one stops the start', async () => {
  await mkdir(folder, { recursive: true })
  await writeMigration('9001-first.ts', 'create table first_made (a int)')
  await writeMigration('9002-second.ts', 'alter table first_made add column b int')
  const own = await openPglite({ folder: null })
  try {
    assert.deepEqual(await migrate(own.kysely, folder), ['9001-first', '9002-second'])
    assert.deepEqual(await migrate(own.kysely, folder), [])
    await writeMigration('9003-broken.ts', 'create table third (a int); select 1 / 0')
    await assert.rejects(migrate(own.kysely, folder))
    assert.deepEqual(await own.query("select 1 from pg_tables where tablename = 'third'", []), [])
    await rm(join(folder, '9003-broken.ts'))
    await writeMigration('9002-second.ts', 'alter table first_made add column c int')
    await assert.rejects(
      migrate(own.kysely, folder),
      (error) => error instanceof StartRefusal && error.message.includes('9002-second was changed'),
    )
    await rm(join(folder, '9002-second.ts'))
    await assert.rejects(
      migrate(own.kysely, folder),
      (error) => error instanceof StartRefusal && error.message.includes('newer than this server'),
    )
  } finally {
    await own.close()
  }
})

test('a statement gets a name on its second use, up to a fixed number of names', () => {
  const names = new StatementNames(2)
  for (const text of ['select 1', 'select 2', 'select 3']) {
    names.offer(text)
    assert.equal(names.find(text), undefined)
    names.offer(text)
  }
  assert.match(names.find('select 1') ?? '', /^s_[0-9a-f]{32}$/)
  assert.notEqual(names.find('select 1'), names.find('select 2'))
  assert.equal(names.find('select 3'), undefined)
})
