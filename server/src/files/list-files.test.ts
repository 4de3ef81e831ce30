import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { FileList, recordRoot, roles } from '@portal/contract'
import type { Role } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { givenFile } from './test-support/given-files.ts'
import type { FileValues } from './test-support/given-files.ts'

let portal: TestApp
let people: Record<Role, Person>
/** A client of another organization. */
let stranger: Person

before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  stranger = await portal.given.user({ role: 'client', org: await portal.given.org() })
})
after(() => portal.close())
beforeEach(async () => {
  await sql`delete from files`.execute(portal.deps.database.kysely)
  await sql`delete from history where collection = 'files'`.execute(portal.deps.database.kysely)
})

const Refused = z.object({ success: z.literal(false), message: z.string(), type: z.string() })
const given = (values: FileValues) => givenFile(portal.deps, values)
const ask = (person: Person | undefined, parentId: string, more = '') =>
  portal.send(
    { method: 'GET', url: `/api/aws/listFiles?parentId=${encodeURIComponent(parentId)}${more}` },
    person,
  )

async function names(person: Person, parentId: string, more = ''): Promise<string[]> {
  const result = await ask(person, parentId, more)
  assert.equal(result.statusCode, 200, result.body)
  return FileList.parse(result.json()).records.map((record) => record.name)
}

async function permitOf(org: string | null, status = 'SUBMITTED'): Promise<string> {
  const pid = portal.deps.ids.pid()
  await sql`insert into permits (pid, title, org, status, bucket) values (${pid}, 'Permit', ${org}, ${status}, 'processing')`.execute(
    portal.deps.database.kysely,
  )
  return pid
}

test('a folder lists its files with all fields a screen shows, folders first, then by name', async () => {
  const folder = await given({ root: 'team', name: 'Zoning' })
  await given({ root: 'team', name: 'b.pdf', bytes: Buffer.from('12345') })
  await given({ root: 'team', name: 'A.pdf', bytes: Buffer.from('1') })
  await given({ root: 'team', name: 'inside.pdf', parent: folder, bytes: Buffer.from('1') })
  const list = FileList.parse((await ask(people.team, 'team')).json())
  assert.deepEqual(
    { success: list.success, root: list.root, path: list.path },
    { success: true, root: 'team', path: [] },
  )
  assert.deepEqual(
    list.records.map((record) => record.name),
    ['Zoning', 'A.pdf', 'b.pdf'],
  )
  assert.deepEqual(list.records[2], {
    pid: list.records[2]?.pid,
    name: 'b.pdf',
    parentId: 'team',
    size: 5,
    mimeType: 'application/pdf',
    root: 'team',
    status: 'done',
    createdAt: '2026-11-20T12:00:00.000Z',
    createdBy: null,
    updatedAt: '2026-11-20T12:00:00.000Z',
    updatedBy: null,
    visibility: 'INTERNAL',
    org: null,
    scanned: 'not scanned',
  })
})

test('a subfolder answers its path, and for staff who sees each folder on it', async () => {
  const outer = await given({ root: 'team', name: 'Outer' })
  const inner = await given({ root: 'team', name: 'Inner', parent: outer })
  await given({ root: 'team', name: 'deep.pdf', parent: inner, bytes: Buffer.from('1') })
  const list = FileList.parse((await ask(people.team, inner)).json())
  assert.deepEqual(list.path, [
    { pid: outer, name: 'Outer', visibility: 'INTERNAL' },
    { pid: inner, name: 'Inner', visibility: 'INTERNAL' },
  ])
  assert.equal(list.records[0]?.parentId, inner)
  const own = await given({ root: 'uploads', name: 'Ours', visibility: 'CLIENT', org: people.client.org })
  const results = await Promise.all(
    [people.client, people.team].map(async (person) => FileList.parse((await ask(person, own)).json()).path),
  )
  assert.deepEqual(results, [
    [{ pid: own, name: 'Ours' }],
    [{ pid: own, name: 'Ours', visibility: 'CLIENT' }],
  ])
})

test('each role opens only its roots (contract.md 5)', async () => {
  const open: Record<string, readonly Role[]> = {
    team: ['superadmin', 'admin', 'team'],
    restricted: ['superadmin', 'admin'],
    uploads: roles,
  }
  for (const [root, allowed] of Object.entries(open)) {
    for (const role of roles)
      assert.equal(
        (await ask(people[role], root)).statusCode,
        allowed.includes(role) ? 200 : 403,
        `${role} at ${root}`,
      )
  }
})

test('43: a folder inside the restricted root is closed to the team and unknown to clients', async () => {
  const folder = await given({ root: 'restricted', visibility: 'CLIENT' })
  assert.equal((await ask(people.team, folder)).statusCode, 403)
  assert.equal((await ask(people.client, folder)).statusCode, 404)
  assert.equal(
    (await ask(people.client, await given({ root: 'team', visibility: 'CLIENT' }))).statusCode,
    404,
  )
})

test('every read of the restricted folder is recorded in the history, reads of others are not', async () => {
  const folder = await given({ root: 'restricted' })
  await ask(people.admin, 'restricted')
  await ask(people.superadmin, folder)
  await ask(people.team, 'team')
  await ask(people.team, 'restricted')
  const { rows } = await sql<{
    pid: string
    action: string
    actor: string
  }>`select pid, action, actor from history where collection = 'files' order by id`.execute(
    portal.deps.database.kysely,
  )
  assert.deepEqual(rows, [
    { pid: 'restricted', action: 'list', actor: people.admin.pid },
    { pid: folder, action: 'list', actor: people.superadmin.pid },
  ])
})

