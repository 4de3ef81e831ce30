import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { Problem, StatusMapSettings, StatusMapView, AvailableTransitions } from '@portal/contract'
import type { Role, StatusRow } from '@portal/contract'
import type { Person } from '#test-support/given.ts'
import { openStream } from '#test-support/event-stream.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp({ environment: { rateLimitPerMinute: 0 } })
  people = await portal.given.everyRole()
})
after(() => portal.close())

const path = 'permit-status-map'
const ask = (person: Person, method: string, apiPath: string, body?: object, app = portal) =>
  app.crud(person, { apiPath, method, ...(body === undefined ? {} : { body }) })
const settings = async (app = portal) =>
  StatusMapSettings.parse((await ask(people.admin, 'GET', path, undefined, app)).json())
const draft = async (
  statuses: readonly StatusRow[],
  remap: Record<string, string> = {},
  person = people.admin,
) => ask(person, 'PATCH', path, { version: (await settings()).version, statuses, remap })
const publish = async () =>
  ask(people.admin, 'POST', `${path}/publish`, { version: (await settings()).version })
const stepTo = (pid: string, to: string, app = portal) =>
  ask(people.team, 'POST', `permits/${pid}/transitions`, { to, reason: 'Because' }, app)
const transitionsOf = async (pid: string, app = portal) =>
  AvailableTransitions.parse(
    (await ask(people.team, 'GET', `permits/${pid}/transitions`, undefined, app)).json(),
  ).transitions
/** The rows with one of them changed. */
const changed = (statuses: readonly StatusRow[], key: string, change: Partial<StatusRow>) =>
  statuses.map((status) => (status.key === key ? { ...status, ...change } : status))
const detailsOf = (result: { body: string }) =>
  Problem.parse(JSON.parse(result.body)).errors?.map(({ code }) => code) ?? []

/** Restores the map of a new portal if a test has published another one. */
beforeEach(async () => {
  const { version, published } = await settings()
  if (published > 0) {
    const reverted = await ask(people.admin, 'POST', `${path}/revert`, {
      version,
      to: 0,
      remap: { PLAN_CHECK: 'IN_PREPARATION', SECOND_LOOK: 'IN_PREPARATION' },
    })
    assert.equal(reverted.statusCode, 200, reverted.body)
  }
})

/** The map in force plus a status that is reached from IN_PREPARATION and leads back to it. */
async function withPlanCheck(change: Partial<StatusRow> = {}): Promise<StatusRow[]> {
  const { statuses } = await settings()
  const row: StatusRow = {
    key: 'PLAN_CHECK',
    label: 'Plan check',
    clientLabel: 'Plans being checked',
    stage: 'PREPARATION',
    bucket: 'processing',
    court: 'OURS',
    colour: 'teal',
    icon: 'flag',
    slaDays: null,
    staleAfterDays: null,
    requires: [],
    notify: ['STAFF'],
    next: [{ to: 'IN_PREPARATION', roles: ['team', 'admin', 'superadmin'], guard: [], askReason: false }],
    ...change,
  }
  const step = {
    to: row.key,
    roles: ['team' as const, 'admin' as const, 'superadmin' as const],
    guard: [],
    askReason: true,
  }
  return [
    ...statuses.map((status) =>
      status.key === 'IN_PREPARATION' ? { ...status, next: [...status.next, step] } : status,
    ),
    row,
  ]
}

async function permitIn(...steps: string[]): Promise<string> {
  const { pid } = (
    await ask(people.team, 'POST', 'permits', { title: 'Porch', org: people.client.org, permitType: 'SIGN' })
  ).json<{ pid: string }>()
  for (const to of steps) {
    const result = await stepTo(pid, to)
    assert.equal(result.statusCode, 200, result.body)
  }
  return pid
}

test('everyone signed in reads the map in the labels for their role; only administrators change it (contract.md 4)', async () => {
  const client = StatusMapView.parse((await ask(people.client, 'GET', path)).json())
  assert.equal(client.statuses.find(({ key }) => key === 'INTAKE_REVIEW')?.label, 'Under intake review')
  assert.deepEqual(
    client.statuses
      .flatMap(({ next }) => next.flatMap(({ roles }) => roles))
      .filter((role) => role !== 'client'),
    [],
  )
  const team = (await ask(people.team, 'GET', path)).json<object>()
  assert.ok(!('draft' in team) && !('versions' in team))
  const { version, statuses, counts } = await settings()
  assert.ok(statuses.length === 22 && typeof counts === 'object')
  for (const person of [people.team, people.client]) {
    assert.equal((await ask(person, 'PATCH', path, { version, statuses })).statusCode, 403)
    assert.equal((await ask(person, 'POST', `${path}/publish`, { version })).statusCode, 403)
    assert.equal((await ask(person, 'POST', `${path}/revert`, { version })).statusCode, 403)
  }
  assert.equal((await ask(people.superadmin, 'PATCH', path, { version, statuses })).statusCode, 200)
  assert.equal(
    (await ask(people.admin, 'PATCH', path, { version: version + 1, statuses: null })).statusCode,
    200,
  )
})

