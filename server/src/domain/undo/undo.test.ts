import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  History,
  packageMachine,
  permitMachineOf,
  emptyGuardContext,
  seedMap,
  seedStatus,
  StageVisits,
} from '@portal/contract'
import type { Role } from '@portal/contract'
import { z } from 'zod'
import { uploadsOf } from '#files/test-support/uploading.ts'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

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
const undo = (person: Person, path: string, status = 200) =>
  ask(person, 'POST', `${path}/transitions/undo`, {}, status)
const sql = (text: string, values: unknown[] = []) =>
  portal.deps.database.query(text, values, z.record(z.string(), z.unknown()))

async function newPermit(more: object = {}): Promise<string> {
  const made = await ask(
    people.team,
    'POST',
    'permits',
    { title: 'Two garages', org: people.client.org, permitType: 'BUILDING', ...more },
    201,
  )
  return String(made['pid'])
}

/** A permit with the package of its cycle, assigned to a person who is alerted of its transitions. */
async function prepared(): Promise<string> {
  const permit = await newPermit({ assignedTo: people.admin.pid })
  for (const to of ['INTAKE_REVIEW', 'IN_PREPARATION']) await step(people.team, `permits/${permit}`, to)
  await sql(`update rts set checklist = '[]'::jsonb where permit = $1`, [permit])
  return permit
}

/** Sets a permit to a status and its package to a matching one. */
async function put(permit: string, status: string, pack: string): Promise<void> {
  const { stage, bucket, court } = seedStatus(status)
  await sql(
    `update permits set status = $2, pipeline_stage = coalesce($3, 'PREPARATION'), bucket = $4, court = $5, hold_reason = null, outcome = null where pid = $1`,
    [permit, status, stage, bucket, court],
  )
  await sql('update rts set status = $2 where permit = $1 and deleted_at is null', [permit, pack])
}

/** All records of a permit, without the columns that every write changes. */
async function everything(permit: string): Promise<unknown> {
  const rows = (table: string, condition: string) =>
    sql(
      `select to_jsonb(t) - 'version' - 'updated_at' - 'updated_by' as row from ${table} t where deleted_at is null and ${condition} order by pid`,
      [permit],
    )
  return Promise.all([
    rows('permits', 'pid = $1'),
    rows('rts', 'permit = $1'),
    rows('tasks', 'permit = $1'),
    rows('payments', 'permit = $1'),
    rows('alerts', 'related_pid is not null and $1 <> title'),
    rows('notifications', '$1 <> subject'),
  ])
}

const items = [{ title: 'A plan with a scale', requiredDocument: 'SITE_PLAN' }]
const tells: Readonly<Record<string, object>> = {
  CORRECTIONS_REQUIRED: { items },
  WAITING_CLIENT: { items },
  SUBMITTED: { confirmationNo: 'C-1' },
  ON_HOLD: { holdReason: 'LEGAL_ACTION' },
}

test('undoing any transition restores the permit, its package, tasks and messages (contract 11.3)', async () => {
  const permit = await prepared()
  const machine = permitMachineOf(seedMap)
  let taken = 0
  for (const { key: from } of seedMap.statuses) {
    const sent = ![
      'DRAFT',
      'NEW',
      'INTAKE_REVIEW',
      'WAITING_CLIENT',
      'IN_PREPARATION',
      'READY_TO_SUBMIT',
    ].includes(from)
    const path = `permits/${permit}`
    for (const { to } of machine.transitions({ status: from }, emptyGuardContext)) {
      if (to === 'PAYMENT_DUE') continue
      await put(permit, from, sent ? 'SUBMITTED' : 'READY')
      const former = await everything(permit)
      const person = from === 'DRAFT' ? people.client : people.admin
      await step(person, path, to, { reason: 'Because', ...tells[to] })
      assert.notDeepEqual(await everything(permit), former)
      const record = await undo(person, path)
      assert.equal(record['status'], from)
      assert.deepEqual(await everything(permit), former, `${from} -> ${to}`)
      taken += 1
      portal.clock.pass(1_000)
    }
  }
  assert.ok(taken > 40, String(taken))
})

