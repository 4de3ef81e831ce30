import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AvailableTransitions, CreatedPid, PermitLibraryView } from '@portal/contract'
import type { LibraryAttribute, PermitLibrary, Role } from '@portal/contract'
import { z } from 'zod'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let people: Record<Role, Person>
let org: string
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  org = people.client.org ?? assert.fail('a client has an organization')
})
after(() => portal.close())
const ask = apiClient(() => portal)

const attribute = (given: Partial<LibraryAttribute> & Pick<LibraryAttribute, 'name' | 'label'>) => ({
  type: 'number' as const,
  masked: true,
  permitTypes: ['STOS', 'TROS'],
  shownWhen: {},
  requiredWhen: null,
  ...given,
})
const weight = attribute({ name: 'grossWeight', label: 'Gross weight', unit: 'lb', requiredWhen: {} })
const escorted = attribute({ name: 'escorted', label: 'Escorted', type: 'boolean', masked: false })
const escort = attribute({
  name: 'escortCompany',
  label: 'Escort company',
  type: 'text',
  shownWhen: { 'custom.escorted': [true] },
  requiredWhen: {},
})
const change = async (work: (known: PermitLibrary) => Partial<PermitLibrary>, expected = 200) => {
  const { version, ...known } = PermitLibraryView.parse(await ask(people.admin, 'GET', 'permit-library'))
  return ask(people.admin, 'PATCH', 'permit-library', { version, ...known, ...work(known) }, expected)
}
const withAll = () => change(() => ({ attributes: [weight, escorted, escort] }))

const permit = async (values: object = {}) =>
  CreatedPid.parse(
    await ask(people.team, 'POST', 'permits', { title: 'Load', org, permitType: 'STOS', ...values }, 201),
  ).pid
/** The codes and names of what blocks a permit in preparation from being marked as ready. */
async function blockersOf(pid: string): Promise<(readonly [string, unknown])[]> {
  const { transitions } = AvailableTransitions.parse(
    await ask(people.team, 'GET', `permits/${pid}/transitions`),
  )
  const ready = transitions.find(({ to }) => to === 'READY_TO_SUBMIT')
  return (ready?.blockers ?? []).flatMap(({ code, params, tab }) =>
    tab === 'Details' ? [[code, params['names'] ?? params['agencies']] as const] : [],
  )
}
async function prepared(values: object = {}): Promise<string> {
  const pid = await permit(values)
  for (const to of ['INTAKE_REVIEW', 'IN_PREPARATION'])
    await ask(people.team, 'POST', `permits/${pid}/transitions`, { to })
  return pid
}
const Details = z.array(z.object({ detail: z.string() }))

test('an attribute becomes a field of permits, with its unit in the heading: written, filtered, sorted, grouped, exported', async () => {
  await withAll()
  const heavy = await permit({ custom: { grossWeight: 120_000 } })
  await permit({ custom: { grossWeight: 90_000 } })
  const { custom } = await ask(people.team, 'GET', `permits/${heavy}`)
  assert.deepEqual(custom, { grossWeight: 120_000 })
  const list = await portal.crud(people.team, {
    apiPath: 'permits',
    method: 'GET',
    query: { filter: { 'custom.grossWeight': { gt: 80_000 } }, sort: 'custom.grossWeight' },
  })
  assert.deepEqual(
    list.json<{ permits: { custom: object }[] }>().permits.map((row) => row.custom),
    [{ grossWeight: 90_000 }, { grossWeight: 120_000 }],
  )
  const grouped = await portal.crud(people.team, {
    apiPath: 'permits/groups',
    method: 'GET',
    query: { groupBy: 'custom.grossWeight', filter: { 'custom.grossWeight': { isNotEmpty: true } } },
  })
  assert.equal(grouped.json<{ groups: unknown[] }>().groups.length, 2, grouped.body)
  const exported = await portal.send(
    {
      method: 'GET',
      url: '/api/export/permits?format=csv&fields=title,custom.grossWeight&sort=-custom.grossWeight',
    },
    people.admin,
  )
  assert.match(exported.body, /^\uFEFF?title,custom.grossWeight\r\nLoad,120000\r\nLoad,90000\r\n/)
  const { columns } = await ask(people.admin, 'GET', 'config')
  assert.match(JSON.stringify(columns), /"custom.grossWeight","label":"Gross weight \(lb\)"/)
})

