import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { Overview, collections } from '@portal/contract'
import type { Actor } from '@portal/contract'
import { z } from 'zod'
import { compactCounters } from './compact-counters.ts'
import { countRows, knownCount } from './count-records.ts'
import { todayOf } from '../query/reading.ts'
import { listableRows } from '../query/visibility.ts'
import { exactTerms, matchTerms } from '../search/apply-search.ts'
import { refreshSearchTextSql } from '../search/search-text.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let admin: Person
let team: Person
let client: Person
let org: string
let other: string
before(async () => {
  portal = await startTestApp()
  ;({ admin, team, client } = await portal.given.everyRole())
  org = client.org ?? assert.fail('a client has an organization')
  other = await portal.given.org({ name: 'Maple' })
  const body = { name: 'historic', label: 'Historic', type: 'boolean', masked: false }
  const added = await portal.crud(admin, { apiPath: 'permits/fields', method: 'POST', body })
  assert.equal(added.statusCode, 201, added.body)
})
after(() => portal.close())

const Count = z.object({ total: z.number() })
const Groups = z.object({
  groups: z.array(
    z.object({ key: z.record(z.string(), z.union([z.string(), z.boolean(), z.null()])), count: z.number() }),
  ),
})
const Values = z.object({ values: z.array(z.object({ value: z.boolean().nullable(), count: z.number() })) })
const forTeam = {
  priority: 'HIGH',
  city: 'Austin',
  valuation: { gte: 100 },
  title: { contains: 'perm' },
}

async function counted(as: Person): Promise<number> {
  const query = {
    collection: 'permits',
    aggregate: [{ match: as === team ? forTeam : { city: 'Austin' } }, { count: 'total' }],
  }
  const response = await portal.crud(as, { apiPath: 'count', method: 'GET', query })
  assert.equal(response.statusCode, 200, response.body)
  return Count.parse(response.json()).total
}

const run = (text: string, values: readonly unknown[] = []) => portal.deps.database.query(text, values)
let last = 0

/** Adds permits that both see. */
async function add(count: number, values: Record<string, unknown> = {}): Promise<void> {
  const row = { priority: 'HIGH', city: 'Austin', valuation: 500, status: 'NEW', org, ...values }
  await run(
    `insert into permits (pid, title, bucket, pipeline_stage, court, permit_type, ref_no, origin, priority, city, valuation, status, org)
      select 'P' || i, 'Building permit', 'processing', 'INTAKE', 'OURS', 'SIGN', 'NO-' || i, 'STAFF', $3, $4, $5, $6, $7
      from generate_series($1::int, $2::int) i`,
    [last + 1, last + count, row.priority, row.city, row.valuation, row.status, row.org],
  )
  await run(refreshSearchTextSql('permits', `not exists (select 1 from permits_text x where x.seq = t.seq)`))
  last += count
}

/** A row that no trigger has seen: only a count of the rows themselves contains it. */
async function addUnseen(): Promise<void> {
  await run(`set session_replication_role = 'replica'`)
  await add(1)
  await run(`set session_replication_role = 'origin'`)
}

async function exact(where: string): Promise<number> {
  const [row] = await portal.deps.database.query(
    `select count(*) as n from permits where deleted_at is null and bucket = 'processing' and ${where}`,
    [],
    z.object({ n: z.number() }),
  )
  return row?.n ?? assert.fail('no count')
}

async function assertExact(what: string): Promise<void> {
  assert.equal(
    await counted(team),
    await exact(
      `status <> 'DRAFT' and priority = 'HIGH' and city = 'Austin' and valuation >= 100 and title ilike '%perm%'`,
    ),
    what,
  )
  assert.equal(
    await counted(client),
    await exact(`org = '${org}' and city = 'Austin'`),
    `${what}, for the client`,
  )
}

