import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orgRoles } from '../access/org-roles.ts'
import type { OrgRole } from '../access/org-roles.ts'
import { emptyGuardContext, refusalOfTransitionTo, availableTransitions } from './machine.ts'
import { machines } from './machines.ts'
import { packageMachine, readinessOf } from './packages.ts'
import { paymentMachine } from './payments.ts'
import { turnClocks } from './permit-clocks.ts'
import { seedMap } from '../permits/seed-status-map.ts'
import { permitMachineOf } from './permits.ts'

const permitMachine = permitMachineOf(seedMap)
const staffRoles = ['team', 'admin', 'superadmin'] as const
const actors = [
  ...orgRoles.map((orgRole) => ({ role: 'client' as const, orgRole })),
  ...staffRoles.map((role) => ({ role })),
]
const day = '2026-11-23'
const facts = { ...emptyGuardContext, heldFrom: 'NEW', packageStatus: 'READY' }

for (const [collection, machine] of Object.entries(machines)) {
  test(`every transition of ${collection} leads to an existing status and has a button label`, () => {
    for (const status of machine.statuses) {
      for (const audience of ['INTERNAL', 'CLIENT']) {
        for (const { to, roles } of machine.transitions({ status, audience }, facts)) {
          assert.ok(machine.statuses.includes(to), `${status} -> ${to}`)
          assert.ok(roles.length > 0 && machine.label(to) !== '')
        }
      }
    }
  })

  test(`the transitions offered for ${collection} are exactly those accepted, for every role and position`, () => {
    for (const [status, audience] of machine.statuses.flatMap((status) => [
      [status, 'INTERNAL'] as const,
      [status, 'CLIENT'] as const,
    ])) {
      for (const actor of actors) {
        const offered = availableTransitions(machine, actor, { status, audience }, facts, day)
        for (const to of machine.statuses) {
          const allowed = offered.some((step) => step.to === to && step.allowed)
          const refused = refusalOfTransitionTo(machine, actor, { status, audience }, facts, {
            to,
            reason: 'because',
          })
          assert.equal(refused === null, allowed, `${JSON.stringify(actor)} ${status} -> ${to}`)
        }
      }
    }
  })
}

test('S-13: an ORG_ADMIN submits and withdraws permits, a MEMBER works on client tasks, a VIEWER does nothing', () => {
  const takes = (orgRole: OrgRole) =>
    Object.entries(machines).flatMap(([collection, machine]) =>
      machine.statuses.flatMap((status) =>
        availableTransitions(
          machine,
          { role: 'client', orgRole },
          { status, audience: 'CLIENT' },
          facts,
          day,
        ).flatMap(({ to, allowed }) => (allowed ? [`${collection} ${to}`] : [])),
      ),
    )
  assert.deepEqual(takes('VIEWER'), [])
  assert.deepEqual(
    new Set(takes('MEMBER')),
    new Set(['tasks IN_PROGRESS', 'tasks SUBMITTED', 'ctasks IN_PROGRESS', 'ctasks SUBMITTED']),
  )
  for (const step of ['permits NEW', 'permits WITHDRAWN', 'ctasks SUBMITTED'])
    assert.ok(takes('ORG_ADMIN').includes(step), step)
})

test('a permit follows the status map, and a revoked, voided or superseded permit stays so (domain.md 2)', () => {
  for (const status of ['REVOKED', 'VOIDED', 'SUPERSEDED'])
    assert.deepEqual(permitMachine.transitions({ status }, facts), [])
  const unmet = refusalOfTransitionTo(
    permitMachine,
    { role: 'team' },
    { status: 'APPROVED' },
    { ...facts, balance: 1 },
    { to: 'ISSUED' },
  )
  assert.deepEqual(unmet, {
    kind: 'unmet',
    unmet: ['Balance due: record the payment first.'],
    blocker: { code: 'balance', params: { balance: 1 }, tab: 'Payment data' },
  })
})

