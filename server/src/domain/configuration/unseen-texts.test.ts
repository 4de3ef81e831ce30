import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { seedLibrary, seedRequirements } from '@portal/contract'
import type { Role } from '@portal/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { apiClient } from '#test-support/api-client.ts'
import type { Fields } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let people: Record<Role, Person>
let authority: string
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  const agency = { name: 'Round Rock', shortCode: 'ROUND_ROCK' }
  authority = String((await ask(people.admin, 'POST', 'authorities', agency, 201))['pid'])
})
after(() => portal.close())
const ask = apiClient(() => portal)

const unseen = '\u200b\u2060\u3164'
type Path = readonly (string | number)[]

/** A copy of the value with something else at this place. */
function placed(value: unknown, [key, ...rest]: Path, text: unknown): unknown {
  if (key === undefined) return text
  if (Array.isArray(value)) return value.map((each, at) => (at === key ? placed(each, rest, text) : each))
  const known = z.record(z.string(), z.unknown()).parse(value)
  return { ...known, [key]: placed(known[key], rest, text) }
}
const withText = (value: Fields, path: Path, text: unknown) =>
  z.record(z.string(), z.unknown()).parse(placed(value, path, text))

const feed = () => ({
  authority,
  dialect: 'csv',
  address: 'https://data.example.gov/permits.csv',
  fields: { number: 'permit', status: 'status' },
})

interface Document {
  path: string
  /** Writes it instead of PATCH. */
  method?: 'POST'
  status?: number
  body: () => Promise<Fields>
  /** Texts of it, as places in the body. */
  places: Path[]
}
const read = (path: string) => ask(people.admin, 'GET', path)

/** Every document of settings that an administrator writes. */
const documents: Document[] = [
  {
    path: 'config',
    body: () => read('config'),
    places: [
      ['columns', 'permits', 0, 'label'],
      ['columns', 'permits', 0, 'labelEs'],
    ],
  },
  {
    path: 'permit-library',
    body: () => read('permit-library'),
    places: [
      ['permitTypes', 0, 'label'],
      ['documentTypes', 0, 'labelEs'],
      ['fees', 0, 'label'],
    ],
  },
  {
    path: 'requirements',
    body: async () => {
      const { version, requirements } = await read('requirements')
      return { version, requirements }
    },
    places: [
      ['requirements', 'conditions', 0, 'text'],
      ['requirements', 'rules', 0, 'departments'],
    ],
  },
  {
    path: 'permit-status-map',
    body: async () => {
      const { version, statuses } = await read('permit-status-map')
      return { version, statuses }
    },
    places: [
      ['statuses', 0, 'label'],
      ['statuses', 0, 'clientLabel'],
      ['statuses', 0, 'clientLabelEs'],
    ],
  },
  {
    path: 'authority-sources',
    method: 'POST',
    status: 201,
    body: () => Promise.resolve(feed()),
    places: [['fields', 'number']],
  },
]

const Refused = z.object({
  status: z.literal(400),
  detail: z.string(),
  errors: z.array(z.object({ path: z.string(), detail: z.string() })),
})
async function refused(document: Document, body: object) {
  const { path: apiPath, method = 'PATCH' } = document
  const response = await portal.crud(people.admin, { apiPath, method, body: { ...body } })
  assert.equal(response.statusCode, 400, response.body)
  return Refused.parse(response.json())
}
const speak = (language: 'en' | 'es') =>
  portal.send({ method: 'PATCH', url: '/api/auth/me', payload: { language } }, people.admin)

for (const document of documents) {
  const { path, places } = document
  test(`${path}: a text of which nothing can be seen is refused by its place, in English and Spanish`, async () => {
    for (const place of places) {
      const text = place.at(-1) === 'departments' ? [unseen] : unseen
      const body = withText(await document.body(), place, text)
      const at = ['body', ...place, ...(Array.isArray(text) ? ['0'] : [])].join('.')
      const english = await refused(document, body)
      assert.deepEqual(
        english.errors.map(({ path: where, detail }) => [where, detail]),
        [[at, `${at}: a text needs a character that can be seen`]],
      )
      await speak('es')
      assert.equal((await refused(document, body)).detail, `${at}: un texto necesita un carácter visible`)
      await speak('en')
    }
    const { method = 'PATCH', status = 200 } = document
    await ask(people.admin, method, path, await document.body(), status)
  })
}

