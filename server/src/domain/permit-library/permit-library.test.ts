import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Codes, PermitLibraryView, RequirementsSettings, seedLibrary } from '@portal/contract'
import type { LibraryPermitType, PermitLibrary, Role } from '@portal/contract'
import { z } from 'zod'
import { apiClient, pidOf } from '#test-support/api-client.ts'
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

const library = async () => PermitLibraryView.parse(await ask(people.client, 'GET', 'permit-library'))
const change = async (work: (known: PermitLibrary) => PermitLibrary, expected = 200) => {
  const { version, ...known } = await library()
  return ask(people.admin, 'PATCH', 'permit-library', { version, ...work(known) }, expected)
}
const curbCut: LibraryPermitType = {
  code: 'CURB_CUT',
  label: 'Curb cut',
  labelEs: 'Corte de acera',
  retired: false,
  category: 'BUILDING',
  authorities: [],
}
const surveyPlat = { code: 'SURVEY_PLAT', label: 'Survey plat', retired: false }
/** The library with the two types of these tests, and what `of` changes in them. */
const added =
  (of: { type?: Partial<LibraryPermitType>; document?: Partial<typeof surveyPlat> } = {}) =>
  ({ permitTypes, documentTypes, ...others }: PermitLibrary): PermitLibrary => ({
    ...others,
    permitTypes: [...permitTypes.filter(({ code }) => code !== curbCut.code), { ...curbCut, ...of.type }],
    documentTypes: [
      ...documentTypes.filter(({ code }) => code !== surveyPlat.code),
      { ...surveyPlat, ...of.document },
    ],
  })

const permit = (values: object = {}) =>
  pidOf(ask(people.team, 'POST', 'permits', { title: 'Curb', org, permitType: 'CURB_CUT', ...values }, 201))
const Details = z.array(z.object({ path: z.string(), detail: z.string() }))

test('a portal begins with the types of the release; everyone reads them and administrators change them', async () => {
  assert.deepEqual(await library(), { version: 0, ...seedLibrary })
  for (const person of [people.team, people.client])
    await ask(person, 'PATCH', 'permit-library', { version: 0, ...seedLibrary }, 403)
  await ask(people.team, 'POST', 'permits', { title: 'Curb', org, permitType: 'CURB_CUT' }, 400)
})

test('a permit type that an administrator adds is chosen, filtered, grouped, counted, searched and listed at once', async () => {
  const saved = PermitLibraryView.parse(await change(added()))
  assert.deepEqual(saved.permitTypes.at(-1), curbCut)
  const pid = await permit()
  await permit()
  const { permitType, version } = await ask(people.team, 'GET', `permits/${pid}`)
  assert.equal(permitType, 'CURB_CUT')
  const query = async (path: string, given: object) =>
    (await portal.crud(people.team, { apiPath: path, method: 'GET', query: { ...given } })).json<
      Record<string, unknown>
    >()
  const { metadata } = await query('permits', { filter: { permitType: ['CURB_CUT'] } })
  assert.deepEqual(metadata, { count: 2, page: 1, pageSize: 50 })
  const { groups } = await query('permits/groups', { groupBy: 'permitType' })
  assert.deepEqual(
    z
      .array(z.looseObject({ key: z.record(z.string(), z.unknown()), count: z.int() }))
      .parse(groups)
      .map(({ key, count }) => [key['permitType'], count]),
    [['CURB_CUT', 2]],
  )
  assert.deepEqual(await query('permits/fields/permitType', {}), {
    field: 'permitType',
    values: [{ value: 'CURB_CUT', count: 2 }],
  })
  const changed = await ask(people.team, 'PATCH', `permits/${pid}`, { permitType: 'SIGN', version })
  assert.equal(changed['permitType'], 'SIGN')
  await ask(people.team, 'PATCH', `permits/${pid}`, { permitType: 'CURB_CUT' })
  const codes = Codes.parse(await ask(people.client, 'GET', 'codes/permitType'))
  assert.deepEqual(codes.codes.at(-1), {
    code: 'CURB_CUT',
    display: 'Curb cut',
    active: true,
    sort: seedLibrary.permitTypes.length + 1,
  })
})

