import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  AvailableTransitions,
  Configuration,
  CreatedPid,
  ImportResult,
  PermitLibraryView,
} from '@portal/contract'
import type { Role } from '@portal/contract'
import { LibraryFile, LibraryImportPlan } from '@portal/contract/library-file'
import { importFile } from '#import/test-support/import-file.ts'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { labelsEs } from '@portal/contract/spanish'
import { listPacks, readPack } from './packs.ts'

let portal: TestApp
let people: Record<Role, Person>
let reader: Person
let calgary: LibraryFile
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole(await portal.given.org({ name: 'Acme' }))
  reader = await portal.given.user({ role: 'admin' })
  await portal.send({ method: 'PATCH', url: '/api/auth/me', payload: { language: 'es' } }, reader)
  calgary = await readPack('calgary-building')
  await load(calgary)
})
after(() => portal.close())
const ask = apiClient(() => portal)

async function load(file: LibraryFile): Promise<LibraryImportPlan> {
  const { seen } = LibraryImportPlan.parse(
    await ask(people.admin, 'POST', 'permit-library/preview', { file }),
  )
  return LibraryImportPlan.parse(await ask(people.admin, 'POST', 'permit-library/import', { file, seen }))
}
const library = async () => PermitLibraryView.parse(await ask(people.admin, 'GET', 'permit-library'))
const config = async () => Configuration.parse(await ask(people.admin, 'GET', 'config'))
const headingsOf = ({ columns }: Configuration, name: string) =>
  (['permits', 'processed'] as const).map(
    (collection) => columns[collection]?.find((column) => column.name === name)?.labelEs,
  )
const permit = async (custom: object) =>
  CreatedPid.parse(
    await ask(
      people.team,
      'POST',
      'permits',
      { title: 'House', org: people.client.org, permitType: 'CALGARY_SINGLE', custom },
      201,
    ),
  ).pid
const exported = async (fields: string, filter: object) => {
  const address = `/api/export/permits?format=csv&labels=true&fields=${fields}&filter=${encodeURIComponent(JSON.stringify(filter))}`
  return (await portal.send({ method: 'GET', url: address }, reader)).body.replace(/^\uFEFF/, '')
}

test('the details of a pack have Spanish headings in tables, forms and files, and Spanish values', async () => {
  assert.deepEqual(headingsOf(await config(), 'custom.floorArea'), [
    'Superficie construida (pies²)',
    'Superficie construida (pies²)',
  ])
  const pid = await permit({ workClass: 'Addition', floorArea: 1200 })
  const file = await exported('custom.workClass,custom.floorArea,custom.permitClass', { pid })
  assert.equal(file, 'Clase de obra,Superficie construida (pies²),Clase de permiso\r\nAmpliación,1200,\r\n')
})

test('every text of the packs has Spanish', async () => {
  const { packs } = await listPacks({ language: 'en' })
  const texts: [english: string, spanish: string | undefined][] = []
  for (const { key } of packs) {
    const { name = key, nameEs, description = '', descriptionEs, ...pack } = await readPack(key)
    texts.push([name, nameEs], [description, descriptionEs])
    for (const { label, labelEs } of [...pack.permitTypes, ...pack.documentTypes, ...pack.fees])
      texts.push([label, labelEs])
    for (const { label, labelEs, options = [], optionsEs = [] } of pack.attributes)
      texts.push(
        [label, labelEs],
        ...options.map((text, at): [string, string | undefined] => [text, optionsEs[at]]),
      )
    for (const { text } of pack.requirements?.conditions ?? []) texts.push([text, undefined])
  }
  assert.ok(texts.length > 80)
  const english = texts.filter(([text, spanish]) => (spanish ?? labelsEs[text] ?? '') === '')
  assert.deepEqual(english, [])
})

test('a Spanish file is read back: by heading and by value', async () => {
  const file =
    'Título,Cliente,Tipo de permiso,Clase de obra,Clase de permiso\nZ,Acme,CALGARY_SINGLE,Reforma,1706 - Rowhouse\n'
  const { state, result, detail } = await importFile(portal, { file, as: reader })
  assert.equal(state, 'done', detail)
  assert.deepEqual([ImportResult.parse(result).created, ImportResult.parse(result).errors], [1, []])
  const list = await portal.crud(people.team, {
    apiPath: 'permits',
    method: 'GET',
    query: { filter: { title: 'Z' } },
  })
  assert.deepEqual(list.json<{ permits: { custom: unknown }[] }>().permits[0]?.custom, {
    workClass: 'Alteration',
    permitClass: '1706 - Rowhouse',
  })
})

