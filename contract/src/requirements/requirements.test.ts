import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentTypes, permitTypes } from '../permits/code-tables.ts'
import { checkRequirements, requirementChanges } from './check-requirements.ts'
import { Requirements, requirementCase, requirementsOf } from './requirements.ts'
import { seedRequirements } from './seed-requirements.ts'

const of = (permitType: string, ...authorityCodes: string[]) =>
  requirementsOf(seedRequirements, requirementCase({ permitType }, authorityCodes))

test('a permit needs the documents of its type and of its authority, each once (domain.md 1.9)', () => {
  assert.deepEqual(of('BUILDING', 'AUSTIN_DSD').required, [
    'APPLICATION_FORM',
    'SITE_PLAN',
    'FLOOR_PLAN',
    'STRUCTURAL_PLAN',
    'CONTRACTOR_LICENCE',
  ])
  assert.deepEqual(of('BUILDING', 'AUSTIN_DSD'), of('BUILDING'))
  assert.deepEqual(of('STOS', 'TEXAS_DMV').required, [
    'APPLICATION_FORM',
    'VEHICLE_LIST',
    'ROUTE_MAP',
    'INSURANCE_CERTIFICATE',
  ])
  const county = of('BUILDING', 'TRAVIS_COUNTY')
  assert.ok(county.required.includes('OWNER_AUTHORIZATION'))
  assert.deepEqual(county.optional, ['PHOTO'])
  for (const { code: type } of permitTypes) {
    for (const authority of [
      'AUSTIN_FIRE',
      'AUSTIN_TRANSPORTATION',
      'TRAVIS_COUNTY',
      'TEXAS_DMV',
      'NEW_CITY',
    ]) {
      const { required, optional } = of(type, authority)
      const all = [...required, ...optional]
      assert.equal(new Set(all).size, all.length, `${type} ${authority}`)
      assert.ok(required.includes('APPLICATION_FORM'))
      assert.ok(all.every((each) => documentTypes.some(({ code }) => code === each)))
    }
  }
})

test('an authority keeps its rules under a former code', () => {
  assert.deepEqual(of('SIGN', 'TRAVIS', 'TRAVIS_COUNTY').required, of('SIGN', 'TRAVIS_COUNTY').required)
})

test('a permit is offered the conditions of its type in their order', () => {
  const codes = (type: string) => of(type).conditions.map(({ code }) => code)
  assert.deepEqual(codes('SIGN'), ['LICENCE_VALID', 'PERMIT_ON_SITE', 'INSURANCE_PROVEN', 'FINAL_INSPECTION'])
  assert.deepEqual(codes('RIG'), ['LICENCE_VALID', 'PERMIT_ON_SITE', 'ROUTE_APPROVED', 'DAYLIGHT_ONLY'])
})

test('what a new portal begins with has no problem, and survives a file', () => {
  assert.deepEqual(checkRequirements(seedRequirements), [])
  assert.deepEqual(Requirements.parse(JSON.parse(JSON.stringify(seedRequirements))), seedRequirements)
})

const [first] = seedRequirements.rules
assert.ok(first)

test('two rules for one agency and type, unknown types, fees and conditions are named', () => {
  const wrong: Requirements = {
    rules: [first, first, { ...first, permitType: 'CASTLE', conditions: ['UNHEARD_OF'], fees: ['NO_FEE'] }],
    conditions: [...seedRequirements.conditions, ...seedRequirements.conditions.slice(0, 1)],
    clientConditions: ['UNHEARD_OF_TOO'],
  }
  assert.deepEqual(
    checkRequirements(wrong).map(({ path, code }) => `${path} ${code}`),
    [
      'body.requirements.rules.1 repeated',
      'body.requirements.rules.2.permitType unknown',
      'body.requirements.rules.2.conditions unknown',
      'body.requirements.rules.2.fees unknown',
      'body.requirements.conditions.11.code repeated',
      'body.requirements.clientConditions unknown',
    ],
  )
})

test('changes are listed by rule and condition; another order is no change', () => {
  const turned: Requirements = {
    ...seedRequirements,
    rules: seedRequirements.rules.map((rule) => ({ ...rule, fees: rule.fees.toReversed() })),
  }
  assert.deepEqual(requirementChanges(seedRequirements, turned), [])
  const changed: Requirements = {
    rules: [
      { ...first, optional: [] },
      ...seedRequirements.rules.slice(2),
      { ...first, authority: 'NEW_CITY', permitType: 'SIGN' },
    ],
    conditions: seedRequirements.conditions.slice(1),
    clientConditions: [],
  }
  assert.deepEqual(
    requirementChanges(seedRequirements, changed).map(({ part, from, to }) => [
      part,
      from !== null,
      to !== null,
    ]),
    [
      ['rule', true, false],
      ['rule', true, true],
      ['rule', false, true],
      ['condition', true, false],
      ['clientConditions', true, true],
    ],
  )
})
