import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { NewAuthoritySource } from './authority-feeds/sources.ts'
import { Configuration, initialConfiguration } from './configuration.ts'
import { DeployTokenBody } from './federation/deployments.ts'
import { LibraryFile, libraryFormat } from './library-file/library-file.ts'
import { PermitLibrary, seedLibrary } from './permit-library/permit-library.ts'
import { seedStatusMap } from './permits/seed-status-map.ts'
import { StatusMapDraft } from './permits/status-map.ts'
import { NewField } from './records/custom-fields.ts'
import { Requirements } from './requirements/requirements.ts'
import { inEnglish } from './sentence.ts'
import { unseenTexts } from './unseen-texts.ts'

/** Texts of which nothing can be seen: zero-width spaces, a soft hyphen, a filler, a direction mark. */
const unseen = ['\u200b', '\u2060', '\u00ad', '\ufeff', '\u3164', '\u202e\u200d']

const named = { code: 'CURB_CUT', label: 'Curb cut', labelEs: 'Corte de acera', retired: false }
const attribute = {
  name: 'shape',
  label: 'Shape',
  labelEs: 'Forma',
  type: 'enum',
  options: ['Round'],
  optionsEs: ['Redonda'],
  unit: 'ft',
  unitEs: 'pies',
  permitTypes: ['CURB_CUT'],
  shownWhen: { 'custom.kind': ['Sign'] },
  requiredWhen: { 'custom.kind': ['Sign'] },
}
const library = {
  permitTypes: [{ ...named, category: 'BUILDING', authorities: ['AUSTIN'] }],
  documentTypes: [named],
  fees: [named],
  attributes: [attribute],
}
const requirements = {
  rules: [
    {
      authority: 'AUSTIN',
      permitType: 'CURB_CUT',
      required: ['SITE_PLAN'],
      optional: ['PHOTO'],
      conditions: ['DAYLIGHT'],
      fees: ['PERMIT_FEE'],
      when: { 'custom.shape': ['Round'] },
      amounts: [{ fee: 'PERMIT_FEE', by: 'valuation', steps: [{ above: 0, base: 100 }] }],
      departments: ['Fire'],
    },
  ],
  conditions: [{ code: 'DAYLIGHT', text: 'Only by day', kind: 'DURING', severity: 'NOTICE' }],
  clientConditions: ['DAYLIGHT'],
}
const columns = [
  'number',
  'status',
  'statusDate',
  'issuedDate',
  'expiryDate',
  'appliedDate',
  'link',
  'client',
]
const source = {
  authority: 'AUSTIN',
  dialect: 'csv',
  address: 'https://data.example.gov',
  dataset: 'permits',
  token: 'secret',
  fields: Object.fromEntries(columns.map((name) => [name, name])),
  statuses: { Final: { to: 'CLOSED', policy: 'propose' } },
}
const { token: _token, ...fileSource } = source
const calendar = { holidays: ['texas'], closedDays: ['2026-12-24'] }
const initial = initialConfiguration()
const hours = { from: '08:00', to: '17:00' }

/** Every document of settings, with every text that it may have. */
const documents: Readonly<Record<string, { schema: z.ZodType; sample: object }>> = {
  configuration: {
    schema: Configuration,
    sample: {
      ...initial,
      settings: {
        ...initial.settings,
        officeName: 'Permits & Co.',
        officeAddress: '1 Main St',
        paymentInstructions: 'By check',
      },
      columns: {
        permits: [
          {
            name: 'custom.shape',
            label: 'Shape',
            labelEs: 'Forma',
            type: 'enum',
            is_visible: true,
            table_view: true,
            fields: ['title'],
            options: ['Round'],
          },
        ],
      },
      callbacks: { payments: [{ get_from: 'permit', assigned_value: 'org', assign_to_field: 'org' }] },
      workingCalendar: {
        ...initial.workingCalendar,
        ...calendar,
        hours: [hours, hours, hours, hours, hours, hours, hours],
        agencies: { AUSTIN: { ...calendar, hours: [hours, hours, hours, hours, hours, hours, hours] } },
      },
    },
  },
  'permit status map': {
    schema: StatusMapDraft,
    sample: {
      version: 1,
      remap: { PLAN_CHECK: 'CLOSED' },
      statuses: seedStatusMap.map((status) => ({ ...status, labelEs: 'Estado', clientLabelEs: 'Estado' })),
    },
  },
  requirements: { schema: Requirements, sample: requirements },
  'permit library': { schema: PermitLibrary, sample: library },
  'agency feed': { schema: NewAuthoritySource, sample: source },
  'library file': {
    schema: LibraryFile,
    sample: {
      $schema: 'https://portal.example/library.json',
      format: libraryFormat,
      name: 'Austin',
      nameEs: 'Austin',
      description: 'Austin',
      descriptionEs: 'Austin',
      agencies: [
        {
          shortCode: 'AUSTIN',
          name: 'Austin',
          region: 'Austin, TX',
          portalLink: 'https://austin.example',
          phone: '512',
          email: 'a@austin.example',
          officeHours: '8-5',
          remarks: 'Call first',
          channels: ['PORTAL'],
          submissionLink: 'https://austin.example',
          submissionEmail: 'a@austin.example',
          counterAddress: '1 Main St',
          mailingAddress: '1 Main St',
          numberPattern: '####',
          numberExample: '2026',
          calendar: { ...calendar, hours: [hours, null, null, null, null, null, null] },
        },
      ],
      ...library,
      requirements,
      sources: [fileSource],
    },
  },
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Where a value has texts. */
function placesIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value === 'string') return [path]
  return isObject(value) ? Object.entries(value).flatMap(([key, each]) => placesIn(each, [...path, key])) : []
}