test('a clock adds the elapsed time to its court and stops while it is nobody’s turn', () => {
  const permit = {
    court: 'CLIENT',
    clockStartedAt: '2026-01-01T00:00:00.000Z',
    clientSeconds: 1.5,
    ourSeconds: 2,
  }
  const now = new Date('2026-01-01T00:00:10.001Z')
  assert.deepEqual(turnClocks(permit, 'IN_PREPARATION', 'OURS', now), {
    clientSeconds: 11.501,
    clockStartedAt: now.toISOString(),
  })
  assert.deepEqual(turnClocks(permit, 'WITHDRAWN', 'NONE', now), {
    clientSeconds: 11.501,
    clockStartedAt: null,
  })
  assert.deepEqual(turnClocks({ court: 'NONE', clockStartedAt: null }, 'INTAKE_REVIEW', 'OURS', now), {
    clockStartedAt: now.toISOString(),
  })
})

test('the readiness of a package is the share of its required documents that are settled', () => {
  const item = (required: boolean, state: 'MISSING' | 'VERIFIED' | 'WAIVED' | 'REJECTED') => ({
    documentType: 'X',
    required,
    state,
    file: null,
    onPaper: state === 'VERIFIED',
    reason: null,
  })
  assert.deepEqual(
    readinessOf([
      item(true, 'VERIFIED'),
      item(true, 'WAIVED'),
      item(true, 'REJECTED'),
      item(false, 'MISSING'),
    ]),
    {
      readinessPct: 67,
      missingCount: 1,
    },
  )
  assert.deepEqual(readinessOf([]), { readinessPct: 100, missingCount: 0 })
})

test('a permit with a blocked package cannot become ready, and the user learns that the block is the reason', () => {
  const stepOf = (packageStatus: string) =>
    availableTransitions(
      permitMachine,
      { role: 'team' },
      { status: 'IN_PREPARATION' },
      { ...facts, packageStatus },
      day,
    ).find(({ to }) => to === 'READY_TO_SUBMIT')
  assert.deepEqual(stepOf('BLOCKED')?.whyNot.slice(0, 1), [
    'The submittal package is blocked. Reopen or check it first.',
  ])
  assert.deepEqual(stepOf('COLLECTING')?.whyNot.slice(0, 1), ['The submittal package is not ready.'])
  assert.deepEqual(stepOf('BLOCKED')?.blockers?.[0], {
    code: 'package-blocked',
    params: {},
    tab: 'Documents',
  })
})

test('a transition declares what its dialog asks for', () => {
  const permit = (to: string) => [
    permitMachine
      .inputs?.(to, { status: 'APPROVED', permitType: 'BUILDING' }, day, facts)
      .map(({ name }) => name),
    permitMachine.additions?.(to),
  ]
  const payment = (to: string) => paymentMachine.inputs?.(to, { method: 'CHEQUE' }, day, facts)
  assert.deepEqual(permit('ON_HOLD'), [['holdReason'], []])
  assert.deepEqual(permit('SUBMITTED'), [['confirmationNo'], []])
  assert.deepEqual(permit('ISSUED'), [['authorityNumber', 'issuedDate', 'expiryDate'], []])
  assert.deepEqual(permit('CORRECTIONS_REQUIRED'), [[], ['comments', 'items']])
  assert.deepEqual(permit('WAITING_CLIENT'), [[], ['items']])
  assert.deepEqual(permit('REVOKED'), [[], ['refund']])
  assert.deepEqual(permit('CANCELLED'), [[], []])
  assert.deepEqual(
    packageMachine.inputs?.('SUBMITTED', {}, day, facts).map(({ name }) => name),
    ['confirmationNo'],
  )
  assert.deepEqual(payment('PAID'), [
    { name: 'method', type: 'enum', required: false, value: 'CHEQUE' },
    { name: 'reference', type: 'text', required: false },
    { name: 'paidOn', type: 'date', required: false },
  ])
  assert.deepEqual(payment('VOID'), [])
})

test('only staff are offered additions to a transition', () => {
  const additionsOf = (role: 'team' | 'client') =>
    availableTransitions(permitMachine, { role }, { status: 'INTAKE_REVIEW' }, facts, day).flatMap(
      ({ additions = [] }) => additions,
    )
  assert.deepEqual(additionsOf('team'), ['items'])
  assert.deepEqual(additionsOf('client'), [])
})
