import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Checklist, History, Problem, AvailableTransitions } from '@portal/contract'
import type { Role } from '@portal/contract'
import { apiClient } from '#test-support/api-client.ts'
import type { Fields } from '#test-support/api-client.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
})
after(() => portal.close())

const ask = apiClient(() => portal)
const step = (person: Person, path: string, to: string, more: object = {}, status = 200) =>
  ask(person, 'POST', `${path}/transitions`, { to, ...more }, status)
const make = async (person: Person, collection: string, body: object) =>
  String((await ask(person, 'POST', collection, body, 201))['pid'])
const read = (path: string) => ask(people.admin, 'GET', path)
const newPermit = (person = people.team) =>
  make(person, 'permits', { title: 'Two garages', org: people.client.org, permitType: 'BUILDING' })

/** Makes the transitions of a permit one after the other, as the team. */
async function advance(permit: string, ...statuses: readonly string[]): Promise<void> {
  for (const to of statuses) await step(people.team, `permits/${permit}`, to)
}

/** The packages of a permit by cycle. */
async function packagesOf(permit: string) {
  const query = { filter: { permit }, sort: 'cycleNo' }
  const response = await portal.crud(people.admin, { apiPath: 'rts', method: 'GET', query })
  return response.json<{ rts: (Fields & { pid: string })[] }>().rts
}

/** The package of a permit's latest cycle. */
async function packageOf(permit: string): Promise<Fields & { pid: string }> {
  const found = (await packagesOf(permit)).at(-1)
  assert.ok(found)
  return found
}

async function verifyAll(permit: string): Promise<string> {
  const { pid, checklist } = await packageOf(permit)
  for (const { documentType, required, file } of Checklist.parse(checklist)) {
    if (required)
      await ask(people.team, 'PATCH', `rts/${pid}/checklist/${documentType}`, {
        state: 'VERIFIED',
        onPaper: file === null,
      })
  }
  return pid
}

async function inPreparation(): Promise<string> {
  const permit = await newPermit()
  await advance(permit, 'INTAKE_REVIEW', 'IN_PREPARATION')
  return permit
}

/** A permit that has been submitted once. */
async function submitted(): Promise<string> {
  const permit = await inPreparation()
  const pack = await verifyAll(permit)
  await step(people.team, `rts/${pack}`, 'READY')
  await step(people.team, `rts/${pack}`, 'SUBMITTED', { confirmationNo: 'C-77' })
  return permit
}

test('a permit goes from intake to issued with its package, and moves to the processed list (domain.md 1.9, 2)', async () => {
  const permit = await newPermit()
  await step(people.team, `permits/${permit}`, 'INTAKE_REVIEW')
  const preparing = await step(people.team, `permits/${permit}`, 'IN_PREPARATION')
  assert.deepEqual(
    [preparing['pipelineStage'], preparing['court'], preparing['bucket']],
    ['PREPARATION', 'OURS', 'processing'],
  )

  const refused = await step(people.team, `permits/${permit}`, 'READY_TO_SUBMIT', {}, 409)
  assert.deepEqual(
    [refused['type'], refused['unmet']],
    ['transition-refused', ['The submittal package is not ready.']],
  )
  const pack = await packageOf(permit)
  assert.deepEqual(
    [pack['status'], pack['cycleNo'], pack['readinessPct'], pack['missingCount']],
    ['COLLECTING', 1, 0, 5],
  )
  const notReady = await step(people.team, `rts/${pack.pid}`, 'READY', {}, 409)
  assert.equal(Array.isArray(notReady['unmet']) && notReady['unmet'].length, 5)
  await verifyAll(permit)
  await step(people.team, `rts/${pack.pid}`, 'READY')
  assert.equal((await read(`permits/${permit}`))['status'], 'READY_TO_SUBMIT')

  await step(people.team, `rts/${pack.pid}`, 'SUBMITTED', { confirmationNo: 'C-12' })
  const sent = await packageOf(permit)
  assert.deepEqual(
    [sent['status'], sent['confirmationNo'], typeof sent['manifestHash']],
    ['SUBMITTED', 'C-12', 'string'],
  )
  const waiting = await read(`permits/${permit}`)
  assert.deepEqual(
    [waiting['status'], waiting['court'], waiting['submittedDate']],
    ['SUBMITTED', 'AUTHORITY', portal.clock.now().toISOString().slice(0, 10)],
  )

  await advance(permit, 'UNDER_REVIEW', 'APPROVED')
  const issued = await step(people.team, `permits/${permit}`, 'ISSUED')
  assert.deepEqual(
    [issued['bucket'], issued['outcome'], issued['court'], issued['clockStartedAt']],
    ['processed', 'ISSUED', 'NONE', null],
  )
  const inList = await portal.crud(people.team, {
    apiPath: 'processed',
    method: 'GET',
    query: { filter: { pid: permit } },
  })
  assert.equal(inList.json<{ metadata: { count: number } }>().metadata.count, 1)
})

