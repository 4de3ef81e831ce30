import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { z } from 'zod'
import type { Database } from './database.ts'
import { openMigratedPostgres } from '#test-support/open-migrated-postgres.ts'
import { foldTextFunction } from './migrations/0415-text-folding.ts'
import { compareEveryLetter, compareTexts, ownFolding } from './test-support/folding-proof.ts'

/** `PROVE=1` compares the full number of texts; `SEED=n` repeats a run with the same texts. */
const isFull = process.env['PROVE'] === '1'
const seed = Number(process.env['SEED'] ?? (isFull ? Math.floor(Math.random() * 1e9) : 20_261_122))

let database: Database
before(async () => {
  ;({ database } = await openMigratedPostgres(pino({ level: 'silent' })))
})
after(() => database.close())

test('F8: PostgreSQL folds every letter of Unicode like the server', async () => {
  assert.deepEqual(await compareEveryLetter(database, ownFolding), { folding: 2_643, differing: [] })
})

test(`F8: PostgreSQL folds, finds and orders random texts like the server (SEED=${seed})`, async (run) => {
  const compared = await compareTexts(database, ownFolding, isFull ? 500_000 : 5_000, seed)
  run.diagnostic(`${compared} texts compared`)
  assert.ok(compared > 4_000)
})

test(`F8: an older PostgreSQL folds by ICU like the server, except letters that its ICU lacks (SEED=${seed})`, async () => {
  await sql.raw(foldTextFunction('fold_text_by_icu', false)).execute(database.kysely)
  const proof = {
    fold: 'fold_text_by_icu',
    lastPoint: 0x586,
    unknown: /[\u1C89-\u1CBF\u2C2F\uA7B8-\uA7F5]/gu,
  }
  const { folding, differing } = await compareEveryLetter(database, proof)
  assert.equal(folding + differing.length, 2_643)
  // The ICU of this build supports Unicode 10. It leaves newer letters unchanged and folds none to a
  // different letter.
  assert.deepEqual(
    differing.filter((each) => each.includes(' ')),
    [],
  )
  assert.ok((await compareTexts(database, proof, isFull ? 100_000 : 2_000, seed)) > 1_500)
})

test('a deep page ordered by a text is read by an index-only scan of the folded text', async () => {
  for (const order of [
    'text_order(t.title) collate "C" asc, t.seq asc',
    'text_order(t.title) collate "C" desc, t.seq desc',
  ]) {
    const lines = await database.query(
      `explain select t.seq from permits t where t.bucket = 'processing' and t.status <> 'DRAFT' and t.deleted_at is null order by ${order} limit 25 offset 1000`,
      [],
      z.object({ 'QUERY PLAN': z.string() }),
    )
    const plan = lines.map((line) => line['QUERY PLAN']).join('\n')
    assert.match(plan, /Index Only Scan (Backward )?using permits_by_title_folded/)
    assert.doesNotMatch(plan, /Sort/)
  }
})