test('a hold, its release and an end from it can be undone, and the hold keeps its previous status', async () => {
  const path = `permits/${await prepared()}`
  await step(people.team, path, 'ON_HOLD', { reason: 'Survey' })
  for (const to of ['IN_PREPARATION', 'CANCELLED', 'WITHDRAWN']) {
    await step(people.team, path, to, { reason: 'Because' })
    assert.equal((await undo(people.team, path))['status'], 'ON_HOLD')
  }
  assert.equal(
    (await step(people.team, path, 'IN_PREPARATION', { reason: 'Surveyed' }))['status'],
    'IN_PREPARATION',
  )
})

test('any transition of a package is undone with that of its permit, and a submission with its frozen content', async () => {
  const permit = await prepared()
  const [row] = await sql('select pid from rts where permit = $1 and deleted_at is null', [permit])
  const path = `rts/${String(row?.['pid'])}`
  for (const from of packageMachine.statuses) {
    for (const { to } of packageMachine.transitions(
      { status: from, checklist: [], feeReady: true },
      emptyGuardContext,
    )) {
      const isReady = to === 'SUBMITTED' || from === 'READY'
      await put(
        permit,
        isReady ? 'READY_TO_SUBMIT' : 'IN_PREPARATION',
        from === 'SUBMITTING' ? 'READY' : from,
      )
      const former = await everything(permit)
      await step(people.team, path, to, { reason: 'Because' })
      assert.notDeepEqual(await everything(permit), former)
      await undo(people.team, path)
      assert.deepEqual(await everything(permit), former, `${from} -> ${to}`)
    }
  }
  await put(permit, 'READY_TO_SUBMIT', 'READY')
  await step(people.team, path, 'SUBMITTED', { confirmationNo: 'C-9' })
  assert.equal((await undo(people.team, `permits/${permit}`))['status'], 'READY_TO_SUBMIT')
  const [pack] = await sql(
    'select status, confirmation_no, manifest_hash from rts where permit = $1 and deleted_at is null',
    [permit],
  )
  assert.deepEqual(pack, { status: 'READY', confirmation_no: null, manifest_hash: null })
})

test('history keeps the transition and its undo, and the pipeline shows the current state', async () => {
  const path = `permits/${await newPermit()}`
  await step(people.team, path, 'INTAKE_REVIEW')
  await undo(people.team, path)
  const { changes } = History.parse(await ask(people.team, 'GET', `${path}/history`))
  assert.deepEqual(
    changes
      .slice(0, 2)
      .map(({ action, by, changes: fields }) => [
        action,
        by?.pid,
        fields.find(({ field }) => field === 'status')?.to,
      ]),
    [
      ['undo', people.team.pid, 'NEW'],
      ['transition', people.team.pid, 'INTAKE_REVIEW'],
    ],
  )
  const { standings } = StageVisits.parse(await ask(people.team, 'GET', `${path}/pipeline`))
  assert.deepEqual(
    standings.map(({ status }) => status),
    ['NEW'],
  )
})

test('only the person who made a transition undoes it, once and within 10 minutes', async () => {
  const path = `permits/${await newPermit()}`
  assert.match(String((await undo(people.team, path, 409))['detail']), /no status change to undo/)
  await step(people.team, path, 'INTAKE_REVIEW')
  const other = await undo(people.admin, path, 409)
  assert.match(String(other['detail']), /made the last status change/)
  await undo(people.team, path)
  assert.match(String((await undo(people.team, path, 409))['detail']), /already undone/)
  await step(people.team, path, 'INTAKE_REVIEW')
  portal.clock.pass(10 * 60_000 + 1_000)
  assert.match(String((await undo(people.team, path, 409))['detail']), /more than 10 minutes ago/)
  const stranger = await portal.given.user({ role: 'client', org: await portal.given.org() })
  await undo(stranger, path, 404)
})

