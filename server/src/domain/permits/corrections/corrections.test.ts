import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Checklist, Corrections, History, AvailableTransitions } from '@portal/contract'
import type { Role } from '@portal/contract'
import { openStream } from '#test-support/event-stream.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { packagesIn } from '../test-support/packages.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
})
after(() => portal.close())

const { ask, step, packageOf, prepared, read } = packagesIn(
  () => portal,
  () => people,
)

/** A permit that has been submitted once. */
async function submitted(): Promise<string> {
  const { permit, pack } = await prepared()
  await ask(people.team, 'PATCH', `permits/${permit}`, { assignedTo: people.admin.pid })
  for (const to of ['READY', 'SUBMITTED']) await step(`rts/${pack}`, to)
  return permit
}
const correct = (permit: string, body: object, status = 200) =>
  ask(people.team, 'POST', `permits/${permit}/transitions`, { to: 'CORRECTIONS_REQUIRED', ...body }, status)
const found = async (permit: string, person = people.team) =>
  Corrections.parse(await ask(person, 'GET', `permits/${permit}/corrections`))
const change = async (
  permit: string,
  correction: string | undefined,
  body: object,
  status = 200,
  person = people.team,
) => ask(person, 'PATCH', `permits/${permit}/corrections/${correction ?? ''}`, body, status)
const whyNot = async (path: string, to: string) => {
  const { transitions } = AvailableTransitions.parse(await ask(people.team, 'GET', `${path}/transitions`))
  return transitions.find((transition) => transition.to === to)?.whyNot
}
const checklistOf = async (pack: string) => Checklist.parse((await read(`rts/${pack}`))['checklist'])

async function newFile(root: string, visibility = 'CLIENT'): Promise<string> {
  const pid = portal.deps.ids.pid()
  await portal.deps.database.query(
    `insert into files (pid, root, name, mime_type, size, status, visibility, store_key, created_at, updated_at)
      values ($1, $2, 'Reply.pdf', 'application/pdf', 3, 'done', $3, 'k', now(), now())`,
    [pid, root, visibility],
  )
  return pid
}

const comments = [
  {
    text: 'Show the scale',
    item: 'A-101',
    discipline: 'BUILDING',
    documents: ['SITE_PLAN'],
    dueDate: '2030-01-02',
  },
  { text: 'Calculate the footing', discipline: 'STRUCTURAL' },
  { text: 'Who owns the lot?', forClient: true },
]

