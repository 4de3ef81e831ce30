import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { seedStatus, seedStatusMap } from '@portal/contract'
import { readSample } from './austin-rows.ts'
import type { AustinRow } from './austin-rows.ts'
import { planSeed, toContext } from './plan.ts'
import type { SeedPlan } from './plan.ts'
import { creationsOf, sequencesOf } from './write-plan.ts'

const today = '2026-11-20'
const clientSees = ['permits', 'payments', 'tasks', 'rts', 'notifications', 'alerts'] as const
let rows: AustinRow[]
let plan: SeedPlan

before(async () => {
  rows = await readSample()
  plan = planSeed(rows, today, 'sample')
})

const pidsOf = (some: SeedPlan) =>
  Object.values(some.records).flatMap((records) => records.map(({ pid }) => pid))

test('the same day gives the same records, and another day gives others', () => {
  const again = planSeed(rows, today, 'sample')
  assert.deepEqual(again.records, plan.records)
  assert.deepEqual(again.notes, plan.notes)
  const known = new Set(pidsOf(plan))
  assert.ok(pidsOf(planSeed(rows, '2026-02-01', 'sample')).every((pid) => !known.has(pid)))
})

test('no two records share a pid or a number', () => {
  const pids = pidsOf(plan)
  assert.equal(new Set(pids).size, pids.length)
  for (const records of [
    plan.records.permits,
    plan.records.payments,
    plan.records.tasks,
    plan.records.rts,
    plan.records.notifications,
  ]) {
    assert.equal(new Set(records.map(({ refNo }) => refNo)).size, records.length)
  }
  const emails = plan.records.users.map(({ email }) => email.toLowerCase())
  assert.equal(new Set(emails).size, emails.length)
  const last = sequencesOf(plan).find(({ prefix, year }) => prefix === 'PM' && year === 2026)?.last
  assert.equal(plan.records.permits.at(-1)?.refNo, `PM-2026-${String(last).padStart(6, '0')}`)
})

test('the figures of the last seven days match the past of the records and are near those of today (look.md 7)', () => {
  const { days, figures } = plan.daily
  assert.deepEqual([days[0]?.day, days.at(-1)?.day, days.length], ['2026-11-13', '2026-11-19', 7])
  const number = (day: string, figure: string) =>
    figures.filter((each) => each.day === day && each.figure === figure).reduce((sum, { n }) => sum + n, 0)
  const { permits, tasks, payments } = plan.records
  const now: Record<string, number> = {
    myTurn: permits.filter(
      ({ court, assignedTo, status }) => court === 'OURS' && assignedTo !== null && status !== 'DRAFT',
    ).length,
    openTasks: tasks.filter(
      ({ audience, status, assignedTo }) =>
        audience === 'INTERNAL' && status !== 'DONE' && status !== 'CANCELLED' && assignedTo !== null,
    ).length,
    feesDue: payments
      .filter(
        ({ kind, status }) => kind === 'FEE' && ['DUE', 'PENDING', 'FAILED', 'OVERDUE'].includes(status),
      )
      .reduce((sum, { total }) => sum + total, 0),
  }
  for (const [figure, n] of Object.entries(now)) {
    for (const { day } of days) {
      const then = number(day, figure)
      assert.ok(then > n * 0.3 && then < n * 3, `${figure} ${day}: ${then}, now ${n}`)
    }
  }
})

test('there are enough records of each kind for several pages', () => {
  const least = {
    users: 300,
    orgs: 500,
    permits: 2000,
    payments: 2500,
    tasks: 1500,
    rts: 300,
    notifications: 500,
    alerts: 500,
  }
  for (const [table, count] of Object.entries(least)) {
    assert.ok(
      Object.entries(plan.records).some(([name, records]) => name === table && records.length >= count),
      table,
    )
  }
})

test('the latest issue is on the day of the seed, and nothing is later', () => {
  const issued = plan.records.permits.flatMap(({ issuedDate }) => issuedDate ?? [])
  assert.equal(issued.toSorted().at(-1), today)
  const now = plan.now.toISOString()
  for (const [table, records] of Object.entries(plan.records)) {
    for (const record of records) {
      for (const [field, value] of Object.entries(record)) {
        if (field.endsWith('At') && field !== 'followUpAt' && typeof value === 'string')
          assert.ok(value <= now, `${table}.${field} ${value}`)
      }
      assert.ok(record.createdAt <= record.updatedAt, `${table} ${record.pid} was changed before it was made`)
    }
  }
})

