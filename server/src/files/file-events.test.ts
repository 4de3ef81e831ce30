import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, afterEach, before, test } from 'node:test'
import { FileEvent, maxFileEvents } from '@portal/contract'
import { patchConfiguration } from '#domain/configuration/change-configuration.ts'
import { currentConfiguration } from '#platform/configuration/configuration.ts'
import { publishOwnBuilds } from '#platform/federation/publish.ts'
import { givenBuilds, givenRemoteBuild } from '#test-support/builds.ts'
import { openStream } from '#test-support/event-stream.ts'
import type { EventStream } from '#test-support/event-stream.ts'
import { actorFor } from '#test-support/given.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { givenFile } from './test-support/given-files.ts'
import { uploadsOf } from './test-support/uploading.ts'
import type { Uploads } from './test-support/uploading.ts'

let portal: TestApp
let uploads: Uploads
const open: EventStream[] = []
before(async () => {
  portal = await startTestApp()
  uploads = uploadsOf(portal)
})
afterEach(() => {
  for (const stream of open.splice(0)) stream.close()
})
after(() => portal.close())

async function listenAs(person: Person, lastEventId?: string): Promise<EventStream> {
  const stream = await openStream(portal.app, await portal.given.cookieOf(person), lastEventId)
  open.push(stream)
  return stream
}

const nextEvent = async (stream: EventStream) => FileEvent.parse((await stream.next('file')).data)
const bytes = Buffer.from('%PDF-1.7 a plan')

/** Waits for the event of the record `last` and returns the events before it. */
async function eventsBefore(stream: EventStream, last: string): Promise<FileEvent[]> {
  const found: FileEvent[] = []
  for (let event = await nextEvent(stream); event.pid !== last; event = await nextEvent(stream))
    found.push(event)
  return found
}

test('a colleague’s upload, rename, move and deletion are sent with the affected folders (contract.md 7)', async () => {
  const { admin, team } = await portal.given.everyRole()
  const [plans, old] = [await uploads.folder(team, 'Plans'), await uploads.folder(team, 'Old')]
  const stream = await listenAs(admin)
  const { file } = await uploads.made(team, { parentId: plans, size: bytes.byteLength })
  const { pid } = await uploads.upload(team, bytes, { parentId: plans })
  assert.deepEqual(await nextEvent(stream), {
    collection: 'files',
    pid,
    action: 'create',
    version: 2,
    folders: [plans],
  })
  await uploads.change(team, pid, { name: 'Site plan.pdf' })
  assert.deepEqual(await nextEvent(stream), {
    collection: 'files',
    pid,
    action: 'update',
    version: 3,
    folders: [plans],
  })
  await uploads.change(team, pid, { parentId: old })
  assert.deepEqual(await nextEvent(stream), {
    collection: 'files',
    pid,
    action: 'update',
    version: 4,
    folders: [plans, old],
  })
  await uploads.remove(team, file.pid)
  await uploads.remove(team, pid)
  assert.deepEqual(await nextEvent(stream), {
    collection: 'files',
    pid,
    action: 'delete',
    version: 5,
    folders: [old],
  })
  await uploads.remove(team, old)
  assert.deepEqual(await nextEvent(stream), {
    collection: 'files',
    pid: old,
    action: 'delete',
    version: 2,
    folders: ['team'],
  })
})