test('a file of the library is refused by the places of such texts', async () => {
  const [type] = seedLibrary.permitTypes
  const file = {
    format: 'permit-portal/library/1',
    permitTypes: [{ ...type, labelEs: unseen }],
    requirements: {
      ...seedRequirements,
      rules: [],
      conditions: seedRequirements.conditions.slice(0, 1).map((each) => ({ ...each, text: unseen })),
      clientConditions: [],
    },
    sources: [{ ...feed(), authority: 'ROUND_ROCK', fields: { number: unseen, status: 'status' } }],
  }
  const { refused: found } = await ask(people.admin, 'POST', 'permit-library/preview', { file })
  assert.deepEqual(
    z
      .array(z.object({ path: z.string(), detail: z.string() }))
      .parse(found)
      .map(({ path, detail }) => [path, detail]),
    ['permitTypes.0.labelEs', 'requirements.conditions.0.text', 'sources.0.fields.number'].map((path) => [
      path,
      `${path}: a text needs a character that can be seen`,
    ]),
  )
})

test('what an earlier release stored can be read, and saved while another setting changes', async () => {
  const { kysely } = portal.deps.database
  const config = withText(await read('config'), ['columns', 'permits', 0, 'label'], unseen)
  const { version, ...library } = await read('permit-library')
  const { requirements, version: drafted } = await read('requirements')
  const old = {
    library: withText(library, ['permitTypes', 0, 'labelEs'], unseen),
    requirements: withText(
      z.record(z.string(), z.unknown()).parse(requirements),
      ['conditions', 0, 'text'],
      unseen,
    ),
    statuses: placed((await read('permit-status-map'))['statuses'], [0, 'clientLabel'], unseen),
  }
  const next = Number(config['version']) + 1
  await sql`update configuration set version = ${next}, config = ${JSON.stringify({ ...config, version: next })}`.execute(
    kysely,
  )
  await sql`update permit_library set version = ${Number(version) + 1}, library = ${JSON.stringify(old.library)}`.execute(
    kysely,
  )
  await sql`update requirement_draft set version = ${Number(drafted) + 1}, requirements = ${JSON.stringify(old.requirements)}`.execute(
    kysely,
  )
  await sql`update status_map_draft set statuses = ${JSON.stringify(old.statuses)}, remap = '{}'`.execute(
    kysely,
  )

  const own = await read('config')
  assert.equal(
    z.object({ columns: z.object({ permits: z.array(z.object({ label: z.string() })) }) }).parse(own).columns
      .permits[0]?.label,
    unseen,
  )
  const changed = withText(own, ['settings', 'officeName'], 'Permits & Co.')
  await ask(people.superadmin, 'PATCH', 'config', {
    ...changed,
    roles: (await ask(people.superadmin, 'GET', 'config'))['roles'],
  })

  const types = await read('permit-library')
  await ask(
    people.admin,
    'PATCH',
    'permit-library',
    withText(types, ['fees', 0, 'label'], 'Fee of the permit'),
  )

  const draft = z.object({ draft: z.object({ requirements: z.unknown() }) }).parse(await read('requirements'))
  const body = { version: Number(drafted) + 1, requirements: draft.draft.requirements }
  const more = withText(body, ['requirements', 'conditions', 1, 'text'], 'By day')
  await ask(people.admin, 'PATCH', 'requirements', more)

  const map = z
    .looseObject({ version: z.int(), draft: z.object({ statuses: z.unknown() }) })
    .parse(await read('permit-status-map'))
  const statuses = placed(map.draft.statuses, [1, 'clientLabel'], 'Just begun')
  await ask(people.admin, 'PATCH', 'permit-status-map', { version: map.version, statuses })
})
