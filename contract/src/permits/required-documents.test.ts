import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentTypes, permitTypes } from './code-tables.ts'
import { newChecklist, requiredDocuments } from './required-documents.ts'

test('a checklist contains the documents of the permit type and of the authority, without duplicates (domain.md 1.9)', () => {
  assert.deepEqual(
    requiredDocuments('BUILDING', ['AUSTIN_DSD']).required,
    requiredDocuments('BUILDING', []).required,
  )
  assert.deepEqual(requiredDocuments('STOS', ['TEXAS_DMV']).required, [
    'APPLICATION_FORM',
    'VEHICLE_LIST',
    'ROUTE_MAP',
    'INSURANCE_CERTIFICATE',
  ])
  const county = newChecklist('BUILDING', ['TRAVIS_COUNTY'])
  assert.equal(county.find(({ documentType }) => documentType === 'OWNER_AUTHORIZATION')?.required, true)
  for (const { code: type } of permitTypes) {
    for (const authority of [
      'AUSTIN_FIRE',
      'AUSTIN_TRANSPORTATION',
      'TRAVIS_COUNTY',
      'TEXAS_DMV',
      'ANOTHER',
    ]) {
      const items = newChecklist(type, [authority])
      assert.equal(
        new Set(items.map(({ documentType }) => documentType)).size,
        items.length,
        `${type} ${authority}`,
      )
      assert.ok(items.every(({ documentType }) => documentTypes.some(({ code }) => code === documentType)))
      assert.ok(items.some(({ required }) => required))
    }
  }
})
