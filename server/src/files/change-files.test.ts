import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { after, before, beforeEach, test } from 'node:test'
import { FileResponse, FileList, fileContentUrl } from '@portal/contract'
import type { Role } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { sweepFiles } from './sweep-files.ts'
import { givenFile } from './test-support/given-files.ts'
import { uploadsOf } from './test-support/uploading.ts'
import type { Uploads } from './test-support/uploading.ts'

let portal: TestApp
let people: Record<Role, Person>
let stranger: Person
let files: Uploads
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  stranger = await portal.given.user({ role: 'client', org: await portal.given.org() })
  files = uploadsOf(portal)
})
after(() => portal.close())
beforeEach(async () => {
  await sql`delete from files`.execute(portal.deps.database.kysely)
  await sql`delete from history where collection = 'files'`.execute(portal.deps.database.kysely)
})

async function names(person: Person, parentId: string): Promise<string[]> {
  const response = await portal.send(
    { method: 'GET', url: `/api/aws/listFiles?parentId=${encodeURIComponent(parentId)}` },
    person,
  )
  assert.equal(response.statusCode, 200, response.body)
  return FileList.parse(response.json()).records.map(({ name }) => name)
}

async function changed(person: Person, pid: string, body: unknown): Promise<FileResponse['file']> {
  const result = await files.change(person, pid, body)
  assert.equal(result.statusCode, 200, result.body)
  return FileResponse.parse(result.json()).file
}

const statusOfContent = async (person: Person, pid: string) =>
  (await portal.send({ method: 'GET', url: fileContentUrl(pid) }, person)).statusCode

test('76: an empty id is refused as specified, a foreign id is not found, and a folder is deleted with its contents', async () => {
  for (const query of ['', '?fileId=']) {
    const response = await portal.send({ method: 'DELETE', url: `/api/aws/deleteFile${query}` }, people.admin)
    assert.deepEqual([response.statusCode, response.json<{ message: string }>().message], [400, 'Invalid id'])
  }
  const theirs = await givenFile(portal.deps, {
    root: 'uploads',
    bytes: randomBytes(5),
    visibility: 'CLIENT',
    org: stranger.org,
  })
  assert.equal((await files.remove(people.client, theirs)).statusCode, 404)
  assert.equal((await files.remove(undefined, theirs)).statusCode, 401)

  const outer = await files.folder(people.team, 'Outer')
  const inner = await files.folder(people.team, 'Inner', outer)
  const below = await files.upload(people.team, randomBytes(5), { parentId: inner })
  const beside = await files.upload(people.team, randomBytes(5), { name: 'beside.pdf' })
  const result = await files.remove(people.team, outer)
  assert.deepEqual([result.statusCode, result.json()], [200, { success: true, message: 'OK' }])
  assert.deepEqual(await names(people.team, 'team'), ['beside.pdf'])
  assert.deepEqual(
    [await statusOfContent(people.team, below.pid), await statusOfContent(people.team, beside.pid)],
    [404, 200],
  )
  for (const pid of [outer, inner, below.pid])
    assert.equal((await files.remove(people.admin, pid)).statusCode, 404)
})

test('administrators delete any file, the team its own, clients what they have not handed in (domain.md 5)', async () => {
  const ours = await files.upload(people.admin, randomBytes(5))
  assert.equal((await files.remove(people.team, ours.pid)).statusCode, 403)
  assert.equal((await files.remove(people.superadmin, ours.pid)).statusCode, 200)
  assert.equal(
    (await files.remove(people.team, (await files.upload(people.team, randomBytes(5))).pid)).statusCode,
    200,
  )

  const handedIn = await files.upload(people.client, randomBytes(5), { parentId: 'uploads' })
  assert.equal((await files.remove(people.client, handedIn.pid)).statusCode, 403)
  const unfinished = await files.made(people.client, { parentId: 'uploads' })
  assert.equal((await files.remove(people.client, unfinished.file.pid)).statusCode, 200)
  const mixed = await files.folder(people.team, 'Mixed')
  await files.upload(people.admin, randomBytes(5), { parentId: mixed })
  assert.equal((await files.remove(people.team, mixed)).statusCode, 403)
})

