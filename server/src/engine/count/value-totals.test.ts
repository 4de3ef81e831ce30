import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DistinctValues, Groups, collections } from '@portal/contract'
import type { Role } from '@portal/contract'
import { z } from 'zod'
import { columnName } from '../sql/columns.ts'
import { assertValueTotals } from '../oracle/test-support/value-totals.ts'
import { noteStatements } from '#test-support/note-statements.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let people: Record<Role, Person>
let org: string
let other: string
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  org = people.client.org ?? assert.fail('a client has an organization')
  other = await portal.given.org({ name: 'Maple' })
})
after(() => portal.close())

const Pid = z.object({ pid: z.string() })
const Count = z.object({ total: z.number() })

async function send(as: Person, apiPath: string, method: string, more: object = {}): Promise<unknown> {
  const response = await portal.crud(as, { apiPath, method, ...more })
  assert.ok(response.statusCode < 300, `${apiPath} ${response.body}`)
  return response.body === '' ? null : response.json()
}

async function givenPermit(values: object): Promise<string> {
  const body = { title: 'Sign over the door', permitType: 'SIGN', org, ...values }
  return Pid.parse(await send(people.team, 'permits', 'POST', { body })).pid
}

const fields = [
  'priority',
  'permitType',
  'city',
  'authority',
  'assignedTo',
  'paymentStatus',
  'origin',
] as const

/** What a person sees by each value, by three calls that must agree with the rows of the table. */
async function assertNumbers(as: Person, rowRule: string): Promise<void> {
  await assertValueTotals(portal.deps.database, 'permits')
  for (const field of fields) {
    if (as === people.client && ['priority', 'assignedTo'].includes(field)) continue
    const column = columnName(field, collections.permits.fields[field])
    const rows = await portal.deps.database.query(
      `select ${column} as value, count(*)::int as count from permits
        where deleted_at is null and bucket = 'processing' and ${rowRule} group by 1`,
      [],
      z.object({ value: z.string().nullable(), count: z.number() }),
    )
    const wanted = new Map(rows.map(({ value, count }) => [value, count]))
    const keyOf = (value: unknown) => Pid.safeParse(value).data?.pid ?? value
    const { values } = DistinctValues.parse(await send(as, `permits/fields/${field}`, 'GET'))
    assert.deepEqual(new Map(values.map(({ value, count }) => [keyOf(value), count])), wanted, field)
    const { groups } = Groups.parse(await send(as, 'permits/groups', 'GET', { query: { groupBy: field } }))
    assert.deepEqual(new Map(groups.map(({ key, count }) => [keyOf(key[field]), count])), wanted, field)
    for (const [value, count] of wanted) {
      const { total } = Count.parse(
        await send(as, 'count', 'GET', {
          query: { collection: 'permits', aggregate: [{ match: { [field]: value } }, { count: 'total' }] },
        }),
      )
      assert.equal(total, count, `${field} ${value}`)
    }
  }
}

test('numbers by value stay those of the records through writes, moves, deletions and restores', async () => {
  const { team, admin, client } = people
  const both = async () => {
    await assertNumbers(team, `status <> 'DRAFT'`)
    await assertNumbers(client, `org = '${org}'`)
  }
  const pids: string[] = []
  for (const values of [
    { city: 'Austin', priority: 'HIGH' },
    { city: 'Buda', assignedTo: team.pid },
    { city: 'Austin', authority: 'AUSTIN_DSD', org: other },
    {},
  ])
    pids.push(await givenPermit(values))
  const [first = '', second = '', third = ''] = pids
  await both()
  await send(team, `permits/${first}`, 'PATCH', { body: { city: 'Buda', priority: 'LOW' } })
  await send(team, `permits/${second}`, 'PATCH', { body: { org: other, assignedTo: null, city: null } })
  await both()
  await send(admin, `permits/${first}`, 'DELETE')
  await both()
  await send(admin, `permits/${first}/restore`, 'POST')
  await portal.deps.database.query(
    `update permits set priority = 'URGENT', city = 'Round Rock', org = $1 where pid = any($2::text[])`,
    [org, [first, second, third]],
  )
  await both()
  await portal.deps.database.query('delete from permits where pid = $1', [third])
  await both()
})

test('a client’s draft is no part of what the office counts', async () => {
  const body = { title: 'Draft', permitType: 'SIGN', city: 'Draft town' }
  await send(people.client, 'permits', 'POST', { body: { ...body, org } })
  const { values } = DistinctValues.parse(await send(people.team, 'permits/fields/city', 'GET'))
  assert.ok(values.every(({ value }) => value !== 'Draft town'))
})

test('a change of no counted field adds no row to the totals', async () => {
  const pid = await givenPermit({ city: 'Austin' })
  const rows = async () =>
    (
      await portal.deps.database.query(
        'select count(*) as n from permits_values',
        [],
        z.object({ n: z.number() }),
      )
    )[0]
  const had = await rows()
  await send(people.team, `permits/${pid}`, 'PATCH', { body: { region: 'Texas' } })
  assert.deepEqual(await rows(), had)
})

test('staff group and list values of a coded field without reading the records', async () => {
  await givenPermit({ priority: 'HIGH' })
  const asked: string[] = []
  const stop = noteStatements(portal.deps.database, (text) => asked.push(text))
  try {
    for (const field of fields) {
      await send(people.team, `permits/fields/${field}`, 'GET', { query: { filter: { status: 'NEW' } } })
      await send(people.team, 'permits/groups', 'GET', { query: { groupBy: `${field},status` } })
    }
  } finally {
    stop()
  }
  const counting = asked.filter((text) => text.includes('permits_values'))
  assert.equal(counting.length, 2 * fields.length, asked.join('\n'))
  assert.ok(asked.every((text) => !/from "permits" t/.test(text)))
})

test('a text searched in a counted field is counted by the totals', async () => {
  const match = { region: { contains: 'austin' } }
  const { total } = Count.parse(
    await send(people.admin, 'count', 'GET', {
      query: { collection: 'authorities', aggregate: [{ match }, { count: 'total' }] },
    }),
  )
  const [row] = await portal.deps.database.query(
    `select count(*)::int as n from authorities where deleted_at is null and region ilike '%austin%'`,
    [],
    z.object({ n: z.number() }),
  )
  assert.ok(total > 0)
  assert.equal(total, row?.n)
})