test('every permit has the stage, bucket and dates of its status', () => {
  for (const permit of plan.records.permits) {
    const status = seedStatus(permit.status)
    assert.equal(permit.bucket, status.bucket)
    if (status.stage !== null) assert.equal(permit.pipelineStage, status.stage)
    if (permit.status !== 'ON_HOLD' && permit.status !== 'CORRECTIONS_REQUIRED')
      assert.equal(permit.court, status.court, permit.refNo)
    assert.equal(permit.holdReason !== null, permit.status === 'ON_HOLD')
    assert.equal(
      permit.clockStartedAt !== null,
      permit.bucket === 'processing' && permit.status !== 'DRAFT',
      permit.refNo,
    )
    const days = [
      permit.receivedDate,
      permit.submittedDate,
      permit.acceptedDate,
      permit.approvedDate,
      permit.issuedDate,
      permit.closedDate,
    ].flatMap((day) => day ?? [])
    assert.deepEqual(days, days.toSorted(), permit.refNo)
    if (permit.status === 'ISSUED')
      assert.ok((permit.expiryDate ?? '') >= today, `${permit.refNo} is issued and has expired`)
    if (permit.status === 'EXPIRED') assert.ok((permit.expiryDate ?? '9') <= today, permit.refNo)
  }
  const absent = seedStatusMap
    .map(({ key }) => key)
    .filter((key) => !plan.records.permits.some(({ status }) => status === key))
  assert.deepEqual(absent, ['DENIED', 'REJECTED_INTAKE', 'REVOKED', 'SUPERSEDED'])
})

test('a permit’s clocks add up to the time from its receipt to its current stay', () => {
  for (const permit of plan.permits) {
    const [first] = permit.timeline.steps
    const end =
      permit.timeline.steps.find(({ status }) => seedStatus(status).bucket === 'processed') ??
      permit.timeline.steps.at(-1)
    assert.ok(first && end)
    assert.equal(
      (permit.ourSeconds + permit.clientSeconds + permit.authoritySeconds) * 1000,
      end.atMs - first.atMs,
      permit.refNo,
    )
  }
})

test('balances match the payments (fees - paid - refunded), and issued permits owe nothing', () => {
  const paymentsOf = Map.groupBy(plan.records.payments, ({ permit }) => permit)
  for (const permit of plan.records.permits) {
    const payments = paymentsOf.get(permit.pid) ?? []
    const sum = (...statuses: string[]) =>
      payments
        .filter(({ kind, status }) => kind === 'FEE' && statuses.includes(status))
        .reduce((total, payment) => total + payment.total, 0)
    const refunds = payments
      .filter(({ kind }) => kind === 'REFUND')
      .reduce((total, payment) => total + payment.total, 0)
    assert.equal(permit.balance, permit.feeTotal - permit.paidTotal - permit.refundedTotal)
    assert.equal(permit.refundedTotal, refunds, permit.refNo)
    assert.equal(permit.balance, sum('DUE', 'OVERDUE', 'PENDING', 'FAILED'), permit.refNo)
    assert.equal(permit.paidTotal, sum('PAID', 'REFUNDED', 'PARTIALLY_REFUNDED') - refunds, permit.refNo)
    if (permit.bucket === 'processed') assert.equal(permit.balance, 0, permit.refNo)
    if (permit.paymentStatus === 'OVERDUE')
      assert.ok(
        payments.some(({ status, dueDate }) => status === 'OVERDUE' && dueDate < today),
        permit.refNo,
      )
  }
  for (const payment of plan.records.payments) assert.equal(payment.total, payment.amount + payment.tax)
})

test('a ready or submitted package has every required document settled', () => {
  for (const record of plan.records.rts) {
    const settled = record.checklist
      .filter(({ required }) => required)
      .every(({ state }) => state === 'VERIFIED' || state === 'WAIVED')
    assert.equal(settled, ['READY', 'SUBMITTED', 'RETURNED'].includes(record.status), record.refNo)
    assert.equal(record.readinessPct === 100, settled)
    if (record.status === 'READY') assert.ok(record.feeReady, record.refNo)
  }
  const ready = plan.records.rts.filter(({ status }) => status === 'READY').map(({ permit }) => permit)
  const waiting = plan.records.permits
    .filter(({ status }) => status === 'READY_TO_SUBMIT')
    .map(({ pid }) => pid)
  assert.deepEqual(ready.toSorted(), waiting.toSorted())
})

test('permits that were returned have comments: open in CORRECTIONS_REQUIRED, answered after that', () => {
  const { corrections } = plan
  const statusOf = new Map(plan.records.permits.map(({ pid, status }) => [pid, status]))
  assert.ok(corrections.length > 30, String(corrections.length))
  assert.equal(new Set(corrections.map(({ pid }) => pid)).size, corrections.length)
  for (const { permit, status, response, forClient, createdAt } of corrections) {
    assert.ok(createdAt <= plan.now.toISOString())
    assert.equal(response === null, status === 'OPEN')
    if (status === 'OPEN')
      assert.deepEqual([statusOf.get(permit), forClient], ['CORRECTIONS_REQUIRED', false])
  }
  const waiting = plan.records.permits.filter(({ status }) => status === 'CORRECTIONS_REQUIRED')
  for (const { pid } of waiting)
    assert.ok(corrections.some(({ permit, status }) => permit === pid && status === 'OPEN'))
})

