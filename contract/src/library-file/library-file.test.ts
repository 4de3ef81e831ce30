import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seedLibrary } from '../permit-library/permit-library.ts'
import { inEnglish } from '../sentence.ts'
import { seedRequirements } from '../requirements/seed-requirements.ts'
import { LibraryFile, libraryFileSchema, libraryFormat } from './library-file.ts'
import { planImport } from './plan-import.ts'
import type { LibraryState } from './plan-import.ts'

const austin = {
  pid: 'A',
  codes: ['AUSTIN_DSD', 'AUSTIN'],
  values: { name: 'Austin Development Services', shortCode: 'AUSTIN_DSD', region: 'Austin, TX' },
  calendar: undefined,
}
const state: LibraryState = {
  library: seedLibrary,
  requirements: seedRequirements,
  agencies: [austin],
  sources: [],
  addedFields: [],
}
const read = (parts: object) => LibraryFile.parse({ format: libraryFormat, ...parts })
const plan = (parts: object, known: LibraryState = state) => planImport(read(parts), known)
const actions = (parts: object) => plan(parts).entries.map(({ key, action }) => [key, action])
const refusals = (parts: object, known?: LibraryState) =>
  plan(parts, known).refused.map(({ path, detail }) => [path, inEnglish(detail)])

const curbCut = { code: 'CURB_CUT', label: 'Curb cut', category: 'BUILDING', authorities: [], retired: false }
const width = { name: 'width', label: 'Width', type: 'number', unit: 'ft', permitTypes: ['CURB_CUT'] }
const rule = {
  authority: null,
  permitType: 'CURB_CUT',
  required: ['SITE_PLAN'],
  optional: [],
  conditions: [],
  fees: [],
}
const asks = { rules: [rule], conditions: [], clientConditions: [] }

test('what the file has replaces what has the same code, and all else stays', () => {
  const { entries, library, requirements, refused } = plan({
    permitTypes: [curbCut, { ...curbCut, code: 'SIGN', label: 'Sign or banner' }],
    documentTypes: [{ code: 'PHOTO', label: 'Photo', retired: false }],
    fees: [
      { code: 'PERMIT_FEE', label: 'Fee of the permit', retired: false },
      { code: 'INSPECTION_FEE', label: 'Inspection fee', retired: false },
    ],
    attributes: [width],
    requirements: { ...asks, rules: [{ ...rule, fees: ['INSPECTION_FEE'] }] },
  })
  assert.deepEqual(refused, [])
  assert.deepEqual(
    entries.map(({ part, key, action }) => [part, key, action]),
    [
      ['permitTypes', 'CURB_CUT', 'created'],
      ['permitTypes', 'SIGN', 'changed'],
      ['documentTypes', 'PHOTO', 'unchanged'],
      ['fees', 'PERMIT_FEE', 'changed'],
      ['fees', 'INSPECTION_FEE', 'created'],
      ['attributes', 'width', 'created'],
      ['rules', '* CURB_CUT', 'created'],
    ],
  )
  assert.deepEqual(entries[1]?.changes, [{ field: 'label', from: 'Sign', to: 'Sign or banner' }])
  assert.equal(library.permitTypes.length, seedLibrary.permitTypes.length + 1)
  assert.equal(library.documentTypes.length, seedLibrary.documentTypes.length)
  assert.equal(library.fees.length, seedLibrary.fees.length + 1)
  assert.equal(requirements.rules.length, seedRequirements.rules.length + 1)
  assert.deepEqual(requirements.clientConditions, seedRequirements.clientConditions)
})