test('uploads show clients what their own organization handed in, and staff everything', async () => {
  await given({
    root: 'uploads',
    name: 'ours.pdf',
    bytes: Buffer.from('1'),
    visibility: 'CLIENT',
    org: people.client.org,
  })
  await given({
    root: 'uploads',
    name: 'about us.pdf',
    bytes: Buffer.from('1'),
    visibility: 'INTERNAL',
    org: people.client.org,
  })
  const theirs = await given({ root: 'uploads', name: 'theirs', visibility: 'CLIENT', org: stranger.org })
  assert.deepEqual(await names(people.client, 'uploads'), ['ours.pdf'])
  assert.deepEqual(await names(people.team, 'uploads'), ['theirs', 'about us.pdf', 'ours.pdf'])
  assert.equal((await ask(people.client, theirs)).statusCode, 404)
  assert.deepEqual(await names(stranger, theirs), [])
})

test('a client without an organization sees no uploads', async () => {
  const homeless = await portal.given.user({ role: 'client', org: null })
  await given({
    root: 'uploads',
    name: 'of nobody.pdf',
    bytes: Buffer.from('1'),
    visibility: 'CLIENT',
    org: null,
  })
  assert.deepEqual(await names(homeless, 'uploads'), [])
})

test('a client sees files of their own permits that are marked for clients, and none of other organizations', async () => {
  const permit = await permitOf(people.client.org)
  const root = recordRoot('permits', permit)
  await given({ root, name: 'decision.pdf', bytes: Buffer.from('1'), visibility: 'CLIENT' })
  await given({ root, name: 'notes.pdf', bytes: Buffer.from('1') })
  assert.deepEqual(await names(people.client, `permits/${permit}`), ['decision.pdf'])
  assert.deepEqual(await names(people.client, `processed/${permit}`), ['decision.pdf'])
  assert.deepEqual(await names(people.team, `permits/${permit}`), ['decision.pdf', 'notes.pdf'])
  assert.equal((await ask(stranger, `permits/${permit}`)).statusCode, 404)
  assert.equal((await ask(people.client, `permits/${portal.deps.ids.pid()}`)).statusCode, 404)
})

test('files in an internal folder are hidden from clients, whatever their own visibility', async () => {
  const root = recordRoot('permits', await permitOf(people.client.org))
  const folder = await given({ root, name: 'Working papers' })
  const inner = await given({ root, name: 'Shared', parent: folder, visibility: 'CLIENT' })
  assert.equal((await ask(people.client, inner)).statusCode, 404)
  assert.equal((await ask(people.team, inner)).statusCode, 200)
})

test('when a collection is closed to a role, so are its files', async () => {
  assert.equal((await ask(people.team, `users/${people.client.pid}`)).statusCode, 403)
  assert.equal((await ask(people.admin, `users/${people.client.pid}`)).statusCode, 200)
  assert.equal((await ask(people.client, `orgs/${people.client.org ?? ''}`)).statusCode, 200)
  assert.equal((await ask(people.client, `orgs/${stranger.org ?? ''}`)).statusCode, 404)
})

test('deleted and unfinished files are not listed, and deleting a folder closes its subfolders', async () => {
  const gone = await given({ root: 'team', name: 'gone', deletedAt: '2026-11-01T00:00:00Z' })
  const below = await given({ root: 'team', name: 'below', parent: gone })
  await given({ root: 'team', name: 'half.pdf', bytes: Buffer.from('1'), status: 'uploading' })
  assert.deepEqual(await names(people.team, 'team'), [])
  assert.equal((await ask(people.team, gone)).statusCode, 404)
  assert.equal((await ask(people.team, below)).statusCode, 404)
})

test('a page of a folder is answered with the total count when a page is requested', async () => {
  for (let number = 1; number <= 5; number += 1)
    await given({ root: 'team', name: `${number}.pdf`, bytes: Buffer.from('1') })
  const list = FileList.parse((await ask(people.team, 'team', '&page=2&pageSize=2')).json())
  assert.deepEqual(
    list.records.map((record) => record.name),
    ['3.pdf', '4.pdf'],
  )
  assert.deepEqual(list.metadata, { count: 5, page: 2, pageSize: 2 })
  assert.deepEqual(await names(people.team, 'team', '&page=9'), [])
})

test('an empty parent is refused as specified, a malformed one is unknown, and path traversal fails', async () => {
  const empty = await ask(people.team, '')
  assert.equal(empty.statusCode, 400)
  assert.deepEqual(Refused.parse(empty.json()), {
    success: false,
    message: 'Invalid id',
    type: 'validation-failed',
  })
  assert.equal((await portal.send({ method: 'GET', url: '/api/aws/listFiles' }, people.team)).statusCode, 400)
  assert.equal((await ask(people.team, 'team', '&page=0')).statusCode, 400)
  assert.equal((await ask(people.team, 'team', '&parentId=restricted')).statusCode, 400)
  assert.equal((await ask(people.superadmin, 'nul\0')).statusCode, 400)
  const file = await given({ root: 'team', bytes: Buffer.from('1') })
  for (const parentId of [
    '../restricted',
    'team/..',
    'TEAM',
    '/etc/passwd',
    'permits',
    'permits/',
    'permits/x/y',
    '__proto__/x',
    '%2e%2e',
    file,
  ]) {
    const result = await ask(people.superadmin, parentId)
    assert.equal(result.statusCode, 404, parentId)
    assert.equal(Refused.parse(result.json()).success, false)
  }
})

test('a call without a session gets 401 with success false and a message', async () => {
  const result = await ask(undefined, 'team')
  assert.equal(result.statusCode, 401)
  assert.equal(Refused.parse(result.json()).success, false)
  assert.equal(result.headers['content-type'], 'application/problem+json; charset=utf-8')
})
