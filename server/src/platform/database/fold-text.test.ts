import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { migratedSnapshot } from '#test-support/snapshot.ts'
import type { Database } from './database.ts'
import { up as foldTexts } from './migrations/0415-text-folding.ts'
import { up as orderTexts } from './migrations/0416-text-order.ts'
import { up as foldMail } from './migrations/0417-mail-folding.ts'
import { up as orderFromIndex } from './migrations/0418-text-order-from-index.ts'
import { openPglite } from './pglite-database.ts'
import { compareEveryLetter, compareTexts, ownFolding } from './test-support/folding-proof.ts'

let database: Database
before(async () => {
  database = await openPglite({ folder: null, snapshot: await migratedSnapshot() })
})
after(() => database.close())

test('F8: PGlite folds every letter of the first three planes of Unicode like the server', async () => {
  assert.deepEqual(await compareEveryLetter(database, ownFolding, 0x2ffff), { folding: 2_643, differing: [] })
})

test('F8: PGlite folds, finds and orders random texts like the server', async () => {
  assert.ok((await compareTexts(database, ownFolding, 2_000, 20_261_122)) > 1_500)
})

test('F8: the migrations fold the search texts of existing records and mail', async () => {
  const { kysely, query } = database
  await sql.raw('drop function text_order cascade; drop function fold_text cascade').execute(kysely)
  await query(
    "insert into orgs (pid, legal_name, org_no, status) values ('ORG-1', 'Straße İzmir-ΟΔΟΣ', 'ORG-1', 'ACTIVE')",
    [],
  )
  await query("insert into orgs_text (seq, t) select seq, ' straße izmirοδος org1' from orgs", [])
  await query(
    `insert into mail_messages (id, mailbox, folder, conversation_id, message_id, subject, from_name, from_address, people, headers, preview, text,
        received_at, is_read, flag, search_text)
      values ('m1', 'a@b.example', 'inbox', 'c', 'm1@b.example', 'Straße', '', 'a@b.example', '{}', '[]', '', '', now(), false, false, 'straße οδος')`,
    [],
  )
  for (const up of [foldTexts, orderTexts, foldMail, orderFromIndex]) await up(kysely)
  assert.deepEqual(await query('select t from orgs_text', []), [{ t: ' strasse i\u0307zmirοδοσ org1' }])
  assert.deepEqual(await query('select search_text from mail_messages', []), [
    { search_text: 'strasse οδοσ' },
  ])
})
