import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Checklist, FileList } from '@portal/contract'
import type { Role } from '@portal/contract'
import { z } from 'zod'
import { purgeDeleted } from '#engine/write/purge-deleted.ts'
import { packagesIn } from '#domain/permits/test-support/packages.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { importFile } from '#import/test-support/import-file.ts'
import { sweepFiles } from './sweep-files.ts'
import { uploadsOf } from './test-support/uploading.ts'
import type { Uploads } from './test-support/uploading.ts'

let portal: TestApp
let people: Record<Role, Person>
let files: Uploads
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole(await portal.given.org({ name: 'Acme' }))
  files = uploadsOf(portal)
})
after(() => portal.close())

const { ask, step, packageOf, prepared, read } = packagesIn(
  () => portal,
  () => people,
)

const dayMs = 86_400_000
const named = (text: string, ...values: readonly unknown[]) =>
  portal.deps.database.query(text, values, z.object({ pid: z.string() }))
const isThere = async (pid: string) =>
  (await named('select pid from files where pid = $1 and deleted_at is null', pid)).length === 1

interface Sent {
  permit: string
  pack: string
  number: string
  folder: string
  /** One at the top level, one in the folder, one of the package. */
  pids: string[]
}

/** Creates a permit whose package was submitted with three files. */
async function submitted(made?: { permit: string; pack: string }): Promise<Sent> {
  const { permit, pack } = made ?? (await prepared())
  const root = `permits/${permit}`
  const folder = await files.folder(people.team, 'Plans', root)
  const pids: string[] = []
  for (const parentId of [root, folder, `rts/${pack}`])
    pids.push((await files.upload(people.team, randomBytes(8), { parentId })).pid)
  await step(`rts/${pack}`, 'READY')
  await step(`rts/${pack}`, 'SUBMITTED')
  const sent = await read(`rts/${pack}`)
  assert.deepEqual(sent['frozenFiles'], pids.toSorted())
  return { permit, pack, number: String(sent['refNo']), folder, pids }
}

test('nobody can delete or move a file of a submitted package, and the answer says why (contract.md 11.3)', async () => {
  const { permit, number, pack, folder, pids } = await submitted()
  const folderPaths = [...pids, folder].flatMap((pid) => [
    (person: Person) => files.remove(person, pid),
    (person: Person) => files.change(person, pid, { parentId: 'team' }),
  ])
  for (const folderPath of folderPaths) {
    for (const role of ['superadmin', 'admin', 'team'] as const) {
      const result = await folderPath(people[role])
      assert.equal(result.statusCode, 409, result.body)
      const told = result.json<{ message: string; code: string; params: { package: string } }>()
      assert.match(
        told.message,
        new RegExp(`submitted with ${number} and can’t be deleted, moved or replaced`),
      )
      assert.deepEqual([told.code, told.params.package], ['file-submitted', pack])
    }
  }
  for (const pid of [...pids, folder]) assert.ok(await isThere(pid))
  const list = async (parentId: string) =>
    FileList.parse(
      (
        await portal.send(
          { method: 'GET', url: `/api/aws/listFiles?parentId=${encodeURIComponent(parentId)}` },
          people.team,
        )
      ).json(),
    ).records
  assert.deepEqual(
    (await list(`permits/${permit}`)).map(({ submittedWith }) => submittedWith),
    [
      { pid: pack, title: number },
      { pid: pack, title: number },
    ],
  )
})

test('a client’s file of a submitted package is kept too, while files added later can be deleted', async () => {
  const { permit, pack } = await prepared()
  const parentId = `permits/${permit}`
  const own = await files.upload(people.client, randomBytes(8), { parentId })
  await step(`rts/${pack}`, 'READY')
  await step(`rts/${pack}`, 'SUBMITTED')
  assert.equal((await files.remove(people.client, own.pid)).statusCode, 409)
  const later = await files.upload(people.team, randomBytes(8), { parentId })
  assert.equal((await files.remove(people.team, later.pid)).statusCode, 200)
  assert.equal((await files.change(people.team, own.pid, { name: 'Other.pdf' })).statusCode, 200)
})