test('a client gets events only of files shown to them: hiding is a deletion, showing a creation (contract.md 3)', async () => {
  const [ours, theirs] = [await portal.given.org(), await portal.given.org()]
  const { team, client } = await portal.given.everyRole(ours)
  const neighbour = await portal.given.user({ role: 'client', org: theirs })
  const permit = await portal.crud(team, {
    apiPath: 'permits',
    method: 'POST',
    body: { title: 'Porch', org: ours, permitType: 'BUILDING' },
  })
  const parentId = `permits/${permit.json<{ pid: string }>().pid}`
  const [mine, other, staff] = [await listenAs(client), await listenAs(neighbour), await listenAs(team)]

  const { pid } = await uploads.upload(team, bytes, { parentId })
  await uploads.change(team, pid, { name: 'Not for clients yet.pdf' })
  // Wait until the earlier events are sent, so that they are checked against the visibility of that time.
  while ((await nextEvent(staff)).action !== 'update');
  await uploads.change(team, pid, { visibility: 'CLIENT' })
  assert.deepEqual(await nextEvent(mine), {
    collection: 'files',
    pid,
    action: 'create',
    version: 4,
    folders: [parentId],
  })
  await uploads.change(team, pid, { visibility: 'INTERNAL' })
  assert.deepEqual(await nextEvent(mine), {
    collection: 'files',
    pid,
    action: 'delete',
    version: 5,
    folders: [parentId],
  })

  const hidden = await uploads.folder(team, 'Drafts', parentId)
  await uploads.upload(team, bytes, { parentId: hidden, visibility: 'CLIENT' })
  await uploads.upload(team, bytes)
  const handedIn = await uploads.upload(client, bytes, { parentId: 'uploads' })
  assert.deepEqual(await eventsBefore(mine, handedIn.pid), [])
  const theirsIn = await uploads.upload(neighbour, bytes, { parentId: 'uploads' })
  assert.deepEqual(await nextEvent(other), {
    collection: 'files',
    pid: theirsIn.pid,
    action: 'create',
    version: 2,
    folders: ['uploads'],
  })

  await uploads.change(team, handedIn.pid, { parentId: 'team' })
  assert.deepEqual(await nextEvent(mine), {
    collection: 'files',
    pid: handedIn.pid,
    action: 'delete',
    version: 3,
    folders: ['uploads'],
  })
  assert.deepEqual([mine.rest(), other.rest()].flat(), [])
})

test('administrators get events of the restricted folder, the team does not, and reading it sends none', async () => {
  const { superadmin, admin, team } = await portal.given.everyRole()
  const [above, below] = [await listenAs(superadmin), await listenAs(team)]
  const secret = await uploads.upload(admin, bytes, { parentId: 'restricted' })
  assert.deepEqual(await nextEvent(above), {
    collection: 'files',
    pid: secret.pid,
    action: 'create',
    version: 2,
    folders: ['restricted'],
  })
  await portal.send({ method: 'GET', url: '/api/aws/listFiles?parentId=restricted' }, admin)
  await portal.send({ method: 'GET', url: `/api/files/${secret.pid}/content` }, admin)
  await uploads.change(admin, secret.pid, { parentId: 'team' })
  assert.deepEqual(await nextEvent(above), {
    collection: 'files',
    pid: secret.pid,
    action: 'update',
    version: 3,
    folders: ['restricted', 'team'],
  })
  assert.deepEqual(await nextEvent(below), {
    collection: 'files',
    pid: secret.pid,
    action: 'create',
    version: 3,
    folders: ['team'],
  })
  assert.deepEqual([above.rest(), below.rest()].flat(), [])
})

test('a reader who was offline gets many changes in one folder as one event', async () => {
  const { team } = await portal.given.everyRole()
  const busy = await uploads.folder(team, 'Busy')
  const pids = await Promise.all(
    Array.from({ length: maxFileEvents + 5 }, () =>
      givenFile(portal.deps, { root: 'team', parent: busy, bytes }),
    ),
  )
  const { id } = await (await listenAs(team)).beginning
  for (const pid of pids) await uploads.change(team, pid, { visibility: 'CLIENT' })
  const last = await uploads.folder(team, 'Last')

  const again = await listenAs(team, id)
  assert.deepEqual(
    (await eventsBefore(again, last)).filter(({ folders }) => folders.includes(busy)),
    [{ collection: 'files', pid: '', action: 'bulk', version: 0, folders: [busy] }],
  )
})

test('while the files module is off for a role, that role gets no file events (contract.md 8)', async () => {
  const folder = await givenBuilds()
  const other = await startTestApp({ environment: { buildsDir: folder } })
  try {
    await givenRemoteBuild(folder, { name: 'files', manifest: { apis: ['/api/files'] } })
    await publishOwnBuilds(other.deps)
    const { admin, team } = await other.given.everyRole()
    const configuration = await currentConfiguration(other.deps)
    configuration.roles.team.modules['files'] = false
    await patchConfiguration(other.deps, actorFor(admin), configuration)
    const [off, on] = [
      await openStream(other.app, await other.given.cookieOf(team)),
      await openStream(other.app, await other.given.cookieOf(admin)),
    ]
    open.push(off, on)
    const pid = await uploadsOf(other).folder(admin, 'While off')
    assert.equal((await nextEvent(on)).pid, pid)
    await other.crud(admin, { apiPath: 'tasks', method: 'POST', body: { title: 'After issuance' } })
    assert.equal((await off.next()).event, 'record')
  } finally {
    for (const stream of open.splice(0)) stream.close()
    await other.close()
    await rm(folder, { recursive: true, force: true })
  }
})