test('the next cycle is submitted once all comments are answered and their documents verified again (critical 7)', async () => {
  const permit = await submitted()
  assert.deepEqual([(await found(permit)).corrections, (await found(permit)).isOpen], [[], false])
  const corrected = await correct(permit, { comments })
  assert.deepEqual([corrected['cycleNo'], corrected['court']], [2, 'CLIENT'])
  const { corrections, cycleNo, isOpen } = await found(permit)
  assert.deepEqual([cycleNo, isOpen], [2, true])
  assert.deepEqual(
    corrections.map((correction) => [
      correction.text,
      correction.item,
      correction.discipline,
      correction.documents,
      correction.dueDate,
      correction.forClient,
      correction.status,
      correction.cycleNo,
    ]),
    [
      ['Show the scale', 'A-101', 'BUILDING', ['SITE_PLAN'], '2030-01-02', false, 'OPEN', 2],
      ['Calculate the footing', null, 'STRUCTURAL', [], null, false, 'OPEN', 2],
      ['Who owns the lot?', null, null, [], null, true, 'OPEN', 2],
    ],
  )
  const pack = await packageOf(permit)
  const required = (await checklistOf(pack)).filter((item) => item.required)
  const plan = required.find(({ documentType }) => documentType === 'SITE_PLAN')
  assert.deepEqual([plan?.state, plan?.file], ['REJECTED', null])
  assert.ok(required.filter((item) => item !== plan).every(({ state }) => state === 'VERIFIED'))

  await step(`permits/${permit}`, 'IN_PREPARATION')
  const unanswered = (count: number) =>
    `${count} agency ${count === 1 ? 'comment needs' : 'comments need'} a response.`
  const isMissing = 'Site plan: rejected. Replace and verify it, or waive it.'
  assert.deepEqual(await whyNot(`rts/${pack}`, 'READY'), [isMissing, unanswered(3)])
  assert.deepEqual((await step(`rts/${pack}`, 'READY', 409))['unmet'], [isMissing, unanswered(3)])
  assert.equal((await whyNot(`permits/${permit}`, 'READY_TO_SUBMIT'))?.[0], unanswered(3))
  const [scale, footing, owner] = corrections
  await change(permit, scale?.pid, { response: 'Scale added', file: await newFile(`permits/${permit}`) })
  await change(permit, footing?.pid, { response: 'See page 4', status: 'DONE' })
  assert.deepEqual(await whyNot(`rts/${pack}`, 'READY'), [isMissing, unanswered(1)])
  await change(permit, owner?.pid, { response: 'Ann Reed' }, 200, people.client)
  assert.deepEqual(await whyNot(`rts/${pack}`, 'READY'), [isMissing])
  await ask(people.team, 'PATCH', `rts/${pack}/checklist/SITE_PLAN`, { state: 'VERIFIED', onPaper: true })
  await step(`rts/${pack}`, 'READY')

  await change(permit, scale?.pid, { status: 'OPEN' })
  assert.deepEqual(await whyNot(`permits/${permit}`, 'SUBMITTED'), [unanswered(1)])
  const refused = await step(`rts/${pack}`, 'SUBMITTED', 409)
  assert.deepEqual(
    [refused['unmet'], refused['code'], refused['params']],
    [[unanswered(1)], 'corrections-unanswered', { count: 1 }],
  )
  await change(permit, scale?.pid, { status: 'ANSWERED' })
  await step(`rts/${pack}`, 'SUBMITTED')
  assert.equal((await read(`permits/${permit}`))['status'], 'SUBMITTED')
  await change(permit, scale?.pid, { response: 'Something else' }, 409)
  const kept = (await found(permit)).corrections
  assert.deepEqual(
    kept.map(({ response, status, file }) => [response, status, file?.title ?? null]),
    [
      ['Scale added', 'ANSWERED', 'Reply.pdf'],
      ['See page 4', 'DONE', null],
      ['Ann Reed', 'ANSWERED', null],
    ],
  )

  await correct(permit, { reason: 'The scale is wrong' })
  const later = await found(permit)
  assert.deepEqual(
    [
      later.cycleNo,
      later.corrections.filter((correction) => correction.cycleNo === 3).map(({ text }) => text),
    ],
    [3, ['The scale is wrong']],
  )
  const { changes } = History.parse(await ask(people.team, 'GET', `permits/${permit}/history`))
  assert.ok(
    changes.some((line) =>
      line.changes.some(({ field, to }) => field === 'correction' && to === 'Who owns the lot?'),
    ),
  )
})

test('comments are accepted only with corrections; a wrong one is reported, and a refused step saves nothing', async () => {
  const permit = await submitted()
  await ask(people.team, 'POST', `permits/${permit}/transitions`, { to: 'UNDER_REVIEW', comments }, 400)
  for (const wrong of [
    { text: ' ' },
    { text: 'x', discipline: 'MAGIC' },
    { text: 'x', documents: ['NOTHING'] },
    { text: 'x', dueDate: 'soon' },
    { text: 'x'.repeat(4_001) },
  ])
    await correct(permit, { comments: [wrong] }, 400)
  await correct(permit, { comments: Array.from({ length: 201 }, () => ({ text: 'x' })) }, 400)
  await correct(permit, {}, 409)
  await ask(people.team, 'POST', `permits/${permit}/corrections`, { comments }, 409)
  assert.deepEqual((await found(permit)).corrections, [])
  await correct(permit, {
    comments: Array.from({ length: 199 }, (_, place) => ({ text: `Comment ${place}` })),
  })
  await ask(people.team, 'POST', `permits/${permit}/corrections`, { comments }, 400)
  const more = [{ text: 'One more', documents: ['APPLICATION_FORM'] }]
  const { corrections } = Corrections.parse(
    await ask(people.team, 'POST', `permits/${permit}/corrections`, { comments: more }, 201),
  )
  assert.equal(corrections.length, 200)
  const form = (await checklistOf(await packageOf(permit))).find(
    ({ documentType }) => documentType === 'APPLICATION_FORM',
  )
  assert.deepEqual([form?.state, form?.required], ['REJECTED', true])
  const last = corrections.at(-1)?.pid ?? ''
  await ask(people.team, 'DELETE', `permits/${permit}/corrections/${last}`, undefined, 403)
  const left = Corrections.parse(await ask(people.admin, 'DELETE', `permits/${permit}/corrections/${last}`))
  assert.equal(left.corrections.length, 199)
})

