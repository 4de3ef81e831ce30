import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PermitLibraryView, RequirementsSettings, seedLibrary, seedRequirements } from '@portal/contract'
import type { Role } from '@portal/contract'
import { AuthoritySources } from '@portal/contract/authority-feeds'
import {
  LibraryFile,
  LibraryImportPlan,
  LibraryPacks,
  libraryFileSchema,
  libraryFormat,
} from '@portal/contract/library-file'
import { sql } from 'kysely'
import { z } from 'zod'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
})
after(() => portal.close())
const ask = apiClient(() => portal)

const pack = async (key: string) =>
  LibraryFile.parse(await ask(people.admin, 'GET', `permit-library/packs/${key}`))
const preview = async (file: unknown, person = people.admin) =>
  LibraryImportPlan.parse(await ask(person, 'POST', 'permit-library/preview', { file }))
const load = async (file: unknown) => {
  const { seen } = await preview(file)
  return LibraryImportPlan.parse(await ask(people.admin, 'POST', 'permit-library/import', { file, seen }))
}
async function exported(sources = false): Promise<LibraryFile> {
  const call = { apiPath: 'permit-library/file', method: 'GET', query: { sources } }
  return LibraryFile.parse((await portal.crud(people.admin, call)).json())
}
const library = async () => PermitLibraryView.parse(await ask(people.admin, 'GET', 'permit-library'))
const requirements = async () => RequirementsSettings.parse(await ask(people.admin, 'GET', 'requirements'))
/** How much history there is: an import that changes nothing writes nothing. */
async function countHistory(): Promise<number> {
  const { rows } = await sql`select count(*)::int as count from history`.execute(portal.deps.database.kysely)
  return z.object({ count: z.number() }).parse(rows[0]).count
}
const changed = ({ entries }: LibraryImportPlan) => entries.filter(({ action }) => action !== 'unchanged')

test('only administrators export, preview and import, and see packs and schema', async () => {
  for (const person of [people.team, people.client]) {
    for (const path of ['file', 'packs', 'packs/austin-building', 'schema'])
      await ask(person, 'GET', `permit-library/${path}`, undefined, 403)
    for (const path of ['preview', 'import'])
      await ask(person, 'POST', `permit-library/${path}`, { file: {}, seen: '' }, 403)
  }
  assert.deepEqual(
    await ask(people.admin, 'GET', 'permit-library/schema'),
    JSON.parse(JSON.stringify(libraryFileSchema())),
  )
  const { packs } = LibraryPacks.parse(await ask(people.admin, 'GET', 'permit-library/packs'))
  assert.deepEqual(
    packs.map(({ name }) => name),
    ['Austin building', 'Texas oversize loads', 'Calgary building'],
  )
  await ask(people.admin, 'GET', 'permit-library/packs/houston', undefined, 404)
})

test('a new portal is the pack of Austin: importing it changes nothing, nor does what was exported', async () => {
  const austin = await pack('austin-building')
  assert.deepEqual(austin.documentTypes, seedLibrary.documentTypes)
  assert.deepEqual(austin.requirements?.conditions, seedRequirements.conditions)
  const before = await countHistory()
  for (const file of [austin, await exported(true)]) {
    const plan = await load(file)
    assert.ok(plan.entries.length > 20)
    assert.deepEqual([changed(plan), plan.refused, plan.hasDraft], [[], [], false])
  }
  assert.equal(await countHistory(), before)
  assert.deepEqual(await library(), { version: 0, ...seedLibrary })
})

test('the packs of Austin and Texas together are the constants of the release, and the fees of Texas', async () => {
  const [austin, texas] = [await pack('austin-building'), await pack('texas-oversize')]
  assert.deepEqual([...austin.permitTypes, ...texas.permitTypes], seedLibrary.permitTypes)
  const rules = [...(austin.requirements?.rules ?? []), ...(texas.requirements?.rules ?? [])]
  const texts = new Set(rules.map((rule) => JSON.stringify(rule)))
  const known = new Set(seedRequirements.rules.map((rule) => JSON.stringify(rule)))
  assert.deepEqual(known.difference(texts), new Set())
  // Beside these, Texas offers the fees of its own that it brings.
  const further = rules.filter((rule) => !known.has(JSON.stringify(rule)))
  assert.deepEqual(new Set(further.flatMap(({ fees }) => fees)), new Set(texas.fees.map(({ code }) => code)))
  assert.deepEqual(
    further.flatMap(({ permitType, amounts = [] }) => amounts.map(({ fee }) => `${permitType} ${fee}`)),
    ['STOS SINGLE_TRIP_FEE', 'STOW SINGLE_TRIP_FEE', 'STOW HIGHWAY_MAINTENANCE_FEE'],
  )
  assert.ok(
    further.every(
      ({ required, optional, conditions }) => [...required, ...optional, ...conditions].length === 0,
    ),
  )
})

