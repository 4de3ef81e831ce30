import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { rebuildIndexes, rebuildUniqueIndexes, takeIndexes } from './indexes.ts'
import { openPglite } from './pglite-database.ts'
import type { Database } from './database.ts'

let database: Database
before(async () => {
  database = await openPglite({ folder: null })
})
after(() => database.close())

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
  const { loose, full } = await kysely.transaction().execute(async (trx) => {
    const taken = await takeIndexes(trx, ['many'])
    assert.equal(taken.length, 1)
    await sql`insert into many (pid, day) select md5(n::text), date '2026-01-01' from generate_series(1, 20000) n`.execute(
      trx,
    )
    const bytesIn = async () => {
      const { rows } = await sql<{
        bytes: number
      }>`select pg_relation_size('many_pid_key')::int as bytes`.execute(trx)
      return rows[0]?.bytes ?? 0
    }
    const loose = await bytesIn()
    await rebuildIndexes(trx, taken)
    await rebuildUniqueIndexes(trx, ['many'])
    return { loose, full: await bytesIn() }
  })
  assert.deepEqual(await definitions(), ordered)
  assert.ok(full < loose * 0.9, `${loose} ${full}`)
})
