import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { openPglite } from '#platform/database/pglite-database.ts'
import type { SeedContext, SeedPermit } from '#domain/seed/context.ts'
import { createRandom } from '#domain/seed/random.ts'
import { migratedSnapshot } from '#test-support/snapshot.ts'
import { openStoreIn } from './test-support/open-store.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { seedFiles } from './seed-files.ts'
import { longName } from './seed/trees.ts'

const random = createRandom('test of the file seed')
const now = new Date('2026-11-20T12:00:00Z')
const pid = () => random.pid(now)
const person = (name: string) => ({ pid: pid(), name, email: `${name}@portal.example` })
const demo = {
  superadmin: person('superadmin'),
  admin: person('admin'),
  team: person('team'),
  client: person('client'),
  org: {
    pid: pid(),
    name: 'Demo Builders',
    orgNo: 'ORG-2026-000001',
    status: 'ACTIVE',
    domain: 'demo-builders.example',
  },
}
const otherOrg = {
  pid: pid(),
  name: 'Other Plumbing',
  orgNo: 'ORG-2026-000002',
  status: 'ACTIVE',
  domain: 'other-plumbing.example',
}
const permitOf = (org: string, number: number): SeedPermit => ({
  pid: pid(),
  refNo: `PM-2026-00000${number}`,
  title: `Permit ${number}`,
  org,
  status: 'SUBMITTED',
  bucket: 'processing',
  permitType: 'BUILDING',
  authorityNumber: null,
  issuedDate: null,
  assignedTo: null,
  createdAt: '2026-10-01T08:00:00.000Z',
  statusChangedAt: '2026-10-05T08:00:00.000Z',
})

const contextNow = (): SeedContext => ({
  today: '2026-11-20',
  now,
  random: createRandom('files'),
  people: [{ ...person('other client'), role: 'client', org: otherOrg.pid, status: 'ACTIVE' }],
  organizations: [demo.org, otherOrg],
  permits,
  demo,
})
const issuedOf = (org: string, number: number): SeedPermit => ({
  ...permitOf(org, number),
  status: 'ISSUED',
  bucket: 'processed',
  authorityNumber: `A-${number}`,
  issuedDate: '2026-10-05',
})
const permits = [
  permitOf(demo.org.pid, 1),
  permitOf(otherOrg.pid, 2),
  issuedOf(demo.org.pid, 3),
  issuedOf(otherOrg.pid, 4),
]

/** Submission time of the first permit's package. */
const submittedAt = new Date('2026-10-05T08:00:00Z')

let folder: string
let database: Database
let store: FileStore

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-seed-files-'))
  store = await openStoreIn(folder)
  database = await openPglite({ folder: null, snapshot: await migratedSnapshot() })
  await sql`insert into rts (pid, permit, ref_no, status, submitted_at) values (${pid()}, ${permits[0]?.pid}, 'RT-2026-000001', 'SUBMITTED', ${submittedAt})`.execute(
    database.kysely,
  )
  await seedFiles({ database, store }, contextNow())
})
after(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

const allRows = () => database.kysely.selectFrom('files').selectAll().orderBy('seq').execute()

test('a new portal has files in every kind of root, including long and unusual names', async () => {
  const rows = await allRows()
  const roots = new Set(rows.map((row) => row.root))
  assert.deepEqual(
    roots,
    new Set(['team', 'restricted', 'uploads', ...permits.map((permit) => `permits/${permit.pid}`)]),
  )
  const names = rows.map((row) => row.name)
  assert.ok(names.includes(longName) && longName.length === 120)
  assert.ok(names.some((name) => /\p{Script=Arabic}/u.test(name)))
  assert.ok(names.some((name) => /\p{Emoji_Presentation}|\p{Extended_Pictographic}/u.test(name)))
  assert.ok(rows.filter((row) => row.root === 'uploads' && row.org === demo.org.pid).length > 3)
  assert.ok(rows.filter((row) => row.root === 'uploads' && row.org === otherOrg.pid).length > 3)
})

test('every seeded file has exactly the bytes its row describes', async () => {
  const files = (await allRows()).filter((row) => row.mime_type !== 'folder')
  assert.ok(files.length > 40)
  for (const file of files) {
    const bytes = await buffer((await store.get(file.store_key ?? '')).body)
    assert.equal(bytes.byteLength, file.size, file.name)
    assert.equal(createHash('sha256').update(bytes).digest('hex'), file.sha256, file.name)
    if (file.mime_type === 'application/pdf')
      assert.equal(bytes.subarray(0, 5).toString(), '%PDF-', file.name)
  }
})

test('no seeded file is in the future, older than its record, or without an author', async () => {
  for (const row of await allRows()) {
    assert.ok(row.created_at <= now, row.name)
    assert.ok(
      row.root.startsWith('permits/') ? row.created_at >= new Date('2026-10-01T08:00:00Z') : true,
      row.name,
    )
    assert.ok(row.created_by, row.name)
  }
})

test('every submitted file existed before the submission, and none is marked as not submitted', async () => {
  const files = (await allRows()).filter(
    (row) => row.root === `permits/${permits[0]?.pid ?? ''}` && row.mime_type !== 'folder',
  )
  assert.ok(files.length > 3)
  for (const { name, created_at: at } of files) assert.ok(at <= submittedAt, name)
  const { rows } = await sql<{ frozen: string[] }>`select frozen_files as frozen from rts`.execute(
    database.kysely,
  )
  assert.deepEqual(new Set(rows[0]?.frozen), new Set(files.map((file) => file.pid)))
})

test('an issued permit has its permit document from the issue date on, and its client sees it', async () => {
  const documents = (await allRows()).filter(({ name }) => name.startsWith('Permit '))
  assert.deepEqual(
    documents.map(({ root, parent_pid: parent, name, visibility, created_at: at }) => [
      root,
      parent,
      name,
      visibility,
      at.toISOString(),
    ]),
    permits
      .slice(2)
      .map(({ pid: permit, authorityNumber, statusChangedAt }) => [
        `permits/${permit}`,
        null,
        `Permit ${authorityNumber}.pdf`,
        'CLIENT',
        statusChangedAt,
      ]),
  )
})

test('the restricted and the team folder have no files for clients; a permit has both kinds', async () => {
  const rows = await allRows()
  const kinds = (root: string) =>
    new Set(rows.filter((row) => row.root === root).map((row) => row.visibility))
  assert.deepEqual(kinds('team'), new Set(['INTERNAL']))
  assert.deepEqual(kinds('restricted'), new Set(['INTERNAL']))
  assert.deepEqual(kinds('uploads'), new Set(['CLIENT']))
  assert.deepEqual(kinds(`permits/${permits[0]?.pid ?? ''}`), new Set(['INTERNAL', 'CLIENT']))
})

test('a first start that was killed can seed again without creating duplicate rows', async () => {
  const before = (await allRows()).map((row) => row.pid)
  await seedFiles({ database, store }, contextNow())
  assert.deepEqual(
    (await allRows()).map((row) => row.pid),
    before,
  )
})