test('required details block the submission, by their condition and for permits of their types alone', async () => {
  await withAll()
  const pid = await prepared()
  assert.deepEqual(await blockersOf(pid), [['details-missing', 'Gross weight (lb)']])
  await ask(people.team, 'PATCH', `permits/${pid}`, { custom: { escorted: true } })
  assert.deepEqual(await blockersOf(pid), [['details-missing', 'Gross weight (lb), Escort company']])
  await ask(people.team, 'PATCH', `permits/${pid}`, {
    custom: { grossWeight: 1, escortCompany: 'Lead Cars' },
  })
  assert.deepEqual(await blockersOf(pid), [])
  await ask(people.team, 'PATCH', `permits/${pid}`, { custom: { escorted: false, escortCompany: null } })
  assert.deepEqual(await blockersOf(pid), [])
  assert.deepEqual(await blockersOf(await prepared({ permitType: 'SIGN' })), [])
  const refused = await ask(
    people.team,
    'POST',
    `permits/${await prepared()}/transitions`,
    { to: 'READY_TO_SUBMIT' },
    409,
  )
  assert.match(JSON.stringify(refused), /Enter these details first: Gross weight \(lb\)\./)
  const packs = await portal.crud(people.team, {
    apiPath: 'rts',
    method: 'GET',
    query: { filter: { permit: await prepared() } },
  })
  const pack = packs.json<{ rts: { pid: string }[] }>().rts[0]?.pid ?? assert.fail(packs.body)
  const ofPack = AvailableTransitions.parse(await ask(people.team, 'GET', `rts/${pack}/transitions`))
  assert.match(JSON.stringify(ofPack), /details-missing/)
})

test('a permit is submitted to an agency that issues its type', async () => {
  for (const [name, shortCode] of [
    ['Oregon DOT', 'OREGON_DOT'],
    ['Nevada DOT', 'NEVADA_DOT'],
  ])
    await ask(people.admin, 'POST', 'authorities', { name, shortCode }, 201)
  await change(({ permitTypes }) => ({
    attributes: [],
    permitTypes: permitTypes.map((type) =>
      type.code === 'RIG' ? { ...type, authorities: ['OREGON_DOT'] } : type,
    ),
  }))
  const other = [['agency-of-type', 'Oregon DOT']]
  assert.deepEqual(await blockersOf(await prepared({ permitType: 'RIG' })), other)
  assert.deepEqual(await blockersOf(await prepared({ permitType: 'RIG', authority: 'NEVADA_DOT' })), other)
  assert.deepEqual(await blockersOf(await prepared({ permitType: 'RIG', authority: 'OREGON_DOT' })), [])
})

test('a removed field blocks nothing, and its name is not taken again', async () => {
  await withAll()
  const pid = await prepared()
  await ask(people.admin, 'DELETE', 'permits/fields/grossWeight')
  assert.deepEqual(await blockersOf(pid), [])
  await change(() => ({ attributes: [escorted] }))
  await change(() => ({ attributes: [escorted, weight] }), 409)
  await ask(people.admin, 'POST', 'permits/fields/grossWeight/restore')
})

test('attributes that cannot be used are refused with every reason', async () => {
  const wrong = {
    ...attribute({ name: 'axles', label: 'Axles' }),
    permitTypes: ['CASTLE'],
    shownWhen: { 'custom.axles': [true], title: ['x'] },
    requiredWhen: { priority: ['SOON'] },
  }
  const { errors } = await change(() => ({ attributes: [escorted, escorted, wrong] }), 400)
  assert.deepEqual(
    Details.parse(errors).map(({ detail }) => detail),
    [
      'Two details have the name escorted.',
      'There is no permit type with the code CASTLE.',
      'body.attributes.2.shownWhen: there is no choice or checkbox custom.axles',
      'body.attributes.2.shownWhen: there is no choice or checkbox title',
      'body.attributes.2.requiredWhen: SOON is not a value of priority',
    ],
  )
  await change(() => ({ attributes: [{ ...escorted, type: 'text' as const }] }), 400)
})

test('clients learn of no attribute that is hidden from them', async () => {
  await withAll()
  const seen = PermitLibraryView.parse(await ask(people.client, 'GET', 'permit-library'))
  assert.deepEqual(
    seen.attributes.map(({ name }) => name),
    ['escorted'],
  )
})
