import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Checklist, AvailableTransitions } from '@portal/contract'
import type { ChecklistItem, Role } from '@portal/contract'
import { givenFile } from '#files/test-support/given-files.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { packagesIn } from '#domain/permits/test-support/packages.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
})
after(() => portal.close())

const { ask, step, act, packageOf, prepared, read } = packagesIn(
  () => portal,
  () => people,
)

/** A sign permit in preparation, whose package has no documents yet. */
async function preparing(): Promise<{ permit: string; pack: string }> {
  const permit = String(
    (
      await ask(
        people.team,
        'POST',
        'permits',
        { title: 'Sign', org: people.client.org, permitType: 'SIGN' },
        201,
      )
    )['pid'],
  )
  for (const to of ['INTAKE_REVIEW', 'IN_PREPARATION']) await step(`permits/${permit}`, to)
  return { permit, pack: await packageOf(permit) }
}
const form = (pack: string) => `rts/${pack}/checklist/APPLICATION_FORM`
const set = (pack: string, body: object, status = 200) => ask(people.team, 'PATCH', form(pack), body, status)
async function formOf(pack: string): Promise<Omit<ChecklistItem, 'documentType' | 'required'>> {
  const found = Checklist.parse((await read(`rts/${pack}`))['checklist']).find(
    ({ documentType }) => documentType === 'APPLICATION_FORM',
  )
  assert.ok(found)
  const { state, file, onPaper, reason } = found
  return { state, file, onPaper, reason }
}
const fileOf = (permit: string, more: object = {}) =>
  givenFile(portal.deps, { root: `permits/${permit}`, bytes: Buffer.from('form'), ...more })
const missing = { state: 'MISSING', file: null, onPaper: false, reason: null }

test('a document can be verified only with a file or a paper copy (contract.md 11.3)', async () => {
  const { permit, pack } = await preparing()
  const refused = await set(pack, { state: 'VERIFIED' }, 409)
  assert.match(String(refused['detail']), /no file.*paper copy/i)
  assert.deepEqual(
    [refused['code'], refused['params']],
    ['document-without-file', { document: 'APPLICATION_FORM' }],
  )
  await set(pack, { state: 'VERIFIED', onPaper: false }, 409)
  await set(pack, { state: 'VERIFIED', file: null }, 409)
  assert.deepEqual(await formOf(pack), missing)

  await set(pack, { state: 'VERIFIED', onPaper: true, reason: 'In the blue folder' })
  assert.deepEqual(await formOf(pack), {
    state: 'VERIFIED',
    file: null,
    onPaper: true,
    reason: 'In the blue folder',
  })
  await set(pack, { state: 'MISSING' })
  assert.deepEqual(await formOf(pack), missing)

  const file = await fileOf(permit)
  await set(pack, { state: 'RECEIVED', file })
  await set(pack, { state: 'VERIFIED' })
  assert.deepEqual(await formOf(pack), { state: 'VERIFIED', file, onPaper: false, reason: null })
})

test('a patch, a bulk update or an import of packages cannot verify a document (contract.md 11.3)', async () => {
  const { pack } = await preparing()
  const checklist = [
    { documentType: 'APPLICATION_FORM', required: true, state: 'VERIFIED', file: null, reason: null },
  ]
  await ask(people.admin, 'PATCH', `rts/${pack}`, { checklist }, 400)
  await ask(people.admin, 'POST', 'rts', { permit: 'x', checklist }, 400)
  const bulk = { where: { pids: [pack] }, set: { checklist } }
  assert.ok(
    (await portal.crud(people.admin, { apiPath: 'rts', method: 'PATCH', body: bulk })).statusCode >= 400,
  )
  assert.deepEqual(await formOf(pack), missing)
})

test('a replaced file must be verified again, and a file the user has not seen is not verified (contract.md 11.3)', async () => {
  const { permit, pack } = await preparing()
  const [first, second] = [await fileOf(permit), await fileOf(permit)]
  await set(pack, { state: 'VERIFIED', file: first, expectedFile: null })
  await set(pack, { state: 'RECEIVED', file: second, expectedFile: first })
  assert.deepEqual(await formOf(pack), { state: 'RECEIVED', file: second, onPaper: false, reason: null })
  const stale = await set(pack, { state: 'VERIFIED', expectedFile: first }, 409)
  assert.equal(stale['type'], 'version-conflict')
  await set(pack, { state: 'VERIFIED', expectedFile: second })
})

test('a file that the virus scanner rejected cannot be a document of a package', async () => {
  const { permit, pack } = await preparing()
  const file = await fileOf(permit)
  await portal.deps.database.query(
    `insert into scans (store_key, state, scanned_at) select store_key, 'infected', now() from files where pid = $1
      on conflict (store_key) do update set state = 'infected' returning store_key`,
    [file],
  )
  assert.match(String((await set(pack, { state: 'VERIFIED', file }, 409))['detail']), /virus was found/)
})

test('a ready package is not verified: only a verification names its verifier (domain.md 1.9)', async () => {
  const { pack } = await prepared()
  const ready = await step(`rts/${pack}`, 'READY')
  assert.deepEqual([ready['status'], ready['verifiedBy'], ready['verifiedAt']], ['READY', null, null])
  const signed = await prepared()
  await act(people.admin, signed.pack, 'VERIFY')
  assert.deepEqual((await step(`rts/${signed.pack}`, 'READY'))['verifiedBy'], {
    pid: people.admin.pid,
    title: people.admin.name,
  })
})

test('a package with a missing document, also one verified without a file earlier, is not ready and says why', async () => {
  const { pack } = await preparing()
  const lacking = async () =>
    AvailableTransitions.parse(await ask(people.team, 'GET', `rts/${pack}/transitions`)).transitions.find(
      ({ to }) => to === 'READY',
    )?.whyNot
  assert.deepEqual(await lacking(), [
    'Application form: missing. Attach a file or mark a paper copy, then verify it, or waive it.',
  ])
  await portal.deps.database.query(
    `update rts set checklist = (select jsonb_agg(i || '{"state": "VERIFIED"}') from jsonb_array_elements(checklist) i) where pid = $1 returning pid`,
    [pack],
  )
  const withoutFile = [
    'Application form: verified without a file. Attach a file or mark a paper copy, then verify it, or waive it.',
  ]
  assert.deepEqual((await step(`rts/${pack}`, 'READY', 409))['unmet'], withoutFile)
})