test('documents of a submitted package cannot be replaced, and its files stay locked in the next cycle', async () => {
  const { permit, pack, pids } = await submitted()
  const { pid: other } = await files.upload(people.team, randomBytes(8), { parentId: `permits/${permit}` })
  await ask(
    people.team,
    'PATCH',
    `rts/${pack}/checklist/APPLICATION_FORM`,
    { state: 'RECEIVED', file: other },
    409,
  )
  await step(`permits/${permit}`, 'CORRECTIONS_REQUIRED')
  const next = await packageOf(permit)
  assert.notEqual(next, pack)
  await ask(people.team, 'PATCH', `rts/${next}/checklist/APPLICATION_FORM`, {
    state: 'RECEIVED',
    file: other,
  })
  for (const pid of pids) assert.equal((await files.remove(people.admin, pid)).statusCode, 409)
})

test('undo of an import keeps a permit with a submitted package and its files', async () => {
  const mapping = JSON.stringify({ title: 'Name', org: 'Client', permitType: { value: 'SIGN' } })
  const job = await importFile(portal, {
    file: 'Name,Client\nImported,Acme\n',
    fields: { mapping },
    as: people.admin,
  })
  const [row] = await named("select pid from permits where title = 'Imported'")
  const permit = row?.pid ?? ''
  for (const to of ['INTAKE_REVIEW', 'IN_PREPARATION']) await step(`permits/${permit}`, to)
  const pack = await packageOf(permit)
  await ask(people.team, 'PATCH', `rts/${pack}/checklist/APPLICATION_FORM`, {
    state: 'VERIFIED',
    onPaper: true,
  })
  const { pids } = await submitted({ permit, pack })
  const undone = await portal.send({ method: 'POST', url: `/api/jobs/${job.id}/undo` }, people.admin)
  assert.ok(undone.statusCode < 300, undone.body)
  assert.equal((await read(`permits/${permit}`))['title'], 'Imported')
  for (const pid of pids) assert.ok(await isThere(pid))
})

test('deleting or moving the file of a document makes it missing and reopens a ready package', async () => {
  const { permit, pack } = await prepared()
  const item = `rts/${pack}/checklist/APPLICATION_FORM`
  const itemNow = async () => Checklist.parse((await read(`rts/${pack}`))['checklist'])[0]
  for (const leave of [
    (pid: string) => files.remove(people.team, pid),
    (pid: string) => files.change(people.team, pid, { parentId: 'team' }),
  ]) {
    const { pid } = await files.upload(people.team, randomBytes(8), { parentId: `permits/${permit}` })
    await ask(people.team, 'PATCH', item, { state: 'VERIFIED', file: pid })
    await step(`rts/${pack}`, 'READY')
    assert.equal((await leave(pid)).statusCode, 200)
    const found = await itemNow()
    assert.deepEqual([found?.state, found?.file], ['MISSING', null])
    assert.equal((await read(`rts/${pack}`))['status'], 'COLLECTING')
    assert.equal((await read(`permits/${permit}`))['status'], 'IN_PREPARATION')
  }
})

test('files of a submitted package survive deletion of the records, the sweep and the undo of an import', async () => {
  const sent = await submitted()
  await ask(people.admin, 'DELETE', `rts/${sent.pack}`)
  const [one = '', inFolder = ''] = sent.pids
  assert.equal((await files.remove(people.admin, one)).statusCode, 409)
  await ask(people.admin, 'DELETE', `permits/${sent.permit}`)
  // Sessions expire here, so this test must be the last.
  portal.clock.pass(40 * dayMs)
  await purgeDeleted(portal.deps)
  await sweepFiles(portal.deps)
  for (const pid of sent.pids) assert.ok(await isThere(pid))
  await assert.rejects(
    named('update files set deleted_at = now() where pid = $1 returning pid', inFolder),
    /was submitted with a package/,
  )
  await assert.rejects(
    named("update files set root = 'team' where pid = $1 returning pid", one),
    /was submitted with a package/,
  )
  await assert.rejects(
    named('delete from files where pid = $1 returning pid', one),
    /was submitted with a package/,
  )
})
