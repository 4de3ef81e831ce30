import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { zipUrl } from '@portal/contract'
import type { Role } from '@portal/contract'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { givenFile } from './test-support/given-files.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
})
after(() => portal.close())

const zip = (person: Person | undefined, pids: readonly string[]) =>
  portal.send({ method: 'GET', url: zipUrl(pids) }, person)

async function entries(person: Person, pids: readonly string[]): Promise<Record<string, Buffer>> {
  const result = await zip(person, pids)
  assert.equal(result.statusCode, 200, result.body)
  return Object.fromEntries(
    Object.entries(unzipSync(result.rawPayload)).map(([name, bytes]) => [name, Buffer.from(bytes)]),
  )
}

test('a selection is downloaded as one zip with unchanged files, subfolders and empty folders', async () => {
  const [plan, photo] = [randomBytes(70_000), randomBytes(3)]
  const folder = await givenFile(portal.deps, { root: 'team', name: 'Drawings 🏗️' })
  const inner = await givenFile(portal.deps, { root: 'team', name: 'Empty', parent: folder })
  await givenFile(portal.deps, { root: 'team', name: 'مخطط.pdf', parent: folder, bytes: plan })
  await givenFile(portal.deps, {
    root: 'team',
    name: 'gone.pdf',
    parent: folder,
    bytes: plan,
    deletedAt: '2026-11-01T00:00:00Z',
  })
  await givenFile(portal.deps, {
    root: 'team',
    name: 'half.pdf',
    parent: inner,
    bytes: plan,
    status: 'uploading',
  })
  const file = await givenFile(portal.deps, { root: 'team', name: 'photo.jpg', bytes: photo })
  const found = await entries(people.team, [folder, file, file])
  assert.deepEqual(
    Object.keys(found).toSorted(),
    ['Drawings 🏗️/', 'Drawings 🏗️/Empty/', 'Drawings 🏗️/مخطط.pdf', 'photo.jpg'].toSorted(),
  )
  assert.deepEqual([found['Drawings 🏗️/مخطط.pdf'], found['photo.jpg']], [plan, photo])
})

test('a zip is named after the only selected entry, or Files', async () => {
  const [one, other] = [
    await givenFile(portal.deps, { root: 'team', name: 'Pläne "neu"\r\n' }),
    await givenFile(portal.deps, { root: 'team' }),
  ]
  const { headers } = await zip(people.team, [one])
  assert.equal(headers['content-type'], 'application/zip')
  assert.match(String(headers['content-disposition']), /^attachment; .*filename\*=UTF-8''Pl%C3%A4ne/)
  assert.match(
    String((await zip(people.team, [one, other])).headers['content-disposition']),
    /filename="?Files\.zip/,
  )
})

test('74: unsafe names are neutralized in a zip, and equal names get numbers', async () => {
  const folder = await givenFile(portal.deps, { root: 'team', name: '..' })
  const bytes = Buffer.from('x')
  for (const name of ['../up.txt', '/etc/passwd', 'C:\\boot.ini', 'a\0b', '.', 'plan.pdf', 'Plan (1).pdf'])
    await givenFile(portal.deps, { root: 'team', name: name.replace('\0', '\u0001'), parent: folder, bytes })
  const twin = await givenFile(portal.deps, { root: 'team', name: 'twin.pdf', bytes })
  const other = await givenFile(portal.deps, { root: 'uploads', name: 'TWIN.pdf', bytes })
  const names = Object.keys(await entries(people.team, [folder, twin, other]))
  assert.equal(names.length, 10)
  for (const name of names) {
    assert.ok(!name.startsWith('/') && !/[\\:\p{Cc}]/u.test(name), name)
    assert.ok(!name.split('/').some((part) => /^\.+$/.test(part)), name)
  }
  assert.ok(names.includes('twin.pdf') && names.includes('TWIN (1).pdf'))
})

test('a zip contains only what its reader may see: no internal or foreign files for a client', async () => {
  const { org } = people.client
  const folder = await givenFile(portal.deps, { root: 'uploads', name: 'Ours', visibility: 'CLIENT', org })
  const hidden = await givenFile(portal.deps, { root: 'uploads', name: 'Hidden', parent: folder, org })
  await givenFile(portal.deps, {
    root: 'uploads',
    name: 'below.pdf',
    parent: hidden,
    bytes: randomBytes(1),
    visibility: 'CLIENT',
    org,
  })
  await givenFile(portal.deps, {
    root: 'uploads',
    name: 'seen.pdf',
    parent: folder,
    bytes: randomBytes(1),
    visibility: 'CLIENT',
    org,
  })
  assert.deepEqual(Object.keys(await entries(people.client, [folder])).toSorted(), ['Ours/', 'Ours/seen.pdf'])
  const team = await givenFile(portal.deps, { root: 'team', bytes: randomBytes(1) })
  assert.equal((await zip(people.client, [folder, team])).statusCode, 404)
  assert.equal((await zip(undefined, [folder])).statusCode, 401)
  for (const pids of [[''], ['x'], [portal.deps.ids.pid()]])
    assert.ok([400, 404].includes((await zip(people.team, pids)).statusCode))
  assert.equal(
    (
      await zip(
        people.team,
        Array.from({ length: 301 }, () => folder),
      )
    ).statusCode,
    400,
  )
})

test('each file of the restricted folder in a zip is recorded in the history', async () => {
  const folder = await givenFile(portal.deps, { root: 'restricted', name: 'Contracts' })
  const file = await givenFile(portal.deps, {
    root: 'restricted',
    name: 'lease.pdf',
    parent: folder,
    bytes: randomBytes(1),
  })
  assert.equal((await zip(people.team, [folder])).statusCode, 403)
  await entries(people.admin, [folder])
  const { rows } = await sql<{
    pid: string
  }>`select pid from history where collection = 'files' and action = 'download'`.execute(
    portal.deps.database.kysely,
  )
  assert.deepEqual(rows, [{ pid: file }])
})

test('a zip that is too large is refused before it starts, and one with a read error is aborted', async () => {
  const huge = await givenFile(portal.deps, { root: 'team', bytes: randomBytes(1) })
  await sql`update files set size = 30000000000 where pid = ${huge}`.execute(portal.deps.database.kysely)
  assert.equal((await zip(people.team, [huge])).statusCode, 413)
  const whole = await givenFile(portal.deps, { root: 'team', bytes: randomBytes(2_000_000) })
  const lost = await givenFile(portal.deps, { root: 'team', bytes: randomBytes(100) })
  const { rows } = await sql<{ key: string }>`select store_key as key from files where pid = ${lost}`.execute(
    portal.deps.database.kysely,
  )
  await portal.deps.store.delete(rows[0]?.key ?? '')
  const address = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(address + zipUrl([whole, lost]), {
    headers: { cookie: await portal.given.cookieOf(people.team) },
  })
  await assert.rejects(response.arrayBuffer())
  assert.ok(portal.logged.some((line) => line.includes('a zip could not be made to its end')))
})