/** The open permits of the Overview by stage, by whom they wait on, and those older than 30 days. */
async function openPermits(): Promise<unknown> {
  const response = await portal.crud(team, { apiPath: 'permits/overview', method: 'GET' })
  assert.equal(response.statusCode, 200, response.body)
  const { ageing, waitingOn } = Overview.parse(response.json())
  const old = ageing.flatMap(({ bands }) => bands.filter(({ fromDays }) => fromDays >= 30))
  return {
    ...Object.fromEntries(ageing.filter(({ count }) => count > 0).map(({ stage, count }) => [stage, count])),
    ...Object.fromEntries(
      waitingOn.filter(({ count }) => count > 0).map(({ court, count }) => [court, count]),
    ),
    old: old.reduce((sum, { count }) => sum + count, 0),
  }
}

/** Numbers of permits by two declared fields and by an added one, and the values of the added one. */
async function groups(): Promise<string[]> {
  const ask = async (apiPath: string, query: object) => {
    const response = await portal.crud(team, { apiPath, method: 'GET', query })
    assert.equal(response.statusCode, 200, response.body)
    return response.json()
  }
  const [two, added, values] = [
    Groups.parse(await ask('permits/groups', { groupBy: 'priority,city' })),
    Groups.parse(await ask('permits/groups', { groupBy: 'custom.historic' })),
    Values.parse(await ask('permits/fields/custom.historic', {})),
  ]
  assert.deepEqual(
    values.values.map(({ value, count }) => `${value} ${count}`).toSorted(),
    added.groups.map(({ key, count }) => `${key['custom.historic']} ${count}`).toSorted(),
  )
  return [...two.groups, ...added.groups].map(({ key, count }) => [...Object.values(key), count].join(' '))
}

beforeEach(async () => {
  // Counts of the test before are wrong where it added rows that nothing has seen.
  portal.deps.counts.clear()
  await run('delete from permits')
  await add(5)
  await assertExact('before')
})

test('a filtered count follows every kind of write', async () => {
  const steps: [string, string][] = [
    ['a change of another field', `update permits set region = 'Texas'`],
    [
      'a row that no longer matches',
      `update permits set city = 'Buda' where pid = (select min(pid) from permits)`,
    ],
    ['a row that matches again', `update permits set city = 'Austin'`],
    ['a title', `update permits set title = 'Sign' where pid = (select min(pid) from permits)`],
    ['an amount', `update permits set valuation = null where pid = (select max(pid) from permits)`],
    [
      'another organization',
      `update permits set org = '${other}' where pid = (select min(pid) from permits)`,
    ],
    ['a draft', `update permits set status = 'DRAFT' where pid = (select min(pid) from permits)`],
    ['deletion', `update permits set deleted_at = now() where pid = (select max(pid) from permits)`],
    ['restoration', `update permits set deleted_at = null`],
    ['another list', `update permits set bucket = 'processed' where pid = (select max(pid) from permits)`],
    ['a purge', `delete from permits where pid = (select max(pid) from permits)`],
    ['nothing', `update permits set city = 'Nowhere' where false`],
  ]
  for (const [what, text] of steps) {
    await run(text)
    await assertExact(what)
  }
  for (const [, text] of steps) await run(text)
  await assertExact('all of them before one count')
  await add(3)
  await add(2, { org: other })
  await assertExact('new rows')
})

test('after a write an earlier count is brought up to date without reading the rows', async () => {
  await addUnseen()
  await add(2)
  assert.equal(await counted(team), 7)
  await add(1)
  assert.equal(await counted(team), 8)
})

test('the open permits of the Overview follow writes without reading the rows', async () => {
  assert.deepEqual(await openPermits(), { INTAKE: 5, OURS: 5, old: 0 })
  await addUnseen()
  const two = `pid in (select pid from permits order by pid limit 2)`
  await run(`update permits set pipeline_stage = 'PREPARATION', court = 'CLIENT' where ${two}`)
  await run(`update permits set status_changed_at = now() - interval '40 days' where ${two}`)
  assert.deepEqual(await openPermits(), { INTAKE: 3, PREPARATION: 2, OURS: 3, CLIENT: 2, old: 2 })
  await run(`update permits set deleted_at = now() where ${two}`)
  await add(1)
  assert.deepEqual(await openPermits(), { INTAKE: 4, OURS: 4, old: 0 })
  await add(60)
  assert.deepEqual(await openPermits(), { INTAKE: 65, OURS: 65, old: 0 })
})