test('a rule of the requirements asks an added document for an added type, and a client gets it as a task', async () => {
  await change(added())
  const { version, requirements } = RequirementsSettings.parse(await ask(people.admin, 'GET', 'requirements'))
  const [first] = requirements.rules
  assert.ok(first)
  const rule = { ...first, permitType: 'CURB_CUT', required: ['SURVEY_PLAT'], optional: [] }
  const drafted = RequirementsSettings.parse(
    await ask(people.admin, 'PATCH', 'requirements', {
      version,
      requirements: { ...requirements, rules: [...requirements.rules, rule] },
    }),
  )
  await ask(people.admin, 'POST', 'requirements/publish', { version: drafted.version })
  const pid = await permit()
  const { required } = await ask(people.team, 'GET', `permits/${pid}/requirements`)
  assert.ok(z.array(z.string()).parse(required).includes('SURVEY_PLAT'))
  const items = [{ title: 'Send the plat', requiredDocument: 'SURVEY_PLAT' }]
  await ask(people.team, 'POST', `permits/${pid}/transitions`, { to: 'INTAKE_REVIEW' })
  const waiting = { to: 'WAITING_CLIENT', reason: 'A plat is missing' }
  await ask(
    people.team,
    'POST',
    `permits/${pid}/transitions`,
    { ...waiting, items: [{ title: 'No', requiredDocument: 'UNHEARD_OF' }] },
    400,
  )
  await ask(people.team, 'POST', `permits/${pid}/transitions`, { ...waiting, items })
  const tasks = await portal.crud(people.client, {
    apiPath: 'ctasks',
    method: 'GET',
    query: { filter: { requiredDocument: 'SURVEY_PLAT' } },
  })
  assert.equal(tasks.json<{ metadata: { count: number } }>().metadata.count, 1)
})

test('a retired type stays on its permits and cannot be chosen for new ones', async () => {
  await change(added())
  const pid = await permit({ title: 'Before' })
  await change(added({ type: { retired: true, label: 'Curb cut of before' }, document: { retired: true } }))
  const { permitType } = await ask(people.team, 'GET', `permits/${pid}`)
  assert.equal(permitType, 'CURB_CUT')
  const renamed = await ask(people.team, 'PATCH', `permits/${pid}`, { title: 'After' })
  assert.equal(renamed['title'], 'After')
  const found = await portal.crud(people.team, {
    apiPath: 'permits',
    method: 'GET',
    query: { filter: { permitType: 'CURB_CUT', title: 'After' } },
  })
  assert.equal(found.json<{ metadata: { count: number } }>().metadata.count, 1)
  const refused = await ask(
    people.team,
    'POST',
    'permits',
    { title: 'New', org, permitType: 'CURB_CUT' },
    400,
  )
  assert.deepEqual(
    Details.parse(refused['errors']).map(({ detail }) => detail),
    ['body.permitType is retired and cannot be chosen any more'],
  )
  const other = await permit({ permitType: 'SIGN' })
  await ask(people.team, 'PATCH', `permits/${other}`, { permitType: 'CURB_CUT' }, 400)
  const task = { title: 'Plat', requiredDocument: 'SURVEY_PLAT' }
  await ask(people.team, 'POST', 'tasks', task, 400)
  const codes = Codes.parse(await ask(people.team, 'GET', 'codes/permitType'))
  assert.equal(codes.codes.find(({ code }) => code === 'CURB_CUT')?.active, false)
})

test('a library that cannot be used is refused with every reason', async () => {
  await change(added())
  const wrong = (known: PermitLibrary): PermitLibrary => ({
    ...known,
    permitTypes: [
      ...known.permitTypes.filter(({ code }) => code !== 'RIG'),
      { ...curbCut, label: 'Second' },
      { ...curbCut, code: 'OTHER_CUT', label: ' building', authorities: ['NOWHERE'] },
    ],
    documentTypes: known.documentTypes.map((type) => ({ ...type, retired: true })),
  })
  const { errors } = await change(wrong, 400)
  assert.deepEqual(
    Details.parse(errors).map(({ detail }) => detail),
    [
      'Two types have the code CURB_CUT.',
      'Two types have the name building.',
      'RIG cannot be removed. Retire it instead.',
      'Keep at least one type that is not retired.',
      'There is no agency with the short code NOWHERE.',
    ],
  )
  await change((known) => ({ ...known, documentTypes: [{ ...surveyPlat, code: 'no code' }] }), 400)
})

test('the second of two administrators learns what the first one saved, and the audit has the changes', async () => {
  const { version, ...known } = await library()
  await change(added({ type: { label: 'Driveway apron' } }))
  const refused = await ask(people.superadmin, 'PATCH', 'permit-library', { version, ...added()(known) }, 409)
  const current = PermitLibraryView.parse(refused['current'])
  assert.equal(current.permitTypes.at(-1)?.label, 'Driveway apron')
  const [row] = await portal.deps.database.query(
    `select detail from audit where kind = 'configuration-changed' order by id desc limit 1`,
    [],
    z.object({ detail: z.object({ changes: z.array(z.object({ field: z.string(), to: z.unknown() })) }) }),
  )
  assert.deepEqual(
    row?.detail.changes.map(({ field, to }) => [field, to]),
    [['permitTypes.CURB_CUT.label', 'Driveway apron']],
  )
})