test('undo is refused with the later changes, work, files, payments and read messages that block it', async () => {
  const changed = `permits/${await newPermit()}`
  await step(people.team, changed, 'INTAKE_REVIEW')
  await ask(people.admin, 'PATCH', changed, { priority: 'HIGH' })
  assert.match(String((await undo(people.team, changed, 409))['detail']), /changed PM-\S+ after that\./)

  const worked = await newPermit()
  await step(people.team, `permits/${worked}`, 'INTAKE_REVIEW')
  await step(people.team, `permits/${worked}`, 'IN_PREPARATION')
  const [pack] = await sql('select pid from rts where permit = $1', [worked])
  await ask(people.team, 'PATCH', `rts/${String(pack?.['pid'])}`, { submitBy: '2030-01-01' })
  assert.match(
    String((await undo(people.team, `permits/${worked}`, 409))['detail']),
    /RTS?-\S+ was changed after that\./,
  )

  const own = `permits/${await newPermit()}`
  await step(people.team, own, 'INTAKE_REVIEW')
  await ask(people.team, 'PATCH', own, { priority: 'LOW' })
  const kept = await undo(people.team, own)
  assert.deepEqual([kept['status'], kept['priority']], ['NEW', 'LOW'])

  const read = await newPermit()
  await put(read, 'APPROVED', 'SUBMITTED')
  await step(people.team, `permits/${read}`, 'ISSUED')
  await sql(`update alerts set is_read = true where related_pid = $1 and "user" = $2`, [
    read,
    people.client.pid,
  ])
  assert.match(String((await undo(people.team, `permits/${read}`, 409))['detail']), /client already read/)
})

test('a transition cannot be undone once the client received its files, shared or downloaded, also in a zip', async () => {
  const files = uploadsOf(portal)
  const given = async (visibility: string) => {
    const permit = await newPermit()
    const { pid } = await files.upload(people.team, Buffer.from('plan'), {
      parentId: `permits/${permit}`,
      name: 'Permit.pdf',
      visibility,
    })
    await step(people.team, `permits/${permit}`, 'INTAKE_REVIEW')
    return { permit: `permits/${permit}`, file: pid }
  }
  const followed = async (permit: string) => (await undo(people.team, permit, 409))['unmet']

  const shared = await given('INTERNAL')
  await files.change(people.team, shared.file, { visibility: 'CLIENT' })
  assert.deepEqual(await followed(shared.permit), [
    'The file Permit.pdf was shared with the client after that.',
  ])
  await files.change(people.team, shared.file, { visibility: 'INTERNAL' })
  assert.equal((await undo(people.team, shared.permit))['status'], 'NEW')

  const { name } = await ask(people.admin, 'GET', `users/${people.client.pid}`)
  const taken = await given('CLIENT')
  await portal.send({ method: 'GET', url: `/api/files/${taken.file}/content` }, people.team)
  assert.equal((await undo(people.team, taken.permit))['status'], 'NEW')
  await step(people.team, taken.permit, 'INTAKE_REVIEW')
  await portal.send({ method: 'GET', url: `/api/files/${taken.file}/content` }, people.client)
  assert.deepEqual(await followed(taken.permit), [
    `${String(name)} downloaded the file Permit.pdf after that.`,
  ])

  const zipped = await given('CLIENT')
  await portal.send({ method: 'GET', url: `/api/files/zip?pids=${zipped.file}` }, people.client)
  assert.deepEqual(await followed(zipped.permit), [
    `${String(name)} downloaded the file Permit.pdf after that.`,
  ])
})

test('a transition that moved money cannot be undone', async () => {
  const permit = await newPermit()
  const fee = await ask(
    people.team,
    'POST',
    'payments',
    { permit, kind: 'FEE', feeCode: 'PERMIT_FEE', amount: 5_000 },
    201,
  )
  const path = `payments/${String(fee['pid'])}`
  await step(people.team, path, 'PENDING', { method: 'CHEQUE' })
  assert.equal((await undo(people.team, path))['status'], 'DUE')
  await step(people.team, path, 'PAID', { method: 'CHEQUE' })
  assert.match(String((await undo(people.team, path, 409))['detail']), /Void or refund it instead/)
})

test('several records are undone in one request, each validated separately', async () => {
  const [one, other] = [await newPermit(), await newPermit()]
  const body = { pids: [one, other], to: 'INTAKE_REVIEW' }
  await ask(people.team, 'POST', 'permits/transitions', body)
  await ask(people.admin, 'PATCH', `permits/${other}`, { priority: 'HIGH' })
  const result = await ask(people.team, 'POST', 'permits/transitions/undo', { pids: [one, other] })
  assert.equal(result['updated'], 1)
  assert.deepEqual(Array.isArray(result['failed']) && result['failed'].map(({ pid }) => pid), [other])
  assert.equal((await ask(people.team, 'GET', `permits/${one}`))['status'], 'NEW')
})