test('a missing detail is named in the language of the reader', async () => {
  const { version, ...known } = await library()
  const attributes = known.attributes.map((each) =>
    each.name === 'floorArea' ? { ...each, requiredWhen: {} } : each,
  )
  await ask(people.admin, 'PATCH', 'permit-library', { version, ...known, attributes })
  const pid = await permit({ workClass: 'New', permitClass: 'Other', projectCost: 100, housingUnits: 1 })
  for (const to of ['INTAKE_REVIEW', 'IN_PREPARATION'])
    await ask(people.team, 'POST', `permits/${pid}/transitions`, { to })
  const lacking = async (person: Person) => {
    const { transitions } = AvailableTransitions.parse(await ask(person, 'GET', `permits/${pid}/transitions`))
    return transitions
      .find(({ to }) => to === 'READY_TO_SUBMIT')
      ?.whyNot.find((text) => /datos|details/.test(text))
  }
  assert.equal(await lacking(people.team), 'Enter these details first: Floor area (sq ft).')
  assert.equal(await lacking(reader), 'Complete primero estos datos: Superficie construida (pies²).')
})

test('the heading of an administrator wins, and that of the library is not stored with the settings', async () => {
  const before = await config()
  const rename = (working: Configuration, change: object): Configuration => ({
    ...working,
    columns: {
      ...working.columns,
      permits: (working.columns['permits'] ?? []).map((column) =>
        column.name === 'custom.community' ? { ...column, ...change } : column,
      ),
    },
  })
  // A page sends the whole working copy, with the headings of the library.
  const own = Configuration.parse(
    await ask(people.admin, 'PATCH', 'config', rename(before, { labelEs: 'Barrio' })),
  )
  assert.deepEqual(headingsOf(own, 'custom.community'), ['Barrio', 'Comunidad'])
  assert.equal(await exported('custom.community', { title: 'none' }), 'Barrio\r\n')
  const stored = await portal.deps.database.query('select config from configuration where id = 1', [])
  assert.ok(!JSON.stringify(stored).includes('Superficie construida'))
  const cleared = Configuration.parse(
    await ask(people.admin, 'PATCH', 'config', rename(own, { labelEs: '' })),
  )
  assert.deepEqual(headingsOf(cleared, 'custom.community'), ['Comunidad', 'Comunidad'])
  // A column with another English name is another thing, which the library does not translate.
  const renamed = Configuration.parse(
    await ask(people.admin, 'PATCH', 'config', rename(cleared, { label: 'Borough', labelEs: '' })),
  )
  assert.equal(headingsOf(renamed, 'custom.community')[0] ?? '', '')
})

test('a file without Spanish texts leaves those of the office, and its own are read back from an export', async () => {
  const plain = {
    ...calgary,
    attributes: calgary.attributes.map(
      ({ labelEs: _label, optionsEs: _options, unitEs: _unit, ...attribute }) => attribute,
    ),
  }
  assert.deepEqual(LibraryFile.parse(plain).attributes, plain.attributes)
  await load(plain)
  const [first] = (await library()).attributes
  assert.deepEqual([first?.labelEs, first?.optionsEs?.[1]], ['Clase de obra', 'Ampliación'])
  const file = LibraryFile.parse(await ask(people.admin, 'GET', 'permit-library/file'))
  assert.deepEqual(file.attributes[0]?.optionsEs, first?.optionsEs)
  const other = {
    ...calgary,
    attributes: calgary.attributes.map((attribute) =>
      attribute.name === 'workClass' ? { ...attribute, labelEs: 'Tipo de obra' } : attribute,
    ),
  }
  const changed = (await load(other)).entries.find(({ key }) => key === 'workClass')
  assert.deepEqual(
    [changed?.labelEs, changed?.changes],
    ['Tipo de obra', [{ field: 'labelEs', from: 'Clase de obra', to: 'Tipo de obra' }]],
  )
  assert.deepEqual(headingsOf(await config(), 'custom.workClass'), ['Tipo de obra', 'Tipo de obra'])
})

test('Spanish values that do not belong to the values are refused by name', async () => {
  const { version, ...known } = await library()
  const attributes = known.attributes.map((each) =>
    each.name === 'workClass' ? { ...each, optionsEs: ['Nueva'] } : each,
  )
  const refused = await ask(people.admin, 'PATCH', 'permit-library', { version, ...known, attributes }, 400)
  assert.match(JSON.stringify(refused['errors']), /body\.attributes\.0\.optionsEs: needs one text for each/)
})
