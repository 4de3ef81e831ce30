import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { rebuildIndexes, takeIndexes } from './indexes.ts'
import { openPglite } from './pglite-database.ts'
import type { Database } from './database.ts'

let database: Database
before(async () => {
  database = await openPglite({ folder: null })
})
after(() => database.close())

test('foreign keys of and to a table are back too, and refuse what broke them meanwhile', async () => {
  const { kysely } = database
  await sql`create table owners (pid text primary key)`.execute(kysely)
  await sql`create table owned (pid text unique, owner text references owners)`.execute(kysely)
  await sql`create table parts (whole text constraint "Part of" references owned (pid) on delete cascade)`.execute(
    kysely,
  )
  const foreignKeys = async () => {
    const { rows } = await sql<{ made: string }>`select conname || ' ' || pg_get_constraintdef(oid) as made
      from pg_constraint where contype = 'f' and conrelid in ('owned'::regclass, 'parts'::regclass) order by 1`.execute(
      kysely,
    )
    return rows.map(({ made }) => made)
  }
  const before = await foreignKeys()
  assert.equal(before.length, 2)
  const fill = (owner: string) =>
    kysely.transaction().execute(async (trx) => {
      const taken = await takeIndexes(trx, ['owned'])
      await sql`insert into owned values ('first', ${owner})`.execute(trx)
      await sql`insert into parts values ('first')`.execute(trx)
      await sql`insert into owners values ('somebody') on conflict do nothing`.execute(trx)
      await rebuildIndexes(trx, taken)
    })
  await assert.rejects(fill('nobody'), /owned_owner_fkey/)
  assert.deepEqual(await foreignKeys(), before)
  await fill('somebody')
  assert.deepEqual(await foreignKeys(), before)
  await assert.rejects(sql`insert into parts values ('second')`.execute(kysely), /Part of/)
})

test('after many rows in no order the indexes are back, and pages of unique ones are full', async () => {
  const { kysely } = database
  await sql`create table many (seq bigint generated always as identity primary key, pid text not null unique, day date)`.execute(
    kysely,
  )
  await sql`create index many_by_day on many (day) with (fillfactor = 97) where pid <> ''`.execute(kysely)
  const definitions = async () => {
    const { rows } = await sql<{ definition: string }>`
      select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = 'many'::regclass order by 1`.execute(
      kysely,
    )
    return rows.map(({ definition }) => definition)
  }
  const ordered = await definitions()
  const bytes = await kysely.transaction().execute(async (trx) => {
    const taken = await takeIndexes(trx, ['many'])
    assert.equal(taken.length, 2)
    await sql`insert into many (pid, day) select md5(n::text), date '2026-01-01' from generate_series(1, 20000) n`.execute(
      trx,
    )
    await rebuildIndexes(trx, taken)
    const { rows } = await sql<{
      bytes: number
    }>`select pg_relation_size('many_pid_key')::int as bytes`.execute(trx)
    return rows[0]?.bytes ?? 0
  })
  assert.deepEqual(await definitions(), ordered)
  // 48 bytes an entry, in pages that are nine tenths full. Written in no order, they are two thirds full.
  assert.ok(bytes < 20_000 * 64, String(bytes))
  const twice = sql`insert into many (pid) select pid from many limit 1`.execute(kysely)
  await assert.rejects(twice, /many_pid_key/)
})