test('corrections return the old package and open the next cycle; the client’s tasks decide the court', async () => {
  const permit = await submitted()
  await step(people.team, `permits/${permit}`, 'CORRECTIONS_REQUIRED', {}, 409)
  const corrected = await step(people.team, `permits/${permit}`, 'CORRECTIONS_REQUIRED', {
    reason: 'The plan lacks a scale',
  })
  assert.deepEqual([corrected['cycleNo'], corrected['court']], [2, 'OURS'])
  const states = (await packagesOf(permit)).map(({ cycleNo, status, kind }) => [cycleNo, status, kind])
  assert.deepEqual(states, [
    [1, 'RETURNED', 'FIRST'],
    [2, 'COLLECTING', 'CORRECTION'],
  ])
  const task = await make(people.team, 'ctasks', {
    title: 'Send the plan again',
    assignedOrg: people.client.org,
    permit,
  })
  assert.equal((await read(`permits/${permit}`))['court'], 'CLIENT')
  await step(people.client, `ctasks/${task}`, 'SUBMITTED')
  assert.equal((await read(`permits/${permit}`))['court'], 'OURS')
  await step(people.team, `ctasks/${task}`, 'RETURNED', { reason: 'Still no scale' })
  assert.equal((await read(`permits/${permit}`))['court'], 'CLIENT')
})

test('corrections create client tasks; the next cycle keeps documents and rejects the wrong ones (domain.md 1.9)', async () => {
  const permit = await submitted()
  const items = [
    { title: 'The plan lacks a scale', requiredDocument: 'SITE_PLAN', dueDate: '2030-01-02' },
    { title: 'Who is the owner' },
  ]
  await step(people.team, `permits/${permit}`, 'UNDER_REVIEW', { items }, 400)
  await step(
    people.team,
    `permits/${permit}`,
    'CORRECTIONS_REQUIRED',
    { reason: 'See the letter', items: [{ title: ' ' }] },
    400,
  )
  const corrected = await step(people.team, `permits/${permit}`, 'CORRECTIONS_REQUIRED', {
    reason: 'See the letter',
    items,
  })
  assert.deepEqual([corrected['cycleNo'], corrected['court']], [2, 'CLIENT'])
  const response = await portal.crud(people.client, {
    apiPath: 'ctasks',
    method: 'GET',
    query: { filter: { permit }, sort: 'refNo' },
  })
  const tasks = response.json<{ ctasks?: Fields[]; tasks: Fields[] }>().tasks
  assert.deepEqual(
    tasks.map(({ title, status, taskType, dueDate }) => [title, status, taskType, dueDate]),
    [
      ['The plan lacks a scale', 'OPEN', 'UPLOAD_DOCUMENT', '2030-01-02'],
      ['Who is the owner', 'OPEN', 'ANSWER_QUESTION', null],
    ],
  )
  const checklist = async () => Checklist.parse((await packageOf(permit))['checklist'])
  const state = async () => (await checklist()).find(({ documentType }) => documentType === 'SITE_PLAN')
  const others = (await checklist()).filter(
    ({ required, documentType }) => required && documentType !== 'SITE_PLAN',
  )
  assert.ok(others.length > 0 && others.every((item) => item.state === 'VERIFIED'))
  assert.deepEqual([(await state())?.state, (await state())?.reason], ['REJECTED', 'The plan lacks a scale'])

  const upload = `ctasks/${String(tasks[0]?.['pid'])}`
  const refused = await step(people.client, upload, 'SUBMITTED', {}, 409)
  assert.deepEqual(refused['unmet'], ['Upload the requested document first: Site plan.'])
  const file = portal.deps.ids.pid()
  await portal.deps.database.query(
    `insert into files (pid, root, name, mime_type, size, status, visibility, store_key, created_at, updated_at)
      values ($1, $2, 'Plan.pdf', 'application/pdf', 3, 'done', 'CLIENT', 'k', now(), now())`,
    [file, `tasks/${String(tasks[0]?.['pid'])}`],
  )
  await step(people.client, upload, 'SUBMITTED')
  assert.deepEqual([(await state())?.state, (await state())?.file], ['RECEIVED', file])
  await step(people.team, upload, 'RETURNED', { reason: 'Blurred' })
  assert.deepEqual([(await state())?.state, (await state())?.reason], ['REJECTED', 'Blurred'])
  await step(people.client, upload, 'SUBMITTED')
  await step(people.team, upload, 'DONE')

  await step(people.team, `permits/${permit}`, 'IN_PREPARATION')
  await verifyAll(permit)
  await step(people.team, `rts/${(await packageOf(permit)).pid}`, 'READY')
  await step(people.team, `permits/${permit}`, 'SUBMITTED')
  assert.deepEqual((await packageOf(permit))['frozenFiles'], [file])
})