/** The paths of the texts of a schema; `*` is any index or key. Texts of a closed list are no texts. */
function placesOf(schema: unknown, path = ''): string[] {
  if (!isObject(schema)) return []
  const below = (part: unknown, key?: string) => placesOf(part, key === undefined ? path : `${path}.${key}`)
  const { type, properties, items, additionalProperties, ...rest } = schema
  const isText = type === 'string' && !('enum' in rest) && !('const' in rest) && !('pattern' in rest)
  return [
    ...(isText ? [path] : []),
    ...(isObject(properties) ? Object.entries(properties).flatMap(([key, each]) => below(each, key)) : []),
    ...below(items, '*'),
    ...below(additionalProperties, '*'),
    ...['anyOf', 'oneOf', 'allOf', 'prefixItems'].flatMap((name) => {
      const parts = rest[name]
      return Array.isArray(parts) ? parts.flatMap((part) => below(part)) : []
    }),
  ]
}

/** A copy of the value with another text at this place. */
function withText(value: unknown, [key, ...rest]: readonly string[], text: string): unknown {
  if (key === undefined) return text
  if (Array.isArray(value))
    return value.map((each, at) => (String(at) === key ? withText(each, rest, text) : each))
  return isObject(value) ? { ...value, [key]: withText(value[key], rest, text) } : value
}

for (const [name, { schema, sample }] of Object.entries(documents)) {
  test(`the ${name} refuses each text of which nothing can be seen, and names its place`, () => {
    const whole = schema.parse(sample)
    assert.deepEqual(unseenTexts(null, whole, 'body'), [])
    for (const place of placesIn(sample)) {
      for (const text of unseen) {
        const path = `body.${place.join('.')}`
        const parsed = schema.safeParse(withText(sample, place, text))
        // What is trimmed away, or counts as empty, is no text that would be shown.
        if (!parsed.success || !placesIn(parsed.data).some((each) => each.join() === place.join())) continue
        const kept = place.reduce<unknown>(
          (value, key) => (isObject(value) ? value[key] : value),
          parsed.data,
        )
        const problems = unseenTexts(null, parsed.data, 'body')
        const expected = kept === '' ? [] : [`${path}: a text needs a character that can be seen`]
        assert.deepEqual(
          problems.map(({ detail }) => inEnglish(detail)),
          expected,
          `${path} ${JSON.stringify(text)}`,
        )
        // An earlier release took it, so it can be read, and stays until somebody changes it.
        assert.deepEqual(unseenTexts(parsed.data, parsed.data, 'body'), [])
      }
    }
  })

  test(`the texts of the ${name} are all among those that are tested`, () => {
    const tested = new Set(
      placesIn(sample).flatMap((place) => [
        `.${place.join('.')}`,
        // Each key may be one of a record or a list.
        ...place.reduce<string[]>(
          (paths, key) => paths.flatMap((each) => [`${each}.${key}`, `${each}.*`]),
          [''],
        ),
      ]),
    )
    const places = placesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
    assert.ok(places.length > 0)
    assert.deepEqual(
      places.filter((place) => !tested.has(place)),
      [],
    )
  })
}

test('a key of which nothing can be seen is refused by the place of its list', () => {
  const statuses = { '\u2060': { to: 'CLOSED', policy: 'propose' } }
  const found = unseenTexts(null, NewAuthoritySource.parse({ ...source, statuses }), 'body')
  assert.deepEqual(
    found.map(({ path }) => path),
    ['body.statuses'],
  )
})

test('what is named outside of documents needs a character that can be seen too', () => {
  const names: [z.ZodType, object, string][] = [
    [DeployTokenBody, { remote: 'permits' }, 'label'],
    [NewField, { name: 'shape', type: 'text' }, 'label'],
    [NewField, { name: 'shape', label: 'Shape', type: 'enum' }, 'options'],
  ]
  for (const [schema, rest, name] of names) {
    const withLabel = (text: string) => ({ ...rest, [name]: name === 'options' ? [text] : text })
    assert.ok(schema.safeParse(withLabel('Round')).success, name)
    for (const text of unseen) assert.equal(schema.safeParse(withLabel(text)).success, false, name)
  }
})

test('texts with a character that can be seen stay as they are, in every script', () => {
  for (const label of ['Corte de acera', '歩道', 'پیاده\u200cرو', '👷🏽\u200d♀️', 'é', ''])
    assert.deepEqual(unseenTexts(null, { label }, 'body'), [])
  assert.deepEqual(unseenTexts(null, seedLibrary, 'body'), [])
})