test('a client reads and answers only the comments they are asked, with files they may see (domain.md 5)', async () => {
  const permit = await submitted()
  await correct(permit, { comments })
  const all = (await found(permit)).corrections
  const [scale, , owner] = all.map(({ pid }) => pid)
  const own = await found(permit, people.client)
  assert.deepEqual(
    own.corrections.map(({ pid }) => pid),
    [owner],
  )
  await change(permit, scale, { response: 'x' }, 404, people.client)
  await change(permit, owner, { response: 'x', status: 'DONE' }, 400, people.client)
  await ask(people.client, 'POST', `permits/${permit}/corrections`, { comments }, 403)
  await ask(people.client, 'DELETE', `permits/${permit}/corrections/${owner ?? ''}`, undefined, 403)
  await change(
    permit,
    owner,
    { response: 'x', file: await newFile(`permits/${permit}`, 'INTERNAL') },
    400,
    people.client,
  )
  await change(permit, owner, { response: 'x', file: await newFile('permits/another') }, 400)
  const org = people.client.org ?? ''
  const looking = await portal.given.user({ role: 'client', org, orgRole: 'VIEWER' })
  await change(permit, owner, { response: 'x' }, 403, looking)
  const stranger = await portal.given.user({
    role: 'client',
    org: await portal.given.org({ name: 'Somebody else' }),
  })
  await change(permit, owner, { response: 'x' }, 404, stranger)
  await ask(stranger, 'GET', `permits/${permit}/corrections`, undefined, 404)
  await change(permit, owner, { response: 'Ann Reed', version: 1 }, 200, people.client)
  const stale = await change(permit, owner, { response: 'Somebody', version: 1 }, 409, people.client)
  assert.equal(stale['type'], 'version-conflict')
  await change(permit, owner, { status: 'DONE' })
  await change(permit, owner, { response: 'Not Ann' }, 409, people.client)
  const plan = (await checklistOf(await packageOf(permit))).find(
    ({ documentType }) => documentType === 'SITE_PLAN',
  )
  assert.equal(plan?.reason, 'The agency requires corrections.')
  const { changes } = History.parse(await ask(people.client, 'GET', `permits/${permit}/history`))
  assert.ok(!JSON.stringify(changes).includes('Show the scale'))
})

test('staff edit a comment while its cycle is open; the edit is visible and added documents are required again', async () => {
  const permit = await submitted()
  await correct(permit, { comments })
  const [scale] = (await found(permit)).corrections
  assert.deepEqual([scale?.editedAt, scale?.editedBy], [null, null])
  await change(permit, scale?.pid, { response: 'Scale added' })
  assert.equal((await found(permit)).corrections[0]?.editedAt, null)
  const edit = {
    text: 'Show the scale and north',
    item: 'A-102',
    discipline: 'ZONING',
    dueDate: null,
    documents: ['SITE_PLAN', 'APPLICATION_FORM'],
  }
  await change(permit, scale?.pid, { ...edit, version: 1 }, 409)
  await change(permit, scale?.pid, { ...edit, version: 2 })
  const [edited] = (await found(permit)).corrections
  assert.deepEqual(
    [
      edited?.text,
      edited?.item,
      edited?.discipline,
      edited?.dueDate,
      edited?.documents,
      edited?.status,
      edited?.response,
    ],
    [edit.text, 'A-102', 'ZONING', null, edit.documents, 'ANSWERED', 'Scale added'],
  )
  assert.deepEqual(
    [edited?.editedAt, edited?.editedBy?.pid],
    [portal.clock.now().toISOString(), people.team.pid],
  )
  const states = Object.fromEntries(
    (await checklistOf(await packageOf(permit))).map(({ documentType, state }) => [documentType, state]),
  )
  assert.deepEqual([states['SITE_PLAN'], states['APPLICATION_FORM']], ['REJECTED', 'REJECTED'])
  await change(permit, scale?.pid, { text: 'x', documents: ['NOTHING'] }, 400)
  const owner = (await found(permit)).corrections.at(-1)?.pid
  await change(permit, owner, { text: 'Not mine to write' }, 400, people.client)
  const { changes } = History.parse(await ask(people.team, 'GET', `permits/${permit}/history`))
  assert.ok(JSON.stringify(changes).includes('Show the scale and north'))
})

