import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { migrate, readMigrations } from '#platform/database/migrate.ts'
import { openPglite } from '#platform/database/pglite-database.ts'
import type { PgliteDatabase } from '#platform/database/pglite-database.ts'
import { installPortalCollections } from '#domain/collections.ts'
import { assertValueTotals } from '#engine/oracle/test-support/value-totals.ts'

let database: PgliteDatabase
before(async () => {
  installPortalCollections()
  database = await openPglite({ folder: null })
})
after(() => database.close())

const Named = z.object({ pid: z.string(), code: z.string().nullable(), name: z.string().nullable() })

/** The records of a table with the authority that each now names. */
const named = (table: string) =>
  database.query(
    `select t.pid, t.authority as code, a.name from ${table} t left join authorities a on a.pid = t.authority_pid order by t.pid`,
    [],
    Named,
  )

test('permits and packages of the last release name the records of their authorities after the upgrade', async () => {
  const all = (await readMigrations()).map(({ name }) => name)
  await migrate(database.kysely, undefined, new Set(all.filter((name) => name < '0660')))
  // In the last release, records of authorities could be renamed and deleted while permits kept the code.
  await database.query(`update authorities set short_code = 'ATX' where short_code = 'AUSTIN_DSD'`, [])
  await database.query(`update authorities set deleted_at = now() where short_code = 'TRAVIS_COUNTY'`, [])
  await database.query(`delete from authorities where short_code = 'TEXAS_DMV'`, [])
  const codes = ['AUSTIN_DSD', 'AUSTIN_FIRE', 'TRAVIS_COUNTY', 'TEXAS_DMV', 'UNHEARD_OF', null]
  for (const [at, code] of codes.entries()) {
    await database.query(
      `insert into permits (pid, ref_no, title, org, status, bucket, pipeline_stage, court, authority, deleted_at)
        values ($1, $1, 'Roof', 'ORG', 'NEW', 'processing', 'INTAKE', 'OURS', $2, case when $3 then now() end)`,
      [`P${at}`, code, code === 'AUSTIN_FIRE'],
    )
    await database.query(
      `insert into rts (pid, ref_no, permit, org, status, cycle_no, authority) values ($1, $1, $2, 'ORG', 'COLLECTING', 1, $3)`,
      [`R${at}`, `P${at}`, code],
    )
  }
  await migrate(database.kysely)
  const names = [
    'Austin Development Services',
    'Austin Fire Department',
    'Travis County',
    'Texas Motor Vehicles, Motor Carrier Division',
    'UNHEARD_OF',
    null,
  ]
  for (const [table, letter] of [
    ['permits', 'P'],
    ['rts', 'R'],
  ] as const) {
    assert.deepEqual(
      await named(table),
      codes.map((code, at) => ({ pid: `${letter}${at}`, code, name: names[at] ?? null })),
    )
    await assertValueTotals(database, table)
  }
})
