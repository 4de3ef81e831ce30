import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collections } from '../collections/collections.ts'
import { emptyGuardContext, refusalOfTransitionTo, availableTransitions } from '../machines/machine.ts'
import { permitUpdates } from '../machines/permit-effects.ts'
import { permitMachineOf } from '../machines/permits.ts'
import { phrase } from '../sentence.ts'
import { checkRemap, checkStatusMap, toStatuses } from './status-map-check.ts'
import { statusMapChanges } from './status-map-changes.ts'
import { StatusRow, keyNow, statusIn } from './status-map.ts'
import type { PermitStatus, StatusMap } from './status-map.ts'
import { completeMap, seedMap, seedStatus, seedStatusMap } from './seed-status-map.ts'
import { withStatusMap } from './status-options.ts'

const check = StatusRow.parse({
  key: 'PLAN_CHECK',
  label: 'Plan check',
  clientLabel: 'Plans being checked',
  stage: 'PREPARATION',
  bucket: 'processing',
  court: 'AUTHORITY',
  next: [{ to: 'APPROVED', roles: ['admin'], guard: ['BALANCE_NIL'], askReason: true }],
})
const step = { to: 'PLAN_CHECK', roles: ['team' as const], guard: [], askReason: false }
const mapOf = (statuses: readonly StatusRow[], number = 1): StatusMap => ({
  number,
  statuses: toStatuses(statuses),
  moved: {},
})
const edited = mapOf([
  ...seedStatusMap.map((status) =>
    status.key === 'NEW' ? { ...status, next: [...status.next, step] } : status,
  ),
  check,
])

test('the default map can be published, and its rows match the contract (domain.md 2)', () => {
  assert.deepEqual(checkStatusMap(seedStatusMap), [])
  assert.deepEqual(toStatuses(seedStatusMap), seedStatusMap)
  for (const status of seedStatusMap) assert.deepEqual(StatusRow.parse(status), status)
})

test('transitions follow the map: roles, guards, reason and the resulting permit fields', () => {
  assert.deepEqual(checkStatusMap(edited.statuses), [])
  const machine = permitMachineOf(edited)
  const [admin, team] = [{ role: 'admin' as const }, { role: 'team' as const }]
  const permit = {
    status: 'PLAN_CHECK',
    court: 'AUTHORITY',
    clockStartedAt: '2026-01-01T00:00:00.000Z',
    authoritySeconds: 1,
  }
  const unpaid = { ...emptyGuardContext, balance: 5 }
  assert.deepEqual(availableTransitions(machine, admin, permit, unpaid, '2026-11-23'), [
    {
      to: 'APPROVED',
      label: 'Record approval',
      allowed: false,
      whyNot: ['Balance due: record the payment first.'],
      blockers: [{ code: 'balance', params: { balance: 5 }, tab: 'Payment data' }],
      asksReason: true,
    },
  ])
  assert.equal(
    refusalOfTransitionTo(machine, team, permit, emptyGuardContext, { to: 'APPROVED', reason: 'x' })?.kind,
    'forbidden',
  )
  assert.equal(
    refusalOfTransitionTo(machine, admin, permit, emptyGuardContext, { to: 'APPROVED', reason: 'x' }),
    null,
  )
  assert.deepEqual(refusalOfTransitionTo(machine, admin, permit, emptyGuardContext, { to: 'CLOSED' }), {
    kind: 'unmet',
    unmet: [phrase('Status can’t change from {{from}} to {{to}}.', { from: 'Plan check', to: 'Closed' })],
    blocker: { code: 'no-such-step', params: { from: 'PLAN_CHECK', to: 'CLOSED' }, tab: null },
  })
  const { court, pipelineStage, outcome } = permitUpdates(
    edited,
    { status: 'NEW', court: 'OURS' },
    { to: 'PLAN_CHECK' },
    emptyGuardContext,
    new Date(),
    '2026-11-20',
  )
  assert.deepEqual(
    { court, pipelineStage, outcome },
    { court: 'AUTHORITY', pipelineStage: 'PREPARATION', outcome: null },
  )
})