test('undoing corrections removes their comments, unless one was changed since', async () => {
  const permit = await submitted()
  const undo = (status: number) => ask(people.team, 'POST', `permits/${permit}/transitions/undo`, {}, status)
  await correct(permit, { comments })
  await undo(200)
  assert.deepEqual(
    [(await read(`permits/${permit}`))['status'], (await found(permit)).corrections],
    ['SUBMITTED', []],
  )
  await correct(permit, { comments })
  await change(permit, (await found(permit)).corrections[0]?.pid, { response: 'Scale added' })
  assert.deepEqual((await undo(409))['unmet'], ['A comment was answered or changed after that.'])
})

test('when the client has answered, the court is ours and the responsible staff are alerted (high 18)', async () => {
  const permit = await submitted()
  await correct(permit, { comments })
  const owner = (await found(permit)).corrections.at(-1)?.pid
  assert.equal((await read(`permits/${permit}`))['court'], 'CLIENT')
  const stream = await openStream(portal.app, await portal.given.cookieOf(people.team))
  await change(permit, owner, { response: 'Ann Reed' }, 200, people.client)
  const events = [await stream.next('record'), await stream.next('record')].map(
    ({ data }) => Object(data).collection,
  )
  assert.ok(events.includes('corrections'))
  stream.close()
  assert.equal((await read(`permits/${permit}`))['court'], 'OURS')
  const alerts = await portal.crud(people.admin, {
    apiPath: 'alerts',
    method: 'GET',
    query: { filter: { relatedPid: permit, kind: 'CORRECTIONS' } },
  })
  const titles = alerts.json<{ alerts: { title: string }[] }>().alerts.map(({ title }) => title)
  assert.ok(
    titles.some((title) => title.startsWith('Client responded: PM-')),
    titles.join(),
  )
  await change(permit, owner, { status: 'OPEN' })
  assert.equal((await read(`permits/${permit}`))['court'], 'CLIENT')
})

test('the court of a waiting permit is ours once the client submits every task, and theirs after a return (high 18)', async () => {
  const body = { title: 'Sign', org: people.client.org, permitType: 'SIGN', assignedTo: people.team.pid }
  const permit = String((await ask(people.team, 'POST', 'permits', body, 201))['pid'])
  await step(`permits/${permit}`, 'INTAKE_REVIEW')
  const items = [{ title: 'Who is the owner?' }, { title: 'Who builds?' }]
  await ask(people.team, 'POST', `permits/${permit}/transitions`, { to: 'WAITING_CLIENT', items })
  const asked = await portal.crud(people.client, {
    apiPath: 'ctasks',
    method: 'GET',
    query: { filter: { permit } },
  })
  const tasks = asked.json<{ tasks: { pid: string }[] }>().tasks.map(({ pid }) => `ctasks/${pid}`)
  const court = async () => (await read(`permits/${permit}`))['court']
  const [first = '', second = ''] = tasks
  assert.equal(await court(), 'CLIENT')
  await step(first, 'SUBMITTED', 200, people.client)
  assert.equal(await court(), 'CLIENT')
  await step(second, 'SUBMITTED', 200, people.client)
  assert.equal(await court(), 'OURS')
  const mine = await portal.crud(people.team, { apiPath: 'permits/overview', method: 'GET' })
  assert.equal(mine.json<{ myTurn: { count: number } }>().myTurn.count, 1)
  await step(second, 'RETURNED')
  assert.equal(await court(), 'CLIENT')
})
