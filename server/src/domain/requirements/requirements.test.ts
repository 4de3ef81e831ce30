import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Conditions, RequirementsSettings, seedRequirements } from '@portal/contract'
import type { Requirements, Role } from '@portal/contract'
import { z } from 'zod'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { requirementsClient } from './test-support/requirements-client.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
})
after(() => portal.close())
const ask = apiClient(() => portal)
const { draft, packageFor, permit, settings } = requirementsClient(
  () => portal,
  () => people,
)

const Checklist = z.array(z.looseObject({ documentType: z.string(), required: z.boolean() }))
/** The documents that a new package of the permit needs. */
async function needed(pid: string): Promise<string[]> {
  const { checklist } = await ask(people.team, 'GET', `rts/${await packageFor(pid)}`)
  return Checklist.parse(checklist).flatMap((item) => (item.required ? [item.documentType] : []))
}
async function publish(requirements: Requirements): Promise<RequirementsSettings> {
  const { version } = RequirementsSettings.parse(await draft(requirements))
  return RequirementsSettings.parse(
    await ask(people.admin, 'POST', 'requirements/publish', { version, note: 'Photos' }),
  )
}
/** The requirements of a new portal, with a photo for every sign. */
const withPhotos = (): Requirements => ({
  ...seedRequirements,
  rules: seedRequirements.rules.map((rule) =>
    rule.permitType === 'SIGN' ? { ...rule, required: ['PHOTO'], conditions: ['DAYLIGHT_ONLY'] } : rule,
  ),
})

test('staff read the requirements and administrators change them; clients see neither', async () => {
  const { requirements } = await ask(people.team, 'GET', 'requirements')
  assert.deepEqual(requirements, seedRequirements)
  await ask(people.client, 'GET', 'requirements', undefined, 403)
  const { version } = await settings()
  const body = { version, requirements: seedRequirements }
  for (const person of [people.team, people.client]) await ask(person, 'PATCH', 'requirements', body, 403)
  await ask(people.admin, 'POST', 'requirements/publish', { version }, 409)
})

test('a permit keeps the requirements it began with; one that begins later has those in force', async () => {
  const before = await permit()
  const drafted = RequirementsSettings.parse(await draft(withPhotos()))
  const [affected] = drafted.draft?.affected ?? []
  assert.deepEqual(
    { ...affected, count: (affected?.count ?? 0) > 0 },
    {
      authority: null,
      permitType: 'SIGN',
      more: ['PHOTO'],
      less: [],
      isOtherwiseChanged: true,
      differences: {
        documents: [{ documentType: 'PHOTO', from: 'OPTIONAL', to: 'REQUIRED' }],
        conditions: [
          { code: 'INSURANCE_PROVEN', change: 'dropped', text: 'Proof of insurance on file.' },
          { code: 'FINAL_INSPECTION', change: 'dropped', text: 'Final inspection passed.' },
          { code: 'DAYLIGHT_ONLY', change: 'added', text: 'Daylight travel only.' },
        ],
        fees: { added: [], dropped: [], changed: [] },
        departments: { added: [], dropped: [] },
      },
      count: true,
    },
  )
  assert.equal(drafted.draft?.changes.length, 1)
  const { published, versions } = await publish(withPhotos())
  const later = await permit()
  assert.deepEqual(await needed(before), ['APPLICATION_FORM'])
  assert.deepEqual(await needed(later), ['APPLICATION_FORM', 'PHOTO'])
  const codes = async (pid: string) =>
    Conditions.parse(await ask(people.team, 'GET', `permits/${pid}/conditions`)).library.map(
      ({ code }) => code,
    )
  assert.ok((await codes(before)).includes('FINAL_INSPECTION'))
  assert.deepEqual(await codes(later), ['LICENCE_VALID', 'PERMIT_ON_SITE', 'DAYLIGHT_ONLY'])
  assert.equal((await ask(people.team, 'GET', `permits/${before}`))['requirementsNumber'], 0)
  assert.equal((await ask(people.team, 'GET', `permits/${later}`))['requirementsNumber'], published)
  for (const [pid, number, isOther] of [
    [before, 0, true],
    [later, published, false],
  ] as const) {
    const of = await ask(people.team, 'GET', `permits/${pid}/requirements`)
    assert.deepEqual([of['number'], of['inForce']], [number, { number: published, isOther }])
  }
  const own = await ask(people.team, 'GET', `permits/${later}/requirements`)
  assert.deepEqual([own['number'], own['required']], [published, ['APPLICATION_FORM', 'PHOTO']])
  await ask(people.client, 'GET', `permits/${later}/requirements`, undefined, 403)
  assert.equal(versions[0]?.note, 'Photos')
  const now = await settings()
  assert.equal(now.versions.find(({ number }) => number === published)?.openPermits, 1)
})

test('an earlier version is published again, and a new number is given to it', async () => {
  const { published } = await publish(withPhotos())
  const { version } = await settings()
  const reverted = RequirementsSettings.parse(
    await ask(people.admin, 'POST', 'requirements/revert', { version, to: 0 }),
  )
  assert.deepEqual([reverted.published, reverted.requirements], [published + 1, seedRequirements])
  assert.equal(reverted.versions[0]?.revertedTo, 0)
  assert.deepEqual(await needed(await permit()), ['APPLICATION_FORM'])
  const body = { version: reverted.version, to: 999 }
  await ask(people.admin, 'POST', 'requirements/revert', body, 400)
})

test('the second of two editors learns what the first one saved', async () => {
  const { version } = await settings()
  await draft(withPhotos())
  const refused = await ask(
    people.superadmin,
    'PATCH',
    'requirements',
    { version, requirements: seedRequirements },
    409,
  )
  assert.deepEqual(RequirementsSettings.parse(refused['current']).draft?.requirements, withPhotos())
})

test('rules for unknown agencies, types and conditions are refused, each by name', async () => {
  const { version } = await settings()
  const [rule] = seedRequirements.rules
  const requirements = {
    ...seedRequirements,
    rules: [{ ...rule, authority: 'NOWHERE', permitType: 'CASTLE', conditions: ['UNHEARD_OF'] }],
  }
  const { errors } = await ask(people.admin, 'PATCH', 'requirements', { version, requirements }, 400)
  const details = z.array(z.object({ detail: z.string() })).parse(errors)
  assert.deepEqual(
    details.map(({ detail }) => detail),
    [
      'There is no permit type with the code CASTLE.',
      'There is no condition with the code UNHEARD_OF.',
      'There is no agency with the short code NOWHERE.',
    ],
  )
})

test('a new city asks for its own documents, as soon as its rule is published', async () => {
  await ask(people.admin, 'POST', 'authorities', { name: 'City of Calgary', shortCode: 'CALGARY' }, 201)
  const [rule] = seedRequirements.rules
  assert.ok(rule)
  await publish({
    ...seedRequirements,
    rules: [
      ...seedRequirements.rules,
      { ...rule, authority: 'CALGARY', permitType: 'SIGN', required: ['SITE_PLAN'], optional: [] },
    ],
  })
  assert.deepEqual(await needed(await permit({ authority: 'CALGARY' })), ['APPLICATION_FORM', 'SITE_PLAN'])
  assert.deepEqual(await needed(await permit()), ['APPLICATION_FORM'])
})
