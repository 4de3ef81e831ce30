import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { StorageUse } from '@portal/contract'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { uploadsOf } from './test-support/uploading.ts'

let portal: TestApp
let files: ReturnType<typeof uploadsOf>
before(async () => {
  portal = await startTestApp({
    deps: { disk: { read: async () => ({ freeBytes: 10 ** 12, totalBytes: 10 ** 12 }) } },
  })
  files = uploadsOf(portal)
})
after(() => portal.close())

const ask = (person: Person) => portal.crud(person, { apiPath: 'config/storage', method: 'GET' })

test('administrators see what office, clients and mail store, their limits, and the free space', async () => {
  const admin = await portal.given.user({ role: 'admin' })
  const begun = StorageUse.parse((await ask(admin)).json())
  const org = await portal.given.org({ name: 'Harbor Works' })
  const [one, other] = [
    await portal.given.user({ role: 'client', org }),
    await portal.given.user({ role: 'client', org }),
  ]
  const few = await portal.given.user({ role: 'client', org: await portal.given.org() })
  await files.upload(one, Buffer.alloc(3000), { parentId: 'uploads', name: 'plan.pdf' })
  const { pid } = await files.upload(other, Buffer.alloc(2000), { parentId: 'uploads', name: 'survey.pdf' })
  await files.upload(few, Buffer.alloc(100), { parentId: 'uploads', name: 'deed.pdf' })
  await files.upload(admin, Buffer.alloc(700), { parentId: 'team', name: 'guide.pdf' })
  await portal.deps.database.query('update files set deleted_at = now() where pid = $1', [pid])

  const use = StorageUse.parse((await ask(admin)).json())
  assert.equal(use.organizations.bytes - begun.organizations.bytes, 5100, 'deleted files count still')
  assert.equal(use.organizations.count - begun.organizations.count, 2)
  assert.deepEqual(use.organizations.largest[0], { pid: org, title: 'Harbor Works', bytes: 5000 })
  assert.equal(use.office.bytes - begun.office.bytes, 700)
  assert.equal(use.deleted - begun.deleted, 2000)
  assert.equal(use.office.limit, 1_000 * 1_073_741_824)
  assert.deepEqual(use.disk, { freeBytes: 10 ** 12, totalBytes: 10 ** 12 })
})

test('without files the usage is zero, and without a local disk no disk is reported', async () => {
  const bare = await startTestApp({ deps: { disk: { read: async () => null } } })
  try {
    const admin = await bare.given.user({ role: 'superadmin' })
    const use = StorageUse.parse(
      (await bare.crud(admin, { apiPath: 'config/storage', method: 'GET' })).json(),
    )
    assert.deepEqual([use.organizations.largest, use.mail, use.disk], [[], 0, null])
  } finally {
    await bare.close()
  }
})

test('only administrators can read the storage use', async () => {
  for (const role of ['team', 'client'] as const) {
    const result = await ask(
      await portal.given.user({ role, ...(role === 'client' ? { org: await portal.given.org() } : {}) }),
    )
    assert.equal(result.statusCode, 403)
  }
})
