import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collections } from '../collections/collections.ts'
import { feeCodes, permitTypes } from '../permits/code-tables.ts'
import { expiryProposed } from '../machines/permits.ts'
import { checkWrite } from '../query/writes.ts'
import { checkLibrary, libraryChanges } from './check-library.ts'
import type { LibraryPermitType } from './permit-library.ts'
import {
  ChangePermitLibrary,
  PermitLibrary,
  PermitLibraryView,
  choosableOptions,
  libraryOptions,
  seedLibrary,
  validDaysOf,
  withLibrary,
} from './permit-library.ts'

const curbCut: LibraryPermitType = {
  code: 'CURB_CUT',
  label: 'Curb cut',
  category: 'BUILDING',
  authorities: [],
  retired: false,
}
const withCurbCut: PermitLibrary = {
  ...seedLibrary,
  permitTypes: [
    ...seedLibrary.permitTypes.with(0, {
      ...curbCut,
      code: 'BUILDING',
      label: 'Building',
      retired: true,
      validDays: 180,
    }),
    curbCut,
  ],
}

test('the library of the release leaves every declaration as it is, with the same codes and names', () => {
  for (const declaration of Object.values(collections))
    assert.equal(withLibrary(declaration, seedLibrary), declaration)
  assert.deepEqual(libraryOptions(seedLibrary, 'permitTypes'), permitTypes)
  assert.deepEqual(libraryOptions(seedLibrary, 'fees'), feeCodes)
})

test('a library changes the permit types of permits and the documents of tasks, and nothing else', () => {
  const permits = withLibrary(collections.permits, withCurbCut)
  assert.equal(withLibrary(collections.permits, withCurbCut), permits)
  assert.equal(withLibrary(collections.orgs, withCurbCut), collections.orgs)
  assert.equal(permits.fields['permitType']?.options?.at(-1)?.code, 'CURB_CUT')
  assert.equal(permits.fields['status'], collections.permits.fields.status)
  const team = { role: 'team' } as const
  assert.deepEqual(checkWrite(permits, team, { permitType: 'CURB_CUT' }), { permitType: 'CURB_CUT' })
  assert.throws(() => checkWrite(permits, team, { permitType: 'BUILDING' }), /is retired/)
  assert.throws(() => checkWrite(collections.permits, team, { permitType: 'CURB_CUT' }))
})

test('an issued permit is valid as long as its type says, and as the release says where it says nothing', () => {
  const days = (code: string, library = withCurbCut) => validDaysOf(library, code)
  assert.deepEqual(
    ['BUILDING', 'DRIVEWAY', 'SIGN', 'CURB_CUT', 'NONE'].map((code) => days(code)),
    [180, 180, 155, 155, 155],
  )
  const longer = { ...withCurbCut, permitTypes: [{ ...curbCut, validDays: 365 }] }
  assert.equal(days('CURB_CUT', longer), 365)
  const next = expiryProposed({ permitType: 'CURB_CUT' }, '2026-01-01', longer)
  assert.equal(next, '2027-01-01')
})

test('a retired option is offered only where it is the value already', () => {
  const options = libraryOptions(withCurbCut, 'permitTypes')
  const codes = (current?: string) => choosableOptions(options, current).map(({ code }) => code)
  assert.ok(!codes().includes('BUILDING'))
  assert.ok(codes('BUILDING').includes('BUILDING'))
})

test('types cannot be removed, doubled or all retired', () => {
  const detailsOf = (library: PermitLibrary) =>
    checkLibrary(withCurbCut, library).map(({ path, code }) => [path, code])
  assert.deepEqual(detailsOf(withCurbCut), [])
  assert.deepEqual(detailsOf(seedLibrary), [['body.permitTypes', 'required']])
  const doubled = { ...withCurbCut, permitTypes: [...withCurbCut.permitTypes, curbCut] }
  assert.deepEqual(detailsOf(doubled), [['body.permitTypes.19.code', 'repeated']])
  const named = { ...withCurbCut, permitTypes: [...withCurbCut.permitTypes, { ...curbCut, code: 'CUT' }] }
  assert.deepEqual(detailsOf(named), [['body.permitTypes.19.label', 'repeated']])
  const retired = {
    ...withCurbCut,
    permitTypes: withCurbCut.permitTypes.map((type) => ({ ...type, retired: true })),
  }
  assert.deepEqual(detailsOf(retired), [['body.permitTypes', 'required']])
})

test('a library has the fees of payments; one from before has those of the release, and a change may leave them out', () => {
  const inspection = { code: 'INSPECTION_FEE', label: 'Inspection fee', retired: false }
  const library: PermitLibrary = { ...seedLibrary, fees: [...seedLibrary.fees, inspection] }
  const payments = withLibrary(collections.payments, library)
  assert.equal(payments.fields['feeCode']?.options?.at(-1)?.code, 'INSPECTION_FEE')
  const { fees: _fees, ...before } = seedLibrary
  assert.deepEqual(PermitLibrary.parse(before), seedLibrary)
  assert.deepEqual(PermitLibraryView.parse({ version: 3, ...before }).fees, seedLibrary.fees)
  assert.equal(ChangePermitLibrary.parse({ version: 3, ...before }).fees, undefined)
  assert.deepEqual(
    checkLibrary(library, seedLibrary).map(({ path }) => path),
    ['body.fees'],
  )
  assert.deepEqual(libraryChanges(seedLibrary, library), [
    { field: 'fees.INSPECTION_FEE.label', from: null, to: 'Inspection fee' },
  ])
})

test('changes name the properties that differ, and a new type by its name', () => {
  assert.deepEqual(libraryChanges(seedLibrary, withCurbCut), [
    { field: 'permitTypes.BUILDING.retired', from: false, to: true },
    { field: 'permitTypes.CURB_CUT.label', from: null, to: 'Curb cut' },
  ])
})
