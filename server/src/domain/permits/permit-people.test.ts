import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ClientCard, History, PermitPeople, RelatedRecords, SuggestedRecipients } from '@portal/contract'
import type { Role } from '@portal/contract'
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

/** A client with one permit and one user. */
async function newClient(name = 'Acme Builders') {
  const org = await portal.given.org({ name })
  const client = await portal.given.user({ role: 'client', org, orgRole: 'ORG_ADMIN' })
  const { pid } = await ask(
    people.team,
    'POST',
    'permits',
    { title: 'Garage', org, permitType: 'SIGN', city: 'Austin' },
    201,
  )
  return { org, client, permit: String(pid) }
}
const peopleOf = async (permit: string, as: Person) =>
  PermitPeople.parse(await ask(as, 'GET', `permits/${permit}/people`)).people
const architect = {
  name: 'Ada Stone',
  company: 'Stone & Sons',
  email: 'ada@stone.example',
  phone: '(512) 555-0101',
}

test('team add a new person to a permit in one step, and the contact then belongs to the client', async () => {
  const { org, client, permit } = await newClient()
  await ask(
    people.team,
    'POST',
    `permits/${permit}/people`,
    { role: 'ARCHITECT', person: { ...architect, org } },
    201,
  )
  const [found] = await peopleOf(permit, people.team)
  assert.deepEqual(
    [found?.role, found?.contact.name, found?.contact.email, found?.contact.org?.pid],
    ['ARCHITECT', 'Ada Stone', 'ada@stone.example', org],
  )
  assert.deepEqual(
    (await peopleOf(permit, client)).map(({ contact }) => contact.name),
    ['Ada Stone'],
  )
  const searched = await portal.crud(people.team, {
    apiPath: 'contacts/search',
    method: 'GET',
    query: { searchToken: 'stone', filter: { org } },
  })
  assert.equal(searched.json<{ metadata: { count: number } }>().metadata.count, 1)
})

test('a contact can be on many permits, once per role; changes of role and removals are in both histories', async () => {
  const { org, permit } = await newClient('Oak Homes')
  const second = String(
    (
      await ask(
        people.team,
        'POST',
        'permits',
        { title: 'Deck', org, permitType: 'SIGN', city: 'Austin' },
        201,
      )
    )['pid'],
  )
  const contact = String(
    (await ask(people.team, 'POST', 'contacts', { ...architect, role: 'ARCHITECT', org }, 201))['pid'],
  )
  for (const each of [permit, second])
    await ask(people.team, 'POST', `permits/${each}/people`, { role: 'ARCHITECT', contact }, 201)
  await ask(people.team, 'POST', `permits/${permit}/people`, { role: 'ARCHITECT', contact }, 409)
  const [entry] = await peopleOf(permit, people.team)
  await ask(people.team, 'PATCH', `permits/${permit}/people/${entry?.pid}`, { role: 'ENGINEER' })
  await ask(people.team, 'DELETE', `permits/${permit}/people/${entry?.pid}`)
  await ask(people.team, 'DELETE', `permits/${permit}/people/${entry?.pid}`, undefined, 404)
  assert.deepEqual(await peopleOf(permit, people.team), [])
  assert.equal((await peopleOf(second, people.team)).length, 1)
  const told = History.parse(await ask(people.team, 'GET', `permits/${permit}/history`)).changes.flatMap(
    ({ changes }) => changes,
  )
  assert.deepEqual(
    told.filter(({ field }) => field === 'people').map(({ from, to }) => [from, to]),
    [
      ['Ada Stone (Engineer)', null],
      ['Ada Stone (Architect)', 'Ada Stone (Engineer)'],
      [null, 'Ada Stone (Architect)'],
    ],
  )
  const ofContact = History.parse(
    await ask(people.team, 'GET', `contacts/${contact}/history`),
  ).changes.flatMap(({ changes }) => changes)
  assert.equal(ofContact.filter(({ field }) => field === 'permit').length, 4)
})

