import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyGuardContext } from '../machines/machine.ts'
import { packageMachine } from '../machines/packages.ts'
import { permitMachineOf } from '../machines/permits.ts'
import { roles } from '../roles.ts'
import { inEnglish } from '../sentence.ts'
import { clientConditionsOf, requirementCase, requirementsOf } from '../requirements/requirements.ts'
import { seedRequirements } from '../requirements/seed-requirements.ts'
import { canManageConditions } from './conditions.ts'
import { seedMap } from './seed-status-map.ts'

const whyNotOf = (
  machine: typeof packageMachine,
  status: string,
  to: string,
  facts: typeof emptyGuardContext,
) => {
  const record = { status, checklist: [] }
  return machine
    .transitions(record, facts)
    .flatMap((transition) =>
      transition.to === to
        ? (transition.guards?.(record, facts) ?? []).map(({ sentence }) => inEnglish(sentence))
        : [],
    )
}
const facts = {
  ...emptyGuardContext,
  packageStatus: 'READY',
  openConditions: { beforeSubmit: 1, beforeIssue: 0 },
  organizationConditions: { beforeSubmit: 2, beforeIssue: 1 },
}

test('a condition of the organization blocks its permits, and the blocker names the organization (domain.md 3 and 4)', () => {
  assert.deepEqual(whyNotOf(permitMachineOf(seedMap), 'READY_TO_SUBMIT', 'SUBMITTED', facts), [
    '1 condition must be met or waived before submittal.',
    '2 client conditions must be met or waived before submittal.',
  ])
  assert.deepEqual(whyNotOf(permitMachineOf(seedMap), 'APPROVED', 'ISSUED', facts), [
    '1 client condition must be met or waived before issuance.',
  ])
  assert.deepEqual(whyNotOf(packageMachine, 'COLLECTING', 'READY', facts), [
    '1 condition must be met or waived before submittal.',
    '2 client conditions must be met or waived before submittal.',
  ])
})

test('staff manage conditions of permits, administrators those of organizations (domain.md 5)', () => {
  assert.deepEqual(
    roles.map((role) => [
      role,
      canManageConditions('permits', { role }),
      canManageConditions('orgs', { role }),
    ]),
    [
      ['superadmin', true, true],
      ['admin', true, true],
      ['team', true, false],
      ['client', false, false],
    ],
  )
})

test('the library has each condition once, for permits by type and for organizations (domain.md 3)', () => {
  const libraries = [
    ...['SIGN', 'STOS'].map(
      (permitType) => requirementsOf(seedRequirements, requirementCase({ permitType }, [])).conditions,
    ),
    clientConditionsOf(seedRequirements),
  ]
  for (const library of libraries) assert.equal(new Set(library.map(({ code }) => code)).size, library.length)
  assert.ok(libraries[2]?.some(({ code }) => code === 'LIABILITY_INSURANCE_CURRENT'))
  assert.ok(libraries[1]?.every(({ code }) => code !== 'FINAL_INSPECTION'))
})