test('a rule with a condition stands beside the one without, and is merged by its condition', () => {
  const wide = {
    ...rule,
    when: { valuation: { min: 5_000_000 }, 'custom.width': { max: 20 } },
    required: ['SURVEY'],
    fees: ['PERMIT_FEE'],
    amounts: [{ fee: 'PERMIT_FEE', by: 'custom.width', steps: [{ above: 0, base: 100, per: 5, each: 2 }] }],
    departments: ['Zoning'],
    expectedDays: 10,
  }
  const permitTypes = [curbCut]
  const documentTypes = [{ code: 'SURVEY', label: 'Survey', retired: false }]
  const parts = { permitTypes, documentTypes, attributes: [width] }
  const file = (own: object) => ({ ...parts, requirements: { ...asks, rules: [rule, own] } })
  const first = plan(file(wide))
  assert.deepEqual(first.refused, [])
  const named = first.entries.filter(({ part }) => part === 'rules').map(({ label }) => label)
  assert.deepEqual(named, ['* CURB_CUT', '* CURB_CUT, custom.width ≤ 20, valuation ≥ 5000000'])
  const known: LibraryState = { ...state, library: first.library, requirements: first.requirements }
  const turned = { ...wide, when: { 'custom.width': { max: 20 }, valuation: { min: 5_000_000 } } }
  const again = plan(file(turned), known)
  assert.ok(again.entries.every(({ action }) => action === 'unchanged'))
  assert.deepEqual(again.requirements, first.requirements)
  const longer = plan(file({ ...turned, expectedDays: 12 }), known)
  const changed = longer.entries.filter(({ action }) => action === 'changed')
  assert.deepEqual(changed[0]?.changes, [{ field: 'expectedDays', from: 10, to: 12 }])
  assert.equal(longer.requirements.rules.length, first.requirements.rules.length)
  const refused = plan(file({ ...wide, when: { 'custom.depth': { min: 1 } } })).refused
  assert.deepEqual(
    refused.map(({ path }) => path),
    ['requirements.rules.1.when.custom.depth'],
  )
})

test('an agency is known by every code it had, keeps its code, and what the file leaves out', () => {
  const agencies = [{ shortCode: 'AUSTIN', name: 'Austin Development Services', phone: '512-555-0100' }]
  const { entries, agencies: writes } = plan({ agencies })
  assert.deepEqual(entries[0]?.changes, [{ field: 'phone', from: null, to: '512-555-0100' }])
  assert.equal(entries[0]?.key, 'AUSTIN_DSD')
  assert.equal(writes[0]?.pid, 'A')
  assert.deepEqual(actions({ agencies: [{ shortCode: 'AUSTIN_DSD', name: austin.values.name }] }), [
    ['AUSTIN_DSD', 'unchanged'],
  ])
})

test('every reason why a file cannot be imported is named with its place in the file', () => {
  assert.deepEqual(
    refusals({
      agencies: [
        { shortCode: 'WACO', name: 'Waco', portalLink: 'javascript:alert(1)' },
        { shortCode: 'WACO', name: 'Waco' },
      ],
      permitTypes: [
        curbCut,
        { ...curbCut, label: 'Curb' },
        { ...curbCut, code: 'CURB', authorities: ['DALLAS'] },
      ],
      fees: [{ code: 'SECOND', label: 'Permit fee', retired: false }],
      attributes: [{ ...width, permitTypes: ['NOTHING'], shownWhen: { 'custom.none': ['A'] } }],
      requirements: {
        ...asks,
        rules: [
          { ...rule, required: ['NO_SUCH'], conditions: ['NONE'], fees: ['FREE'], authority: 'HOUSTON' },
        ],
      },
    }),
    [
      [
        'agencies.0.portalLink',
        'agencies.0.portalLink is not a web address that begins with https:// or http://',
      ],
      ['agencies.1.shortCode', 'Two agencies have the short code WACO.'],
      ['permitTypes.2.authorities', 'There is no agency with the short code DALLAS.'],
      ['requirements.rules.0.authority', 'There is no agency with the short code HOUSTON.'],
      ['permitTypes.1.code', 'Two types have the code CURB_CUT.'],
      ['permitTypes.2.label', 'Two types have the name Curb cut.'],
      ['fees.0.label', 'Two fees have the name Permit fee.'],
      ['attributes.0.permitTypes', 'There is no permit type with the code NOTHING.'],
      [
        'attributes.0.shownWhen.custom.none',
        'attributes.0.shownWhen.custom.none: there is no choice or checkbox custom.none',
      ],
      ['requirements.rules.0.required', 'There is no document type with the code NO_SUCH.'],
      ['requirements.rules.0.conditions', 'There is no condition with the code NONE.'],
      ['requirements.rules.0.fees', 'There is no fee with the code FREE.'],
    ],
  )
})