test('a client who has to act has an open task', () => {
  const open = new Set(
    plan.records.tasks
      .filter(({ audience, status }) => audience === 'CLIENT' && status !== 'DONE')
      .map(({ permit }) => permit),
  )
  for (const permit of plan.records.permits)
    if (permit.court === 'CLIENT' && permit.status !== 'DRAFT') assert.ok(open.has(permit.pid), permit.refNo)
})

test('references point to existing records', () => {
  const known = Object.fromEntries(
    Object.entries(plan.records).map(([table, records]) => [table, new Set(records.map(({ pid }) => pid))]),
  )
  const targets = {
    org: 'orgs',
    assignedOrg: 'orgs',
    recipientOrg: 'orgs',
    permit: 'permits',
    user: 'users',
    assignedTo: 'users',
    createdBy: 'users',
    refundOf: 'payments',
    verifiedBy: 'users',
    accountManager: 'users',
  }
  for (const records of Object.values(plan.records)) {
    for (const record of records) {
      for (const [field, value] of Object.entries(record)) {
        const target = Object.entries(targets).find(([name]) => name === field)?.[1]
        if (target !== undefined && typeof value === 'string')
          assert.ok(known[target]?.has(value), `${field} of ${record.pid}`)
      }
    }
  }
})

test('the demo client’s organization is active and has records of every kind that clients see (contract.md 10.1)', () => {
  const { demo } = toContext(plan, 'test')
  const client = plan.records.users.find(({ email }) => email === 'client@portal.example')
  assert.deepEqual(
    [client?.orgRole, client?.org, client?.status, demo.org.status],
    ['ORG_ADMIN', demo.org.pid, 'ACTIVE', 'ACTIVE'],
  )
  for (const table of clientSees)
    assert.ok(
      Object.entries(plan.records).some(
        ([name, records]) =>
          name === table && records.some((record) => 'org' in record && record.org === demo.org.pid),
      ),
      table,
    )
  const permits = plan.records.permits.filter(({ org }) => org === demo.org.pid)
  assert.ok(
    new Set(permits.filter(({ bucket }) => bucket === 'processing').map(({ status }) => status)).size >= 4,
  )
  assert.ok(
    permits.some(({ status }) => status === 'DRAFT') && permits.some(({ bucket }) => bucket === 'processed'),
  )
  assert.ok(plan.records.tasks.some(({ audience, org }) => audience === 'CLIENT' && org === demo.org.pid))
  const statuses = plan.records.payments.filter(({ org }) => org === demo.org.pid).map(({ status }) => status)
  assert.ok(statuses.includes('DRAFT') && statuses.some((status) => status !== 'DRAFT'))
  assert.ok(plan.records.orgs.filter(({ status }) => status === 'ACTIVE').length > 100)
})

test('every demo account has alerts, several of them unread', () => {
  const { superadmin, admin, team, client } = toContext(plan, 'test').demo
  for (const { pid, email } of [superadmin, admin, team, client]) {
    const own = plan.records.alerts.filter(({ user }) => user === pid)
    assert.ok(own.filter(({ isRead }) => !isRead).length >= 3 && own.some(({ isRead }) => isRead), email)
  }
})

test('clients get client labels of a status, and no alert about a delay of the office', () => {
  const permitOf = new Map(plan.records.permits.map((permit) => [permit.pid, permit]))
  const inTheirs = (pid: string | null) =>
    seedStatus(permitOf.get(pid ?? '')?.status ?? '').clientLabel.toLowerCase()
  const told = plan.records.notifications.filter(({ subject }) => subject.includes(' is now: '))
  assert.ok(told.length > 50, String(told.length))
  for (const { subject, relatedPid } of told)
    assert.ok(subject.endsWith(`: ${inTheirs(relatedPid)}`), subject)
  const clients = new Set(plan.records.users.filter(({ role }) => role === 'client').map(({ pid }) => pid))
  const alerts = plan.records.alerts.filter(({ user }) => clients.has(user))
  assert.ok(alerts.length > 50, String(alerts.length))
  for (const { title, kind, relatedPid } of alerts) {
    assert.notEqual(kind, 'SLA_BREACH')
    if (title.startsWith('Now ')) assert.equal(title, `Now ${inTheirs(relatedPid)}`)
  }
})

test('every record has its creation in the history, under its collection', () => {
  const creations = creationsOf(plan)
  assert.equal(creations.length, pidsOf(plan).length)
  const collectionOf = new Map(creations.map(({ pid, collection }) => [pid, collection]))
  for (const { pid, bucket } of plan.records.permits)
    assert.equal(collectionOf.get(pid), bucket === 'processed' ? 'processed' : 'permits')
  for (const { pid, audience } of plan.records.tasks)
    assert.equal(collectionOf.get(pid), audience === 'CLIENT' ? 'ctasks' : 'tasks')
})