test('an invalid map is refused, and a missing label is named (domain.md 2)', async () => {
  const { statuses } = await settings()
  const without = (key: string) => statuses.filter((status) => status.key !== key)
  const having = (key: string, change: Partial<StatusRow>) => changed(statuses, key, change)
  const lonely = (await withPlanCheck())
    .filter(({ key }) => key !== 'IN_PREPARATION')
    .concat(statuses.filter(({ key }) => key === 'IN_PREPARATION'))
  const cases: [rows: readonly object[], code: string][] = [
    [lonely, 'unreachable'],
    [without('NEW'), 'system-status'],
    [
      having('NEW', { next: [{ to: 'NOWHERE', roles: ['team'], guard: [], askReason: false }] }),
      'unknown-status',
    ],
    [having('INTAKE_REVIEW', { next: [] }), 'no-way-out'],
    [having('INTAKE_REVIEW', { label: 'New' }), 'repeated'],
    [having('INTAKE_REVIEW', { court: 'NONE' }), 'wrong-court'],
    [having('INTAKE_REVIEW', { stage: 'POST_DECISION' }), 'wrong-stage'],
    [having('ISSUED', { bucket: 'processing' }), 'fixed'],
    [having('SUBMITTED', { requires: [] }), 'needed'],
    [
      having('ISSUED', { next: [{ to: 'VOIDED', roles: ['team'], guard: [], askReason: true }] }),
      'administrators-only',
    ],
    [
      having('APPROVED', { next: [{ to: 'ISSUED', roles: ['client'], guard: [], askReason: false }] }),
      'office-only',
    ],
    [[...statuses, statuses[0] ?? {}], 'repeated'],
  ]
  const before = await settings()
  for (const [rows, code] of cases) {
    const result = await ask(people.admin, 'PATCH', path, { version: before.version, statuses: rows })
    assert.equal(result.statusCode, 400, `${code}: ${result.body.slice(0, 300)}`)
    assert.ok(detailsOf(result).includes(code), `${code}: ${result.body.slice(0, 600)}`)
  }
  for (const row of [
    { clientLabel: '' },
    { label: '  ' },
    { key: 'lower' },
    { colour: 'pink' },
    { surprise: 1 },
  ]) {
    const response = await ask(people.admin, 'PATCH', path, {
      version: before.version,
      statuses: [{ ...statuses[0], ...row }, ...statuses.slice(1)],
    })
    assert.equal(response.statusCode, 400, JSON.stringify(row))
  }
  const missing = await ask(people.admin, 'PATCH', path, {
    version: before.version,
    statuses: having('NEW', { clientLabel: '' }),
  })
  assert.match(missing.body, /client label is missing/)
  assert.deepEqual(await settings(), before)
})

test('a draft has no effect until published; then transitions, boards, filters and the audit use it', async () => {
  const pid = await permitIn('INTAKE_REVIEW', 'IN_PREPARATION')
  const filtered = () =>
    portal.crud(people.team, {
      apiPath: 'permits',
      method: 'GET',
      query: { filter: { status: 'PLAN_CHECK' } },
    })
  assert.equal((await draft(await withPlanCheck())).statusCode, 200)
  assert.equal((await filtered()).statusCode, 400)
  const listener = await openStream(portal.app, await portal.given.cookieOf(people.client))
  const published = await publish()
  assert.equal(published.statusCode, 200, published.body)
  await listener.next('config')
  listener.close()

  const transitions = await transitionsOf(pid)
  assert.deepEqual(
    transitions.find(({ to }) => to === 'PLAN_CHECK'),
    { to: 'PLAN_CHECK', label: 'Plan check', allowed: true, whyNot: [], blockers: [], asksReason: true },
  )
  const board = (await ask(people.team, 'GET', 'permits/board')).json<{ columns: { status: string }[] }>()
  assert.ok(board.columns.some(({ status }) => status === 'PLAN_CHECK'))
  assert.equal(
    (await ask(people.team, 'POST', `permits/${pid}/transitions`, { to: 'PLAN_CHECK' })).statusCode,
    409,
  )
  const bulk = await ask(people.team, 'POST', 'permits/transitions', {
    pids: [pid],
    to: 'PLAN_CHECK',
    reason: 'Plans came',
  })
  assert.deepEqual(bulk.json(), { updated: 1, failed: [] })
  assert.equal((await filtered()).json<{ metadata: { count: number } }>().metadata.count, 1)
  const audit = await portal.send(
    { method: 'GET', url: '/api/auth/audit?kind=configuration-changed' },
    people.superadmin,
  )
  assert.match(audit.body, /IN_PREPARATION\.next\.PLAN_CHECK/)
})