test('the creator of a failed folder upload can delete it with the files that arrived (specification.md 4)', async () => {
  const folder = await files.folder(people.client, 'Half', 'uploads')
  await files.upload(people.client, randomBytes(5), { parentId: folder })
  await files.made(people.client, { parentId: folder, name: 'never.pdf' })
  const old = await files.folder(people.client, 'Long ago', 'uploads')
  await files.upload(people.client, randomBytes(5), { parentId: old })
  await sql`update files set created_at = created_at - interval '2 days' where pid = ${old}`.execute(
    portal.deps.database.kysely,
  )
  assert.equal((await files.remove(people.client, folder)).statusCode, 200)
  assert.equal((await files.remove(people.client, old)).statusCode, 403)
})

test('deleting a folder makes everything in it inaccessible, including unfinished uploads', async () => {
  const folder = await files.folder(people.team, 'Closing')
  const { file, signedUrl } = await files.made(people.team, { parentId: folder, size: 5 })
  await files.put(signedUrl, randomBytes(5))
  await files.remove(people.team, folder)
  assert.equal((await files.done(people.team, file.pid)).statusCode, 404)
  assert.equal((await files.create(people.team, files.body({ parentId: folder }))).statusCode, 404)
  assert.equal((await files.change(people.team, file.pid, { name: 'x' })).statusCode, 404)
})

test('a file can be renamed and moved, and a name that is taken gets a number', async () => {
  const folder = await files.folder(people.team, 'Target')
  await files.upload(people.team, randomBytes(5), { name: 'plan.pdf', parentId: folder })
  const { pid } = await files.upload(people.team, randomBytes(5), { name: 'plan.pdf' })
  assert.equal((await changed(people.admin, pid, { name: 'Plan.pdf' })).name, 'Plan.pdf')
  const moved = await changed(people.team, pid, { parentId: folder })
  assert.deepEqual(
    [moved.name, moved.parentId, moved.updatedBy?.pid],
    ['Plan (1).pdf', folder, people.team.pid],
  )
  assert.deepEqual(
    [await names(people.team, 'team'), await names(people.team, folder)],
    [['Target'], ['Plan (1).pdf', 'plan.pdf']],
  )
  for (const name of ['', 'a/b', '.env'])
    assert.equal((await files.change(people.team, pid, { name })).statusCode, 400, name)
  for (const body of [{}, { owner: 'x' }, { parentId: 5 }])
    assert.equal((await files.change(people.team, pid, body)).statusCode, 400)
  assert.equal((await files.change(people.client, pid, { name: 'x' })).statusCode, 403)
})

test('a folder moves to another root with its contents, so a client’s files can be filed at their permit', async () => {
  const permit = portal.deps.ids.pid()
  await sql`insert into permits (pid, title, org, status, bucket) values (${permit}, 'Permit', ${people.client.org}, 'SUBMITTED', 'processing')`.execute(
    portal.deps.database.kysely,
  )
  const folder = await files.folder(people.client, 'Package', 'uploads')
  const { pid } = await files.upload(people.client, randomBytes(5), { parentId: folder, name: 'form.pdf' })
  const moved = await changed(people.team, folder, { parentId: `permits/${permit}` })
  assert.deepEqual([moved.root, moved.org], [`permits/${permit}`, null])
  assert.deepEqual(
    [await names(people.client, 'uploads'), await names(people.client, `permits/${permit}`)],
    [[], ['Package']],
  )
  assert.deepEqual(await names(people.client, folder), ['form.pdf'])
  assert.deepEqual(
    [await statusOfContent(people.client, pid), await statusOfContent(stranger, pid)],
    [200, 404],
  )
  await changed(people.admin, folder, { parentId: 'restricted' })
  assert.deepEqual(
    [await statusOfContent(people.client, pid), await statusOfContent(people.team, pid)],
    [404, 403],
  )
})