test('clients see only contacts of their own organization, and never people of an agency', async () => {
  const own = await newClient('Own Builders')
  const other = await newClient('Other Builders')
  const make = async (body: object) => String((await ask(people.team, 'POST', 'contacts', body, 201))['pid'])
  const engineer = await make({
    name: 'Eva Engineer',
    role: 'ENGINEER',
    org: own.org,
    remarks: 'Calls back late.',
  })
  const reviewer = await make({ name: 'Rob Reviewer', role: 'PLAN_REVIEWER' })
  const filed = await make({ name: 'Ines Inspector', role: 'INSPECTOR', org: own.org })
  const stranger = await make({ name: 'Otto Other', role: 'OWNER', org: other.org })
  for (const [contact, role] of [
    [engineer, 'ENGINEER'],
    [reviewer, 'PLAN_REVIEWER'],
    [filed, 'INSPECTOR'],
  ])
    await ask(people.team, 'POST', `permits/${own.permit}/people`, { contact, role }, 201)
  assert.equal((await peopleOf(own.permit, people.team)).length, 3)
  assert.deepEqual(
    (await peopleOf(own.permit, own.client)).map(({ contact }) => contact.name),
    ['Eva Engineer'],
  )
  const page = await ask(own.client, 'GET', 'contacts')
  assert.deepEqual(JSON.stringify(page).match(/Eva Engineer|Rob|Ines|Otto|Calls back/g), ['Eva Engineer'])
  for (const pid of [reviewer, filed, stranger])
    await ask(own.client, 'GET', `contacts/${pid}`, undefined, 404)
  await ask(other.client, 'GET', `permits/${own.permit}/people`, undefined, 404)
  await ask(own.client, 'POST', `permits/${own.permit}/people`, { contact: engineer, role: 'OWNER' }, 403)
  await ask(own.client, 'POST', 'contacts', { name: 'X', role: 'OWNER' }, 403)
  assert.doesNotMatch(
    JSON.stringify(await ask(own.client, 'GET', `permits/${own.permit}/history`)),
    /Rob Reviewer|Ines/,
  )
})

test('a contact of another client is refused, and the error says which contacts the permit accepts', async () => {
  const [own, other] = [await newClient('First'), await newClient('Second')]
  const contact = (
    await ask(people.team, 'POST', 'contacts', { name: 'Otto Other', role: 'OWNER', org: other.org }, 201)
  )['pid']
  const refused = await ask(
    people.team,
    'POST',
    `permits/${own.permit}/people`,
    { contact, role: 'OWNER' },
    400,
  )
  assert.match(String(refused['detail']), /Otto Other is a contact of another client/)
})

test('a client has one contact per e-mail address, ignoring case; a refused person leaves no data behind', async () => {
  const { org, permit } = await newClient('Once')
  await ask(people.team, 'POST', 'contacts', { ...architect, role: 'ARCHITECT', org }, 201)
  const again = await ask(
    people.team,
    'POST',
    'contacts',
    { ...architect, email: 'ADA@stone.example', role: 'OWNER', org },
    409,
  )
  assert.match(String(again['detail']), /already has a contact with this email address/)
  await ask(
    people.team,
    'POST',
    `permits/${permit}/people`,
    { role: 'OWNER', person: { ...architect, org } },
    409,
  )
  assert.deepEqual(await peopleOf(permit, people.team), [])
  await ask(people.team, 'POST', 'contacts', { ...architect, role: 'ARCHITECT' }, 201)
})

test('a task shows the contact it waits on, to staff only, and is listed as related to the contact', async () => {
  const { org, client, permit } = await newClient('Waiting')
  const contact = String(
    (await ask(people.team, 'POST', 'contacts', { name: 'Eva Engineer', role: 'ENGINEER', org }, 201))['pid'],
  )
  const body = { title: 'Send the calculation', assignedOrg: org, permit, contact, dueDate: '2026-12-01' }
  const task = String((await ask(people.team, 'POST', 'ctasks', body, 201))['pid'])
  assert.deepEqual((await ask(people.team, 'GET', `ctasks/${task}`))['contact'], {
    pid: contact,
    title: 'Eva Engineer',
  })
  assert.equal(Object.hasOwn(await ask(client, 'GET', `ctasks/${task}`), 'contact'), false)
  const { related } = RelatedRecords.parse(await ask(people.team, 'GET', `contacts/${contact}/related`))
  const found = related.find(({ pid }) => pid === task)
  assert.deepEqual(
    [found?.title, found?.facts?.['dueDate'], found?.status],
    ['Send the calculation', '2026-12-01', 'OPEN'],
  )
})