test('an edited map offers exactly the transitions that it accepts, for every role', () => {
  const machine = permitMachineOf(edited)
  for (const status of machine.statuses) {
    for (const role of ['client', 'team', 'admin', 'superadmin'] as const) {
      const offered = availableTransitions(
        machine,
        { role },
        { status },
        { ...emptyGuardContext, heldFrom: 'PLAN_CHECK' },
        '2026-11-23',
      ).filter(({ allowed }) => allowed)
      for (const to of machine.statuses) {
        const refused = refusalOfTransitionTo(
          machine,
          { role },
          { status },
          { ...emptyGuardContext, heldFrom: 'PLAN_CHECK' },
          { to, reason: 'because' },
        )
        assert.equal(
          refused === null,
          offered.some((choice) => choice.to === to),
          `${role} ${status} -> ${to}`,
        )
      }
    }
  }
})

test('the button of a renamed status has its new name, and fields offer the statuses of the map', () => {
  const renamed = mapOf(
    seedStatusMap.map((status) =>
      status.key === 'SUBMITTED' ? { ...status, label: 'At the counter' } : status,
    ),
  )
  assert.equal(permitMachineOf(renamed).label('SUBMITTED'), 'At the counter')
  assert.equal(permitMachineOf(seedMap).label('SUBMITTED'), 'Submit')
  const options = (map: StatusMap) =>
    withStatusMap(collections.permits, map).fields['status']?.options?.map(({ label }) => label)
  assert.ok(options(renamed)?.includes('At the counter') && !options(seedMap)?.includes('At the counter'))
  assert.equal(withStatusMap(collections.tasks, renamed), collections.tasks)
})

test('a held permit returns to the status that replaced its own, across several publications', () => {
  const map: StatusMap = { ...seedMap, moved: { OLD: 'OLDER', OLDER: 'IN_PREPARATION' } }
  assert.equal(keyNow(map, 'OLD'), 'IN_PREPARATION')
  assert.equal(statusIn(map, 'OLD').key, 'IN_PREPARATION')
  assert.throws(() => statusIn({ ...seedMap, moved: { A: 'B', B: 'A' } }, 'A'), RangeError)
  const { transitions } = permitMachineOf(map)
  assert.deepEqual(
    transitions({ status: 'ON_HOLD' }, { ...emptyGuardContext, heldFrom: 'OLD' }).map(({ to }) => to),
    ['IN_PREPARATION', 'CANCELLED', 'WITHDRAWN'],
  )
})

test('a removed status with permits needs a target status in the same bucket', () => {
  const gone = (isUsed: boolean) => [{ status: seedStatus('INTAKE_REVIEW'), isUsed }]
  const codes = (remap: Record<string, string>, isUsed = true) =>
    checkRemap(gone(isUsed), remap, seedStatusMap).map(({ code }) => code)
  assert.deepEqual(codes({}), ['needed'])
  assert.deepEqual(codes({}, false), [])
  assert.deepEqual(codes({ INTAKE_REVIEW: 'NEW' }), [])
  assert.deepEqual(codes({ INTAKE_REVIEW: 'CLOSED' }), ['other-bucket'])
  assert.deepEqual(codes({ INTAKE_REVIEW: 'DRAFT' }), ['closed'])
})

test('the differences between two maps are listed by status, without repetition', () => {
  const without = (key: string) => toStatuses(edited.statuses.filter((status) => status.key !== key))
  assert.deepEqual(statusMapChanges(edited.statuses, edited.statuses), [])
  assert.deepEqual(statusMapChanges(seedStatusMap, edited.statuses), [
    { field: 'NEW.next.PLAN_CHECK', from: null, to: { roles: ['team'], guard: [], askReason: false } },
    { field: 'PLAN_CHECK', from: null, to: 'Plan check' },
  ])
  assert.deepEqual(statusMapChanges(edited.statuses, without('PLAN_CHECK')), [
    { field: 'PLAN_CHECK', from: 'Plan check', to: null },
  ])
  const renamed = edited.statuses.map((status): PermitStatus =>
    status.key === 'NEW' ? { ...status, label: 'Fresh' } : status,
  )
  assert.deepEqual(statusMapChanges(edited.statuses, renamed), [
    { field: 'NEW.label', from: 'New', to: 'Fresh' },
  ])
})

test('a stored map is completed with the system statuses and guards of a newer release', () => {
  const lacking = { ...seedMap, statuses: seedStatusMap.filter(({ key }) => key !== 'VOIDED') }
  assert.equal(completeMap(lacking).statuses.at(-1)?.key, 'VOIDED')
  assert.deepEqual(completeMap(seedMap), seedMap)
  const unguarded = {
    ...seedMap,
    statuses: seedStatusMap.map((status) => ({ ...status, requires: status.requires.slice(0, 1) })),
  }
  assert.deepEqual(completeMap(unguarded), seedMap)
})
