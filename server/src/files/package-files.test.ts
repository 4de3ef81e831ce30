import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Role } from '@portal/contract'
import { z } from 'zod'
import { packagesIn } from '#domain/permits/test-support/packages.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { uploadsOf } from './test-support/uploading.ts'
import type { Uploads } from './test-support/uploading.ts'

let portal: TestApp
let people: Record<Role, Person>
let files: Uploads
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  files = uploadsOf(portal)
})
after(() => portal.close())

const { ask, step, act, prepared, setSecondPerson, read } = packagesIn(
  () => portal,
  () => people,
)

/** A verified and approved package whose permit is ready to submit. */
async function signed() {
  const made = await prepared()
  await act(people.admin, made.pack, 'VERIFY')
  await act(people.team, made.pack, 'ASK')
  await act(people.client, made.pack, 'APPROVE')
  await step(`rts/${made.pack}`, 'READY')
  return made
}
const standing = async (pack: string) => {
  const { status, verifiedBy, clientApprovedAt } = await read(`rts/${pack}`)
  return { status, isVerified: verifiedBy !== null, isApproved: clientApprovedAt !== null }
}
const asSigned = { status: 'READY', isVerified: true, isApproved: true }
const asChanged = { status: 'COLLECTING', isVerified: false, isApproved: false }

test('a new file of a permit, also from its client, revokes the sign-off of a package (domain.md 1.9)', async () => {
  for (const person of [people.team, people.client]) {
    const { permit, pack } = await signed()
    await files.upload(person, randomBytes(5), { parentId: `permits/${permit}` })
    assert.deepEqual(await standing(pack), asChanged)
    assert.equal((await read(`permits/${permit}`))['status'], 'IN_PREPARATION')
    const told = await portal.deps.database.query(
      `select title from alerts where "user" = $1 and related_pid = $2 and title like 'Approval requested again%'`,
      [people.client.pid, pack],
      z.object({ title: z.string() }),
    )
    assert.equal(told.length, person === people.client ? 0 : 1)
  }
})

test('renaming a file keeps the sign-off of a package; moving it away or deleting it revokes it (domain.md 1.9)', async () => {
  const { permit, pack } = await prepared()
  const parentId = `permits/${permit}`
  const [plan, photo] = [
    await files.upload(people.team, randomBytes(5), { parentId }),
    await files.upload(people.team, randomBytes(6), { parentId }),
  ]
  const sign = async () => {
    await act(people.admin, pack, 'VERIFY')
    await act(people.team, pack, 'ASK')
    await act(people.client, pack, 'APPROVE')
    await step(`rts/${pack}`, 'READY')
  }
  await sign()
  assert.equal((await files.change(people.team, plan.pid, { name: 'Other.pdf' })).statusCode, 200)
  await files.folder(people.team, 'Nothing in it', parentId)
  assert.deepEqual(await standing(pack), asSigned)
  assert.equal((await files.change(people.team, plan.pid, { parentId: 'team' })).statusCode, 200)
  assert.deepEqual(await standing(pack), asChanged)
  await sign()
  assert.equal((await files.remove(people.team, photo.pid)).statusCode, 200)
  assert.deepEqual(await standing(pack), asChanged)
})

test('files added after a submission do not change the submitted package (domain.md 1.9)', async () => {
  const { permit, pack } = await signed()
  await step(`rts/${pack}`, 'SUBMITTED')
  const sent = await read(`rts/${pack}`)
  await files.upload(people.client, randomBytes(5), { parentId: `permits/${permit}` })
  assert.deepEqual(await read(`rts/${pack}`), sent)
})

test('an approval is refused when files were added, replaced or deleted since the client looked (domain.md 1.9)', async () => {
  const { permit, pack } = await prepared()
  await act(people.team, pack, 'ASK')
  const [onPermit, onPackage] = [`permits/${permit}`, `rts/${pack}`]
  const plan = await files.upload(people.team, randomBytes(5), { parentId: onPermit, name: 'Plan.pdf' })
  const changes: (() => Promise<unknown>)[] = [
    () => files.upload(people.client, randomBytes(5), { parentId: onPermit }),
    () => files.upload(people.team, randomBytes(5), { parentId: onPackage }),
    () => files.upload(people.team, randomBytes(5), { parentId: onPermit, name: 'Plan.pdf' }),
    () => files.remove(people.team, plan.pid),
    () => ask(people.team, 'PATCH', `rts/${pack}/checklist/PHOTO`, { state: 'RECEIVED' }),
  ]
  for (const change of changes) {
    const { version } = await read(`rts/${pack}`)
    await change()
    const refused = await act(people.client, pack, 'APPROVE', { version }, 409)
    assert.equal(refused['detail'], 'The package changed after you opened it. Review it again.')
    assert.equal(Reflect.get(Object(refused['current']), 'clientApprovedAt'), null)
  }
  const { version, contentsChangedAt, clientAskedAt } = await ask(people.client, 'GET', `rts/${pack}`)
  assert.ok(String(contentsChangedAt) >= String(clientAskedAt))
  const approved = await act(people.client, pack, 'APPROVE', { version })
  assert.equal(typeof approved['clientApprovedAt'], 'string')
})

test('a second person cannot verify files they have not seen; a package’s own files are submitted too (domain.md 1.9)', async () => {
  await setSecondPerson(true)
  try {
    const { pack } = await prepared()
    const seen = await read(`rts/${pack}`)
    const file = await files.upload(people.team, randomBytes(5), { parentId: `rts/${pack}` })
    await act(people.admin, pack, 'VERIFY', { version: seen['version'] }, 409)
    await act(people.admin, pack, 'VERIFY', { version: (await read(`rts/${pack}`))['version'] })
    await step(`rts/${pack}`, 'READY')
    await step(`rts/${pack}`, 'SUBMITTED')
    assert.deepEqual((await read(`rts/${pack}`))['frozenFiles'], [file.pid])
  } finally {
    await setSecondPerson(false)
  }
})

test('files uploaded while a package is signed are never approved unseen, and no call blocks', async () => {
  const { permit, pack } = await prepared()
  await act(people.team, pack, 'ASK')
  await act(people.client, pack, 'APPROVE')
  const upload = () => files.upload(people.team, randomBytes(5), { parentId: `permits/${permit}` })
  await Promise.all([upload(), act(people.admin, pack, 'VERIFY'), upload(), upload()])
  assert.equal((await standing(pack)).isApproved, false)
})