test('related records include details: amount and due date of a fee, subject of a notice', async () => {
  const { permit, org } = await newClient('Related')
  const fee = {
    permit,
    kind: 'FEE',
    feeCode: 'PLAN_REVIEW',
    amount: 12_500,
    dueDate: '2026-12-24',
    description: 'Second review',
  }
  await ask(people.team, 'POST', 'payments', fee, 201)
  const notice = {
    subject: 'Plans are ready',
    audience: 'ORG',
    recipientOrg: org,
    relatedType: 'permits',
    relatedPid: permit,
  }
  await ask(people.admin, 'POST', 'notifications', notice, 201)
  const { related } = RelatedRecords.parse(await ask(people.team, 'GET', `permits/${permit}/related`))
  const factsOf = (collection: string) => related.find((each) => each.collection === collection)?.facts
  assert.deepEqual(
    ['description', 'total', 'dueDate', 'feeCode'].map((name) => factsOf('payments')?.[name]),
    ['Second review', 12_500, '2026-12-24', 'PLAN_REVIEW'],
  )
  assert.equal(factsOf('notifications')?.['subject'], 'Plans are ready')
})

test('team open the card of a client but not its record; clients have no cards', async () => {
  const { org, client, permit } = await newClient('Card Builders')
  await ask(people.admin, 'PATCH', `orgs/${org}`, {
    phone: '(512) 555-0199',
    email: 'office@card.example',
    workersCompExpiry: '2026-11-01',
    creditLimit: 5,
  })
  await portal.deps.database.query(
    `insert into files (pid, root, name, mime_type, size, status, visibility, store_key, created_at, updated_at)
      values ($1, $2, 'Plan.pdf', 'application/pdf', 3, 'done', 'CLIENT', 'k', now(), now())`,
    [portal.deps.ids.pid(), `permits/${permit}`],
  )
  const card = ClientCard.parse(await ask(people.team, 'GET', `clients/${org}`))
  assert.deepEqual(
    [
      card.title,
      card.fields['phone'],
      card.fields['email'],
      card.fields['workersCompExpiry'],
      card.openPermits,
      card.fields['creditLimit'],
    ],
    ['Card Builders', '(512) 555-0199', 'office@card.example', '2026-11-01', 1, undefined],
  )
  assert.deepEqual(
    card.files.map(({ name, permit: of }) => [name, of.pid]),
    [['Plan.pdf', permit]],
  )
  await ask(people.team, 'GET', `orgs/${org}`, undefined, 403)
  await ask(client, 'GET', `clients/${org}`, undefined, 403)
  await ask(people.team, 'GET', 'clients/01J00000000000000000000ORG', undefined, 404)
})

test('recipients of a permit’s message are its people, the client’s office and users; the applicant is suggested', async () => {
  const { org, client, permit } = await newClient('Mail Builders')
  await ask(people.admin, 'PATCH', `orgs/${org}`, { email: 'office@mail.example' })
  const suggest = async (query: object, as = people.team) => {
    const response = await portal.crud(as, { apiPath: 'mail-recipients', method: 'GET', query })
    return response.statusCode === 200 ? SuggestedRecipients.parse(response.json()) : response.statusCode
  }
  const suggested = (found: Awaited<ReturnType<typeof suggest>>) =>
    typeof found === 'number'
      ? found
      : found.recipients.filter(({ isSuggested }) => isSuggested).map(({ address }) => address)
  assert.deepEqual(suggested(await suggest({ permit })), ['office@mail.example'])
  await ask(
    people.team,
    'POST',
    `permits/${permit}/people`,
    { role: 'PLAN_REVIEWER', person: { name: 'Rob', email: 'rob@city.example' } },
    201,
  )
  await ask(
    people.team,
    'POST',
    `permits/${permit}/people`,
    { role: 'APPLICANT', person: { ...architect, org } },
    201,
  )
  const found = await suggest({ permit })
  assert.deepEqual(suggested(found), ['ada@stone.example'])
  assert.ok(typeof found !== 'number')
  assert.match(found.subject, /^PM-\d{4}-\d{6} Garage$/)
  assert.deepEqual(
    found.recipients.map(({ address }) => address),
    ['rob@city.example', 'ada@stone.example', 'office@mail.example', client.email.toLowerCase()],
  )
  assert.deepEqual(suggested(await suggest({ org })), ['office@mail.example'])
  assert.equal(await suggest({ permit }, client), 403)
  assert.equal(await suggest({ permit: '01J0000000000000000000ZZZZ' }), 404)
  assert.equal(await suggest({}), 400)
})