test('staff can show a file to clients and hide it again', async () => {
  const folder = await files.folder(people.client, 'Ours', 'uploads')
  const { pid } = await files.upload(people.team, randomBytes(5), {
    parentId: folder,
    name: 'reply.pdf',
    visibility: 'INTERNAL',
  })
  assert.equal(await statusOfContent(people.client, pid), 404)
  await changed(people.team, pid, { visibility: 'CLIENT' })
  assert.equal(await statusOfContent(people.client, pid), 200)
  await changed(people.team, folder, { visibility: 'INTERNAL' })
  assert.equal(await statusOfContent(people.client, pid), 404)
})

test('the client’s people are alerted to a file that is shared with them, with a link they can open', async () => {
  const body = { title: 'Quay wall', org: people.client.org, permitType: 'SIGN' }
  const made = await portal.crud(people.admin, { apiPath: 'permits', method: 'POST', body })
  const parentId = `permits/${made.json<{ pid: string }>().pid}`
  const told = async (person: Person) => {
    const alerts = await portal.crud(person, {
      apiPath: 'alerts',
      method: 'GET',
      query: { filter: { title: { startsWith: 'Shared with you' } } },
    })
    const { alerts: list } = alerts.json<{ alerts: { title: string; link: string }[] }>()
    return list
      .filter(({ link }) => link.includes(parentId.replace('permits/', '')))
      .map(({ title, link }) => [title, link])
  }
  const plan = await files.upload(people.team, randomBytes(5), {
    parentId,
    name: 'plan.pdf',
    visibility: 'INTERNAL',
  })
  const folder = (
    await files.made(people.team, {
      name: 'Internal',
      parentId,
      size: 0,
      mimeType: 'folder',
      visibility: 'INTERNAL',
    })
  ).file.pid
  const draft = await files.upload(people.team, randomBytes(5), {
    parentId: folder,
    name: 'draft.pdf',
    visibility: 'INTERNAL',
  })
  assert.deepEqual(await told(people.client), [])
  await changed(people.team, plan.pid, { visibility: 'CLIENT' })
  await changed(people.team, plan.pid, { visibility: 'CLIENT' })
  await changed(people.team, draft.pid, { visibility: 'CLIENT' })
  const pid = parentId.replace('permits/', '')
  assert.deepEqual(await told(people.client), [
    ['Shared with you: plan.pdf', `/permits/processing/${pid}?tab=Files&file=${plan.pid}`],
  ])
  assert.deepEqual(await told(stranger), [])
})

test('the history records who created, changed and deleted a file', async () => {
  const { pid } = await files.upload(people.team, randomBytes(5), { name: 'old.pdf' })
  await changed(people.admin, pid, { name: 'new.pdf' })
  await files.remove(people.admin, pid)
  const { rows } = await sql<{
    action: string
    actor: string
    changes: unknown
  }>`select action, actor, changes from history
    where collection = 'files' and pid = ${pid} order by id`.execute(portal.deps.database.kysely)
  assert.deepEqual(rows, [
    { action: 'create', actor: people.team.pid, changes: [] },
    {
      action: 'update',
      actor: people.admin.pid,
      changes: [{ field: 'name', from: 'old.pdf', to: 'new.pdf' }],
    },
    { action: 'delete', actor: people.admin.pid, changes: [{ field: 'name', from: 'new.pdf', to: null }] },
  ])
})