test('a status with permits needs a replacement; publishing moves the permits with history and clocks', async () => {
  await draft(await withPlanCheck())
  await publish()
  const [moved, held] = [
    await permitIn('INTAKE_REVIEW', 'IN_PREPARATION', 'PLAN_CHECK'),
    await permitIn('INTAKE_REVIEW', 'IN_PREPARATION'),
  ]
  const { statuses } = await settings()
  const hold = statuses.map((status) =>
    status.key === 'PLAN_CHECK'
      ? {
          ...status,
          next: [...status.next, { to: 'ON_HOLD', roles: ['team' as const], guard: [], askReason: true }],
        }
      : status,
  )
  await draft(hold)
  await publish()
  for (const to of ['PLAN_CHECK', 'ON_HOLD']) assert.equal((await stepTo(held, to)).statusCode, 200)

  const gone = (await settings()).statuses
    .filter(({ key }) => key !== 'PLAN_CHECK')
    .map((status) => ({ ...status, next: status.next.filter(({ to }) => to !== 'PLAN_CHECK') }))
  assert.deepEqual(detailsOf(await draft(gone)), ['needed'])
  assert.deepEqual(detailsOf(await draft(gone, { PLAN_CHECK: 'ISSUED' })), ['other-bucket'])
  assert.deepEqual(detailsOf(await draft(gone, { PLAN_CHECK: 'NOWHERE' })), ['unknown-status'])
  assert.deepEqual(detailsOf(await draft(gone, { PLAN_CHECK: 'ON_HOLD' })), ['closed'])
  assert.equal((await draft(gone, { PLAN_CHECK: 'WAITING_CLIENT' })).statusCode, 200)
  assert.deepEqual((await settings()).draft?.affected, [
    { status: 'PLAN_CHECK', becomes: 'WAITING_CLIENT', count: 1 },
  ])
  portal.clock.pass(5_001)
  const published = StatusMapSettings.parse((await publish()).json())
  assert.equal(published.versions[0]?.moved, 1)

  const permit = (await ask(people.superadmin, 'GET', `permits/${moved}`)).json<Record<string, unknown>>()
  const { status, court, ourSeconds, clockStartedAt, statusChangedAt } = permit
  const now = portal.clock.now().toISOString()
  assert.deepEqual(
    { status, court, ourSeconds, clockStartedAt, statusChangedAt },
    {
      status: 'WAITING_CLIENT',
      court: 'CLIENT',
      ourSeconds: 5.001,
      clockStartedAt: now,
      statusChangedAt: now,
    },
  )
  const { changes } = (await ask(people.team, 'GET', `permits/${moved}/history`)).json<{
    changes: { changes: { field: string; from: unknown; to: unknown }[] }[]
  }>()
  assert.deepEqual(changes[0]?.changes[0], { field: 'status', from: 'PLAN_CHECK', to: 'WAITING_CLIENT' })
  assert.deepEqual(
    (await transitionsOf(held)).map(({ to }) => to),
    ['WAITING_CLIENT', 'CANCELLED', 'WITHDRAWN'],
  )
})

test('a changed stage or court applies to the permits immediately; a status in use keeps its bucket', async () => {
  const pid = await permitIn('INTAKE_REVIEW')
  const { statuses } = await settings()
  const change = (row: Partial<StatusRow>) => changed(statuses, 'INTAKE_REVIEW', row)
  await draft(change({ stage: 'PREPARATION', court: 'CLIENT' }))
  assert.equal((await publish()).statusCode, 200)
  const { pipelineStage, court, status } = (await ask(people.team, 'GET', `permits/${pid}`)).json<
    Record<string, unknown>
  >()
  assert.deepEqual(
    { pipelineStage, court, status },
    { pipelineStage: 'PREPARATION', court: 'CLIENT', status: 'INTAKE_REVIEW' },
  )
  const processed = change({ stage: 'POST_DECISION', court: 'NONE', bucket: 'processed' })
  assert.ok(detailsOf(await draft(processed)).includes('in-use'))
})