test('a permit that waits for its client continues automatically once the last client task is done', async () => {
  const permit = await newPermit()
  await advance(permit, 'INTAKE_REVIEW', 'WAITING_CLIENT')
  const tasks = [
    await make(people.team, 'ctasks', { title: 'Sign', assignedOrg: people.client.org, permit }),
    await make(people.team, 'ctasks', { title: 'Answer', assignedOrg: people.client.org, permit }),
  ]
  for (const [at, task] of tasks.entries()) {
    await step(people.client, `ctasks/${task}`, 'IN_PROGRESS')
    await step(people.client, `ctasks/${task}`, 'SUBMITTED')
    const finished = await step(people.team, `ctasks/${task}`, 'DONE')
    assert.equal(typeof finished['completedAt'], 'string')
    assert.equal((await read(`permits/${permit}`))['status'], at === 0 ? 'WAITING_CLIENT' : 'IN_PREPARATION')
  }
})

test('a hold needs a reason, sets the court by its code, and leads back to the previous status or to an end', async () => {
  const permit = await inPreparation()
  await step(people.team, `permits/${permit}`, 'ON_HOLD', {}, 409)
  const held = await step(people.team, `permits/${permit}`, 'ON_HOLD', {
    reason: 'They sold the house',
    holdReason: 'APPLICANT_REQUEST',
  })
  assert.deepEqual(
    [held['court'], held['pipelineStage'], held['holdReason']],
    ['CLIENT', 'PREPARATION', 'APPLICANT_REQUEST'],
  )
  const { transitions } = AvailableTransitions.parse(await read(`permits/${permit}/transitions`))
  assert.deepEqual(
    transitions.map(({ to, label }) => [to, label]),
    [
      ['IN_PREPARATION', 'Release hold'],
      ['CANCELLED', 'Cancel permit'],
      ['WITHDRAWN', 'Withdraw'],
    ],
  )
  await step(people.team, `permits/${permit}`, 'INTAKE_REVIEW', { reason: 'x' }, 409)
  const back = await step(people.team, `permits/${permit}`, 'IN_PREPARATION', { reason: 'They kept it' })
  assert.equal(back['holdReason'], null)
  const { changes } = History.parse(await read(`permits/${permit}/history`))
  assert.equal(changes[0]?.action, 'transition')
  assert.ok(changes[0]?.changes.some(({ field, to }) => field === 'reason' && to === 'They kept it'))
})

test('an unpaid permit cannot be issued, and fees and payments update the permit’s totals (domain.md 3)', async () => {
  const permit = await submitted()
  await advance(permit, 'UNDER_REVIEW', 'APPROVED')
  const body = { permit, kind: 'FEE', feeCode: 'PERMIT_FEE', amount: 12_000, tax: 500 }
  const fee = await make(people.team, 'payments', body)
  const due = await read(`permits/${permit}`)
  assert.deepEqual(
    [due['feeTotal'], due['paidTotal'], due['balance'], due['paymentStatus']],
    [12_500, 0, 12_500, 'DUE'],
  )
  assert.deepEqual((await step(people.team, `permits/${permit}`, 'ISSUED', {}, 409))['unmet'], [
    'Balance due: record the payment first.',
  ])
  await step(people.team, `payments/${fee}`, 'VOID', { reason: 'x' }, 403)
  await step(people.team, `payments/${fee}`, 'PENDING')
  await step(people.team, `payments/${fee}`, 'PAID')
  const paid = await read(`permits/${permit}`)
  assert.deepEqual([paid['paidTotal'], paid['balance'], paid['paymentStatus']], [12_500, 0, 'PAID'])
  await step(people.team, `permits/${permit}`, 'ISSUED')
  await step(people.team, `payments/${fee}`, 'DUE', {}, 409)
})

test('cancelling a permit cancels its package and tasks', async () => {
  const permit = await inPreparation()
  const task = await make(people.team, 'tasks', { title: 'Draw the plan', permit })
  await step(people.team, `permits/${permit}`, 'CANCELLED', {}, 409)
  await step(people.team, `permits/${permit}`, 'CANCELLED', { reason: 'Twice the same' })
  assert.deepEqual(
    [(await packageOf(permit))['status'], (await read(`tasks/${task}`))['status']],
    ['CANCELLED', 'CANCELLED'],
  )
  await step(people.team, `processed/${permit}`, 'INTAKE_REVIEW', { reason: 'Not the same' }, 403)
  assert.equal(
    (await step(people.admin, `processed/${permit}`, 'INTAKE_REVIEW', { reason: 'Not the same' }))[
      'closedDate'
    ],
    null,
  )
})

