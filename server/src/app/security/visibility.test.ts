import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { History, MailRecipients, Refunds, Views } from '@portal/contract'
import type { Role } from '@portal/contract'
import { z } from 'zod'
import { givenFile } from '#files/test-support/given-files.ts'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

/** Internal texts and other people's records are not shown to people without access. */

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp({ environment: { rateLimitPerMinute: 0 } })
  people = await portal.given.everyRole(await portal.given.org({ name: 'Casa Builders' }))
})
after(() => portal.close())

const ask = apiClient(() => portal)
const make = async (collection: string, body: object) =>
  String((await ask(people.team, 'POST', collection, body, 201))['pid'])
const newPermit = (values: object = {}) =>
  make('permits', { title: 'Two garages', org: people.client.org, permitType: 'SIGN', ...values })

test('S-25: a view for everyone is for staff only, until it is explicitly shared with clients', async () => {
  const view = { name: 'Suspected fraud: Casa', collection: 'permits', visibility: 'everyone' }
  const pid = await make('views', view)
  const namesFor = async (person: Person) => {
    const { views } = Views.parse(await ask(person, 'GET', 'views'))
    return views.filter(({ isReadyMade }) => isReadyMade !== true).map(({ name }) => name)
  }
  assert.deepEqual(await namesFor(people.admin), [view.name])
  assert.deepEqual(await namesFor(people.client), [])
  await ask(people.client, 'GET', `views/${pid}`, undefined, 404)
  await ask(people.team, 'PATCH', `views/${pid}`, { name: 'Due soon', visibility: 'clients' })
  for (const person of [people.admin, people.client]) assert.deepEqual(await namesFor(person), ['Due soon'])
  await ask(people.client, 'POST', 'views', { name: 'x', collection: 'permits', visibility: 'clients' }, 403)
})

test('S-32: a checklist document must be a file of the package, its permit or its tasks', async () => {
  const permit = await newPermit()
  const pack = await make('rts', { permit })
  const task = await make('ctasks', {
    title: 'Sign',
    assignedOrg: people.client.org,
    permit,
    taskType: 'SIGN',
  })
  const bytes = Buffer.from('plan')
  const file = (root: string, more: object = {}) => givenFile(portal.deps, { root, bytes, ...more })
  const other = await newPermit()
  const { checklist } = await ask(people.team, 'GET', `rts/${pack}`)
  const [item] = Array.isArray(checklist) ? checklist : []
  const set = (pid: string | null, status: number) =>
    ask(
      people.team,
      'PATCH',
      `rts/${pack}/checklist/${item.documentType}`,
      { state: 'RECEIVED', file: pid },
      status,
    )
  for (const root of ['restricted', 'team', 'uploads', `permits/${other}`]) await set(await file(root), 400)
  await set('NOSUCHPID', 400)
  await set(await file(`rts/${pack}`, { deletedAt: '2026-01-01T00:00:00Z' }), 400)
  await set(await file(`rts/${pack}`, { status: 'uploading' }), 400)
  for (const root of [`rts/${pack}`, `permits/${permit}`, `tasks/${task}`]) await set(await file(root), 200)
  await set(null, 200)
})

test('S-32: clients never see the reason of a payment transition, in the record, its history or its refunds', async () => {
  const permit = await newPermit()
  const payment = await make('payments', { permit, kind: 'FEE', feeCode: 'PERMIT_FEE', amount: 500 })
  await ask(people.admin, 'POST', `payments/${payment}/transitions`, {
    to: 'PAID',
    reason: 'Suspicious check',
    method: 'CHEQUE',
  })
  await ask(
    people.admin,
    'POST',
    `payments/${payment}/refunds`,
    { amount: 100, reason: 'Suspicious refund' },
    201,
  )
  const asked = async (person: Person) => [
    await ask(person, 'GET', `payments/${payment}`),
    History.parse(await ask(person, 'GET', `payments/${payment}/history`)),
    Refunds.parse(await ask(person, 'GET', `payments/${payment}/refunds`)),
    await ask(person, 'GET', 'payments'),
  ]
  assert.match(JSON.stringify(await asked(people.team)), /Suspicious check.*Suspicious refund/)
  const seen = await asked(people.client)
  assert.doesNotMatch(JSON.stringify(seen), /Suspicious/)
  assert.equal(Refunds.parse(seen[2]).refunds[0]?.amount, 100)
})

test('S-32: a message to one person is not found by the name of their organization', async () => {
  const colleague = await portal.given.user({ role: 'client', org: people.client.org })
  await ask(
    people.admin,
    'POST',
    'notifications',
    { subject: 'Welcome', audience: 'USER', recipientUser: colleague.pid },
    201,
  )
  const [row] = await portal.deps.database.query(
    "select x.t from notifications_text x join notifications n on n.seq = x.seq where n.subject = 'Welcome'",
    [],
    z.object({ t: z.string() }),
  )
  assert.match(row?.t ?? '', / welcome/)
  assert.doesNotMatch(row?.t ?? '', /casa/)
})

test('S-32: team members find the addresses of clients they work for, administrators those of all', async () => {
  const [mine, others] = [
    await portal.given.org({ name: 'Maple Mine' }),
    await portal.given.org({ name: 'Maple Others' }),
  ]
  await portal.given.user({ role: 'client', org: mine, name: 'Maple Mine Person' })
  await portal.given.user({ role: 'client', org: others, name: 'Maple Other Person' })
  await portal.given.user({ role: 'admin', name: 'Maple Colleague' })
  await portal.deps.database.query(
    "update orgs set email = lower(replace(legal_name, ' ', '.')) || '@client.example' where pid = any($1)",
    [[mine, others]],
  )
  await newPermit({ org: mine, assignedTo: people.team.pid })
  const found = async (person: Person) => {
    const response = await portal.send(
      { method: 'GET', url: '/api/mail/recipients?searchToken=maple' },
      person,
    )
    return MailRecipients.parse(response.json()).recipients.map(({ name }) => name)
  }
  assert.deepEqual((await found(people.team)).toSorted(), [
    'Maple Colleague',
    'Maple Mine',
    'Maple Mine Person',
  ])
  assert.equal((await found(people.admin)).length, 5)
})