test('a file with one refusal is not imported at all, and says every place', async () => {
  const calgary = await pack('calgary-building')
  const [first = assert.fail('a pack has types')] = calgary.permitTypes
  const file = {
    ...calgary,
    permitTypes: calgary.permitTypes.with(1, { ...first, label: 'Twice' }),
    sources: [{ ...calgary.sources[0], address: 'http://127.0.0.1:9' }],
  }
  const plan = await preview(file)
  assert.deepEqual(
    plan.refused.map(({ path }) => path),
    [
      'permitTypes.1.code',
      'attributes.0.permitTypes',
      'attributes.1.permitTypes',
      'attributes.3.permitTypes',
      'attributes.4.permitTypes',
      'attributes.5.permitTypes',
      'requirements.rules.1.permitType',
      'sources.0.address',
    ],
  )
  const before = await countHistory()
  const { errors } = await ask(people.admin, 'POST', 'permit-library/import', { file, seen: plan.seen }, 400)
  assert.equal(z.array(z.unknown()).parse(errors).length, plan.refused.length)
  assert.equal(await countHistory(), before)
  for (const [wrong, path] of [
    [{ format: 'permit-portal/library/9' }, 'format'],
    [{ format: libraryFormat, people: [] }, ''],
    [{ format: libraryFormat, permitTypes: [{ code: 'a b' }] }, 'permitTypes.0.code'],
    ['text', ''],
    [null, ''],
  ] as const) {
    const [problem] = (await preview(wrong)).refused
    assert.equal(problem?.path, path)
    await ask(people.admin, 'POST', 'permit-library/import', { file: wrong, seen: '' }, 400)
  }
})

test('a second city comes with one file: agency, types, details, draft and feed, each once', async () => {
  const calgary = await pack('calgary-building')
  const shown = await preview(calgary)
  assert.deepEqual(shown.refused, [])
  const done = await load(calgary)
  assert.deepEqual(done, shown)
  assert.ok(done.hasDraft)
  const { permitTypes, attributes, fees } = await library()
  assert.ok(permitTypes.some(({ code }) => code === 'CALGARY_SINGLE'))
  assert.deepEqual(fees, [...seedLibrary.fees, ...calgary.fees])
  assert.deepEqual(
    attributes.map(({ name }) => name),
    calgary.attributes.map(({ name }) => name),
  )
  const { draft, requirements: inForce } = await requirements()
  assert.deepEqual(inForce, seedRequirements)
  assert.equal(draft?.requirements.rules.length, seedRequirements.rules.length + 5)
  const { sources } = AuthoritySources.parse(await ask(people.admin, 'GET', 'authority-sources'))
  const [feed] = sources
  assert.deepEqual([sources.length, feed?.authority.title, feed?.state], [1, 'City of Calgary', 'off'])

  // A second import of the same file, and of the export of it, changes nothing.
  const before = await countHistory()
  const again = await load(calgary)
  assert.deepEqual([changed(again), again.hasDraft], [[], false])
  await load(await exported(true))
  assert.equal(await countHistory(), before)
  // What the office changed meanwhile is set back by the file, and is said before.
  const [agency] = z.object({ authorities: z.array(z.object({ pid: z.string() })) }).parse(
    (
      await portal.crud(people.admin, {
        apiPath: 'authorities',
        method: 'GET',
        query: { filter: { shortCode: 'CALGARY' } },
      })
    ).json(),
  ).authorities
  await ask(people.admin, 'PATCH', `authorities/${agency?.pid}`, {
    name: 'Calgary',
    phone: '+1 403 555 0100',
  })
  const [back] = changed(await load(calgary))
  assert.deepEqual(back?.changes, [{ field: 'name', from: 'Calgary', to: 'City of Calgary' }])
  assert.equal((await ask(people.admin, 'GET', `authorities/${agency?.pid}`))['phone'], '+1 403 555 0100')
})