test('a reopened permit is prepared again with its package, or in the next cycle if that was submitted (domain.md 1.9)', async () => {
  const givenUp = await inPreparation()
  await step(people.team, `permits/${givenUp}`, 'CANCELLED', { reason: 'Twice the same' })
  const withdrawn = await submitted()
  await step(people.team, `permits/${withdrawn}`, 'WITHDRAWN', { reason: 'Not now' })
  for (const permit of [givenUp, withdrawn]) {
    await step(people.admin, `processed/${permit}`, 'INTAKE_REVIEW', { reason: 'After all' })
    await step(people.team, `permits/${permit}`, 'IN_PREPARATION')
  }
  const states = async (permit: string) =>
    (await packagesOf(permit)).map(({ cycleNo, status }) => [cycleNo, status])
  assert.deepEqual(await states(givenUp), [[1, 'COLLECTING']])
  assert.equal((await read(`permits/${givenUp}`))['cycleNo'], 1)
  assert.deepEqual(await states(withdrawn), [
    [1, 'RETURNED'],
    [2, 'COLLECTING'],
  ])
  assert.equal((await read(`permits/${withdrawn}`))['cycleNo'], 2)
})

test('a client submits and withdraws their own permits and sees no transition of staff or of another client', async () => {
  const draft = await newPermit(people.client)
  const { transitions } = AvailableTransitions.parse(
    await ask(people.client, 'GET', `permits/${draft}/transitions`),
  )
  assert.deepEqual(
    transitions.map(({ to }) => to),
    ['NEW'],
  )
  await step(people.team, `permits/${draft}`, 'NEW', {}, 404)
  assert.equal((await step(people.client, `permits/${draft}`, 'NEW'))['status'], 'NEW')
  await step(people.client, `permits/${draft}`, 'INTAKE_REVIEW', {}, 403)
  assert.equal(
    (await step(people.client, `permits/${draft}`, 'WITHDRAWN', { reason: 'Changed our mind' }))['bucket'],
    'processed',
  )
  const stranger = await portal.given.user({ role: 'client', org: await portal.given.org() })
  await step(stranger, `permits/${draft}`, 'NEW', {}, 404)
})

test('administrators suspend organizations with a reason, and close them only without open records', async () => {
  const org = await portal.given.org({ name: 'Nearly closed' })
  const permit = await make(people.team, 'permits', { title: 'Fence', org, permitType: 'SIGN' })
  await step(people.team, `orgs/${org}`, 'SUSPENDED', { reason: 'x' }, 403)
  assert.deepEqual((await step(people.admin, `orgs/${org}`, 'CLOSED', { reason: 'Gone' }, 409))['unmet'], [
    '1 permit is still open. Close, withdraw or cancel it first.',
  ])
  await step(people.team, `permits/${permit}`, 'CANCELLED', { reason: 'Gone' })
  assert.equal(
    (await step(people.admin, `orgs/${org}`, 'SUSPENDED', { reason: 'Bills' }))['suspendedReason'],
    'Bills',
  )
  assert.equal((await step(people.admin, `orgs/${org}`, 'CLOSED', { reason: 'Gone' }))['status'], 'CLOSED')
})

test('an invalid transition is refused in order: 404, 400 naming the field, 409 for a stale version (contract.md 10.2)', async () => {
  const permit = await newPermit()
  await step(people.team, 'permits/01NOSUCHPERMIT', 'INTAKE_REVIEW', {}, 404)
  for (const body of [
    {},
    { to: 'NOWHERE' },
    { to: 5 },
    { to: 'INTAKE_REVIEW', extra: 1 },
    { to: 'ON_HOLD', holdReason: 'MOON' },
  ]) {
    assert.equal(
      (await ask(people.team, 'POST', `permits/${permit}/transitions`, body, 400))['type'],
      'validation-failed',
    )
  }
  const stale = await step(people.team, `permits/${permit}`, 'INTAKE_REVIEW', { version: 9 }, 409)
  assert.deepEqual([stale['type'], Problem.parse(stale).current?.['pid']], ['version-conflict', permit])
  await step(people.team, `permits/${permit}`, 'ISSUED', {}, 409)
  assert.equal(
    (await portal.crud(people.team, { apiPath: 'notifications/x/transitions', method: 'GET' })).statusCode,
    400,
  )
})

test('a bulk transition moves each record separately and reports failed records with the reason', async () => {
  const [one, two] = [await newPermit(), await newPermit()]
  await step(people.team, `permits/${two}`, 'INTAKE_REVIEW')
  const result = await ask(people.team, 'POST', 'permits/transitions', {
    pids: [one, two, '01NOTTHERE'],
    to: 'INTAKE_REVIEW',
  })
  assert.deepEqual(result, {
    updated: 1,
    failed: [
      { pid: two, reason: 'Status can’t change from Intake review to Intake review.' },
      { pid: '01NOTTHERE', reason: 'not-found' },
    ],
  })
})