test('a detail keeps the kind and heading of its field, and another kind is refused', () => {
  const own = { ...read({ attributes: [width] }).attributes[0] }
  const known: LibraryState = {
    ...state,
    library: plan({ permitTypes: [curbCut], attributes: [width] }).library,
    addedFields: [
      { name: 'width', type: 'number', options: null, isRemoved: false },
      { name: 'gone', type: 'number', options: null, isRemoved: true },
    ],
  }
  const { library, refused } = plan(
    { attributes: [{ ...width, label: 'Breadth', unit: 'm', masked: false, permitTypes: ['SIGN'] }] },
    known,
  )
  assert.deepEqual(refused, [])
  assert.deepEqual(library.attributes, [{ ...own, permitTypes: ['SIGN'] }])
  assert.deepEqual(
    refusals(
      {
        attributes: [
          { ...width, type: 'text', unit: undefined },
          { ...width, name: 'gone' },
        ],
      },
      known,
    ).map(([path]) => path),
    ['attributes.0.type', 'attributes.1.name'],
  )
})

test('a feed is known by agency and address, whatever the order of its columns', () => {
  const source = {
    authority: 'AUSTIN',
    dialect: 'csv',
    address: 'https://data.example.gov/permits.csv',
    fields: { number: 'Number', status: 'Status' },
    statuses: { Final: { to: 'CLOSED', policy: 'propose' } },
  }
  const [added] = plan({ sources: [source] }).sources
  assert.equal(added?.source.authority, 'AUSTIN_DSD')
  const kept = { ...added.source, fields: { status: 'Status', number: 'Number' } }
  const known = { ...state, sources: [{ pid: 'S', source: kept }] }
  assert.equal(plan({ sources: [source] }, known).entries[0]?.action, 'unchanged')
  assert.deepEqual(plan({ sources: [{ ...source, staleAfterDays: 9 }] }, known).entries[0]?.changes, [
    { field: 'staleAfterDays', from: 3, to: 9 },
  ])
})

test('the published schema has every part of the file and refuses what the reader refuses', () => {
  const { properties, additionalProperties } = libraryFileSchema()
  assert.deepEqual(Object.keys(properties ?? {}), Object.keys(LibraryFile.shape))
  assert.equal(additionalProperties, false)
  assert.equal(LibraryFile.safeParse({ format: 'permit-portal/library/2' }).success, false)
  assert.equal(LibraryFile.safeParse({ format: libraryFormat, users: [] }).success, false)
})

test('an agency comes with its ways to submit and its number pattern, whose example must fit', () => {
  const agency = { shortCode: 'AUSTIN', name: 'Austin Development Services', channels: ['PORTAL'] }
  const numbers = { numberPattern: '##-@', numberExample: '12-A' }
  const { entries, agencies } = plan({ agencies: [{ ...agency, ...numbers }] })
  assert.deepEqual(
    entries[0]?.changes.map(({ field, to }) => [field, to]),
    [
      ['channels', ['PORTAL']],
      ['numberPattern', '##-@'],
      ['numberExample', '12-A'],
    ],
  )
  assert.deepEqual(agencies[0]?.values['channels'], ['PORTAL'])
  assert.deepEqual(refusals({ agencies: [{ ...agency, numberPattern: '[#', numberExample: '1' }] }), [
    ['agencies.0.numberPattern', 'agencies.0.numberPattern opens a bracket that it does not close'],
  ])
  assert.deepEqual(refusals({ agencies: [{ ...agency, numberPattern: '##', numberExample: '1' }] }), [
    ['agencies.0.numberExample', 'The example 1 does not fit the pattern ##.'],
  ])
  // The office has the example already, and it no longer fits.
  const known = { ...austin, values: { ...austin.values, ...numbers } }
  assert.deepEqual(
    refusals({ agencies: [{ ...agency, numberPattern: '##' }] }, { ...state, agencies: [known] }).map(
      ([path]) => path,
    ),
    ['agencies.0.numberExample'],
  )
})