test('an import does what its preview said, or nothing', async () => {
  const texas = await pack('texas-oversize')
  const { seen } = await preview(texas)
  const { version, ...known } = await library()
  const renamed = known.permitTypes.map((type) =>
    type.code === 'STOS' ? { ...type, label: 'Oversize, one trip' } : type,
  )
  await ask(people.admin, 'PATCH', 'permit-library', { version, ...known, permitTypes: renamed })
  await ask(people.admin, 'POST', 'permit-library/import', { file: texas, seen }, 409)
  const done = await load(texas)
  assert.ok(changed(done).some(({ key, action }) => key === 'STOS' && action === 'changed'))
  const audit = await portal.deps.database.kysely
    .selectFrom('audit')
    .select('detail')
    .where('kind', '=', 'configuration-changed')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  assert.match(JSON.stringify(audit.detail), /Texas oversize loads.*libraryFile.*permitTypes\.STOS\.label/)
})

test('the calendar of an agency travels with the file', async () => {
  const calendar = { hours: null, holidays: [], closedDays: ['2027-07-01'] }
  const agencies = [{ shortCode: 'CALGARY', name: 'City of Calgary', calendar }]
  const [entry] = changed(await load({ format: libraryFormat, agencies }))
  assert.deepEqual(entry?.changes, [{ field: 'calendar', from: null, to: calendar }])
  assert.deepEqual(
    (await exported()).agencies.find(({ shortCode }) => shortCode === 'CALGARY')?.calendar,
    calendar,
  )
  assert.deepEqual(changed(await load({ format: libraryFormat, agencies })), [])
})

test('ways to submit and the number pattern travel with the file, and a wrong example refuses it', async () => {
  const agency = {
    shortCode: 'HOUSTON',
    name: 'Houston Permitting Center',
    channels: ['PORTAL', 'IN_PERSON'],
    submissionLink: 'https://houston.example.gov/apply',
    counterAddress: '1002 Washington Ave, Houston, TX 77002',
    numberPattern: '########',
    numberExample: '15012345',
  }
  const file = { format: libraryFormat, agencies: [agency] }
  assert.deepEqual(
    (await preview({ ...file, agencies: [{ ...agency, numberExample: '1501234' }] })).refused,
    [{ path: 'agencies.0.numberExample', detail: 'The example 1501234 does not fit the pattern ########.' }],
  )
  assert.equal(changed(await load(file)).length, 1)
  const own = (await exported()).agencies.find(({ shortCode }) => shortCode === 'HOUSTON')
  assert.deepEqual(own, LibraryFile.parse(file).agencies[0])
  assert.deepEqual(changed(await load(file)), [])
})

test('fees travel with the file with both names, and a file without them changes none', async () => {
  const fee = { code: 'IMPACT_FEE', label: 'Impact fee', labelEs: 'Cargo de impacto', retired: false }
  const file = { format: libraryFormat, fees: [fee] }
  assert.deepEqual(
    changed(await load(file)).map(({ part, key, action, labelEs }) => [part, key, action, labelEs]),
    [['fees', 'IMPACT_FEE', 'created', 'Cargo de impacto']],
  )
  const own = await exported()
  assert.deepEqual(own.fees.at(-1), fee)
  assert.deepEqual(own.fees, (await library()).fees)
  assert.deepEqual(changed(await load(own)), [])
  const { fees: _fees, ...without } = own
  assert.deepEqual(changed(await load(without)), [])
  assert.deepEqual((await library()).fees, own.fees)
  const [renamed] = changed(await load({ ...file, fees: [{ ...fee, label: 'Impact', retired: true }] }))
  assert.deepEqual(
    renamed?.changes.map(({ field }) => field),
    ['label', 'retired'],
  )
})

test('packs are named and described in the language of the reader', async () => {
  const listed = async (language: string) => {
    const headers = { 'accept-language': language }
    const payload = { apiPath: 'permit-library/packs', method: 'GET' }
    const response = await portal.send({ method: 'POST', url: '/api/crud', headers, payload }, people.admin)
    return LibraryPacks.parse(response.json()).packs
  }
  const [english, spanish] = [await listed('en'), await listed('es')]
  assert.equal(spanish[2]?.name, 'Construcción en Calgary')
  assert.match(spanish[0]?.description ?? '', /^Permisos de construcción/)
  for (const [at, { key, name, description }] of english.entries()) {
    assert.equal(spanish[at]?.key, key)
    assert.notEqual(spanish[at]?.name, name)
    assert.notEqual(spanish[at]?.description, description)
  }
})