test('of two concurrent edits or publications, the second is 409 with the current draft', async () => {
  const { version, statuses } = await settings()
  const results = await Promise.all(
    [people.admin, people.superadmin].map((person, index) =>
      ask(person, 'PATCH', path, {
        version,
        statuses: changed(statuses, 'CLOSED', { label: `Archived ${index}` }),
      }),
    ),
  )
  assert.deepEqual(new Set(results.map(({ statusCode }) => statusCode)), new Set([200, 409]))
  const refused = results
    .find(({ statusCode }) => statusCode === 409)
    ?.json<{ type: string; current: unknown }>()
  assert.match(refused?.type ?? '', /version-conflict/)
  assert.match(
    StatusMapSettings.parse(refused?.current).draft?.statuses.find(({ key }) => key === 'CLOSED')?.label ??
      '',
    /^Archived/,
  )
  assert.equal((await ask(people.superadmin, 'POST', `${path}/publish`, { version })).statusCode, 409)
  const published = await Promise.all(
    [people.admin, people.superadmin].map((person) =>
      ask(person, 'POST', `${path}/publish`, { version: version + 1 }),
    ),
  )
  assert.deepEqual(new Set(published.map(({ statusCode }) => statusCode)), new Set([200, 409]))
  assert.equal((await publish()).statusCode, 409)
})

test('a revert is a new publication; reverting to an unknown publication is refused', async () => {
  const first = await settings()
  await draft(await withPlanCheck())
  await publish()
  const { version, published } = await settings()
  assert.equal((await ask(people.admin, 'POST', `${path}/revert`, { version, to: 999 })).statusCode, 400)
  assert.equal((await ask(people.admin, 'POST', `${path}/revert`, { version: version - 1 })).statusCode, 409)
  const reverted = StatusMapSettings.parse(
    (await ask(people.admin, 'POST', `${path}/revert`, { version, note: 'Too early' })).json(),
  )
  assert.equal(reverted.published, published + 1)
  assert.deepEqual(reverted.statuses, first.statuses)
  const [{ note, revertedTo, by } = { note: null, revertedTo: null, by: null }] = reverted.versions
  assert.deepEqual(
    { note, revertedTo, by: by?.pid },
    { note: 'Too early', revertedTo: published - 1, by: people.admin.pid },
  )
})

test('another server uses a new map with the next request, and the map survives a configuration reset (contract.md 4)', async () => {
  const other = await startTestApp({
    environment: { rateLimitPerMinute: 0 },
    deps: { database: { ...portal.deps.database, close: async () => undefined } },
  })
  try {
    const pid = await permitIn('INTAKE_REVIEW', 'IN_PREPARATION')
    const stepsThere = () => transitionsOf(pid, other)
    assert.ok(!(await stepsThere()).some(({ to }) => to === 'PLAN_CHECK'))
    await draft(await withPlanCheck())
    await publish()
    assert.ok((await stepsThere()).some(({ to }) => to === 'PLAN_CHECK'))
    assert.equal((await stepTo(pid, 'PLAN_CHECK', other)).statusCode, 200)
    assert.equal((await ask(people.admin, 'POST', 'config/reset', {})).statusCode, 200)
    assert.ok((await settings(other)).statuses.some(({ key }) => key === 'PLAN_CHECK'))
  } finally {
    await other.close()
  }
})

test('the Spanish label of a status appears for clients, in transitions of staff and in Spanish alerts', async () => {
  const spanish = { labelEs: 'Revisión de planos', clientLabelEs: 'Planos en revisión' }
  const drafted = await draft(await withPlanCheck({ ...spanish, notify: ['STAFF', 'CLIENT'] }))
  assert.equal(drafted.statusCode, 200, drafted.body)
  assert.equal((await publish()).statusCode, 200)

  const map = StatusMapView.parse((await ask(people.client, 'GET', path)).json())
  assert.equal(map.statuses.find(({ key }) => key === 'PLAN_CHECK')?.labelEs, 'Planos en revisión')

  const reader = await portal.given.user({ role: 'client', org: people.client.org })
  const payload = { language: 'es' }
  await portal.send({ method: 'PATCH', url: '/api/auth/me', payload }, reader)
  const pid = await permitIn('INTAKE_REVIEW', 'IN_PREPARATION')
  const transitions = await transitionsOf(pid)
  assert.equal(transitions.find(({ to }) => to === 'PLAN_CHECK')?.labelEs, 'Revisión de planos')
  assert.equal((await stepTo(pid, 'PLAN_CHECK')).statusCode, 200)
  const { alerts } = (await ask(reader, 'GET', 'alerts')).json<{ alerts: { title: string }[] }>()
  assert.ok(
    alerts.some(({ title }) => title.endsWith(': planos en revisión')),
    JSON.stringify(alerts),
  )
})