test('groups by several fields and by an added field follow writes without reading the rows', async () => {
  assert.deepEqual(await groups(), ['HIGH Austin 5', ' 5'])
  await addUnseen()
  await run(
    `update permits set custom = '{"historic": true}', city = 'Buda' where pid in (select pid from permits order by pid limit 2)`,
  )
  assert.deepEqual(await groups(), ['HIGH Austin 3', 'HIGH Buda 2', 'true 2', ' 3'])
  await run(`update permits set custom = '{"historic": false}' where pid = (select min(pid) from permits)`)
  await run(`delete from permits where city = 'Austin' and pid = (select max(pid) from permits)`)
  await add(1, { priority: 'LOW' })
  assert.deepEqual(await groups(), [
    'HIGH Austin 2',
    'HIGH Buda 2',
    'LOW Austin 1',
    'true 1',
    'false 1',
    ' 3',
  ])
  await add(60)
  assert.equal((await groups())[0], 'HIGH Austin 63')
})

test('after a write of many rows they are counted again', async () => {
  await addUnseen()
  await add(60)
  assert.equal(await counted(team), 66)
})

test('the count of a search is kept while others write, and counted again when a record or a name in its text changes', async () => {
  const body = { title: 'Zinnia shed', org, permitType: 'BUILDING' }
  const made = await portal.crud(team, { apiPath: 'permits', method: 'POST', body })
  assert.equal(made.statusCode, 201, made.body)
  const Found = z.object({ metadata: z.object({ count: z.number() }) })
  const counted = async (searchToken: string) => {
    const answer = await portal.crud(team, {
      apiPath: 'permits/search',
      method: 'GET',
      query: { searchToken },
    })
    return Found.parse(answer.json()).metadata.count
  }
  const actor: Actor = { pid: team.pid, role: 'team', org: null }
  const rows = listableRows(collections.permits, actor, { today: todayOf(portal.deps, actor) })
  const found = matchTerms(rows, exactTerms(['zinnia']))
  assert.equal(await countRows(portal.deps, found, 'search'), 1)
  const task = await portal.crud(team, { apiPath: 'tasks', method: 'POST', body: { title: 'Unrelated' } })
  assert.equal(task.statusCode, 201, task.body)
  assert.equal(await knownCount(portal.deps, found), 1)
  const renamed = await portal.crud(admin, {
    apiPath: `orgs/${other}`,
    method: 'PATCH',
    body: { legalName: 'Zinnia Builders' },
  })
  assert.equal(renamed.statusCode, 200, renamed.body)
  assert.equal(await knownCount(portal.deps, found), undefined)
  assert.equal(await countRows(portal.deps, found, 'search'), await counted('zinnia'))
})

test('where the changes are no longer known, the rows are counted again', async () => {
  await addUnseen()
  await add(1)
  await run('delete from permits_changes')
  assert.equal(await counted(team), 7)
})

test('the changes of the last minute are kept', async () => {
  const kept = async () =>
    (
      await portal.deps.database.query(
        'select count(*) as n from permits_changes',
        [],
        z.object({ n: z.number() }),
      )
    )[0]?.n
  const had = await kept()
  assert.ok(had !== undefined && had > 0)
  await compactCounters(portal.deps)
  assert.equal(await kept(), had)
  await run(`update permits_changes set at = at - interval '1 hour'`)
  await compactCounters(portal.deps)
  assert.equal(await kept(), 0)
  await assertExact('afterwards')
})

test('a count that a standby answered is not followed, since its snapshot does not tell what is open', async () => {
  for (const [key, known] of portal.deps.counts) portal.deps.counts.set(key, { ...known, snapshot: null })
  assert.equal(await counted(team), 5)
  for (const [key, known] of portal.deps.counts) portal.deps.counts.set(key, { ...known, snapshot: null })
  await addUnseen()
  await add(1)
  assert.equal(await counted(team), 7)
})