test('the sweep removes abandoned uploads, files deleted 30 days ago and orphaned objects, and nothing else', async () => {
  const { store, database, clock } = portal.deps
  const keysOf = async () =>
    new Set((await Array.fromAsync(store.list())).map(({ key, kind }) => `${kind} ${key}`))
  const columns = async (pid: string) => {
    const text = 'select upload_key, store_key from files where pid = $1'
    const [row] = await database.query(
      text,
      [pid],
      z.object({ upload_key: z.string(), store_key: z.string().nullable() }),
    )
    assert.ok(row)
    return row
  }
  const kept = await files.upload(people.team, randomBytes(5), { name: 'kept.pdf' })
  const folder = await files.folder(people.team, 'Deleted')
  const deleted = await files.upload(people.team, randomBytes(5), { parentId: folder })
  const givenUp = await files.made(people.team, { name: 'given up.pdf', size: 5 })
  await files.put(givenUp.signedUrl, randomBytes(5))
  const [keptKey, deletedKey, lostKey] = [
    `object ${(await columns(kept.pid)).store_key}`,
    `object ${(await columns(deleted.pid)).store_key}`,
    'f'.repeat(32),
  ]
  await givenFile(portal.deps, { root: 'team', name: 'shares bytes', bytes: randomBytes(5) })
  await store.put(lostKey, Readable.from([Buffer.from('x')]), { size: 1 })

  // The store uses the machine's time, so the sweep runs with a clock ahead of both.
  const at = (days: number) => ({
    ...portal.deps,
    clock: { now: () => new Date(Math.max(Date.now(), clock.now().getTime()) + days * 86_400_000) },
  })
  await sweepFiles(at(0.5))
  assert.ok((await keysOf()).isSupersetOf(new Set([keptKey, deletedKey, `object ${lostKey}`])))

  await files.remove(people.team, folder)
  await sweepFiles(at(2))
  const afterTwoDays = await keysOf()
  assert.deepEqual(
    [keptKey, deletedKey, `object ${lostKey}`].map((key) => afterTwoDays.has(key)),
    [true, true, false],
  )
  assert.ok(![...afterTwoDays].some((key) => key.startsWith('upload ')))
  assert.equal((await database.query('select pid from files where pid = $1', [givenUp.file.pid])).length, 0)

  await sweepFiles(at(40))
  const afterForty = await keysOf()
  assert.deepEqual(
    [keptKey, deletedKey].map((key) => afterForty.has(key)),
    [true, false],
  )
  assert.equal(await statusOfContent(people.team, kept.pid), 200)
  assert.deepEqual(await sweepFiles(at(40)), { rows: 0, objects: 0, restored: 0, purged: 1 })
})

test('office uploads alert the client’s people who can open them, once per folder until the alert is read', async () => {
  const body = { title: 'Harbor gate', org: people.client.org, permitType: 'SIGN' }
  const made = await portal.crud(people.admin, { apiPath: 'permits', method: 'POST', body })
  const { pid } = made.json<{ pid: string }>()
  const parentId = `permits/${pid}`
  const told = async () => {
    const alerts = await portal.crud(people.client, {
      apiPath: 'alerts',
      method: 'GET',
      query: { filter: { title: { startsWith: 'New files' } } },
    })
    const { alerts: list } = alerts.json<{
      alerts: { pid: string; version: number; title: string; message: string; link: string }[]
    }>()
    return list.filter(({ link }) => link.includes(pid))
  }
  await files.upload(people.team, randomBytes(5), { parentId, name: 'internal.pdf', visibility: 'INTERNAL' })
  await files.upload(people.client, randomBytes(5), { parentId, name: 'ours.pdf' })
  assert.deepEqual(await told(), [])
  const shown = (
    await files.made(people.team, {
      name: 'Certificates',
      parentId,
      size: 0,
      mimeType: 'folder',
      visibility: 'CLIENT',
    })
  ).file.pid
  await Promise.all(
    ['a.pdf', 'b.pdf', 'c.pdf'].map((name) =>
      files.upload(people.team, randomBytes(5), { parentId: shown, name }),
    ),
  )
  const [alert, ...others] = await told()
  assert.ok(alert)
  assert.deepEqual(
    [alert.title, alert.link, others.length],
    ['New files for you in Certificates', `/permits/processing/${pid}?tab=Files&folder=${shown}`, 0],
  )
  assert.match(alert.message, /^The permit office uploaded "[abc]\.pdf"\./)
  const read = await portal.crud(people.client, {
    apiPath: `alerts/${alert.pid}`,
    method: 'PATCH',
    body: { isRead: true },
  })
  assert.equal(read.statusCode, 200)
  await files.upload(people.team, randomBytes(5), { parentId: shown, name: 'd.pdf' })
  assert.equal((await told()).length, 2)
})
