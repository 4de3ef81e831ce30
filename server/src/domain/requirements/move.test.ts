import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { JobStarted, seedRequirements } from '@portal/contract'
import { AffectedPermitsPage, MoveResult, RequirementsTrial } from '@portal/contract/requirements-move'
import type { Requirements, Role } from '@portal/contract'
import type { AffectedPermit } from '@portal/contract/requirements-move'
import { z } from 'zod'
import { apiClient, pidOf } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { requirementsClient } from './test-support/requirements-client.ts'
import { endOfJob } from '#platform/jobs/test-support/end-of-job.ts'

let portal: TestApp
let people: Record<Role, Person>
let org: string
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  org = people.client.org ?? assert.fail('a client has an organization')
})
after(() => portal.close())
const ask = apiClient(() => portal)
const { draft, packageFor, permit, publish, settings } = requirementsClient(
  () => portal,
  () => people,
)

/** The requirements of a new portal, in which a sign needs these documents beside its application. */
const signsWith = (required: Requirements['rules'][number]['required']): Requirements => ({
  ...seedRequirements,
  rules: seedRequirements.rules.map((rule) =>
    rule.permitType === 'SIGN' ? { ...rule, required, optional: [] } : rule,
  ),
})

const Item = z.looseObject({
  documentType: z.string(),
  required: z.boolean(),
  state: z.string(),
  file: z.string().nullable(),
})
const Package = z.looseObject({
  status: z.string(),
  checklist: z.array(Item),
  verifiedAt: z.string().nullable(),
  missingCount: z.number(),
})
const packageOf = async (pid: string) => Package.parse(await ask(people.admin, 'GET', `rts/${pid}`))
const documents = async (pid: string) =>
  (await packageOf(pid)).checklist.map(
    ({ documentType, required, state }) => `${documentType} ${required ? 'required' : 'optional'} ${state}`,
  )
const numberOf = async (pid: string) =>
  (await ask(people.admin, 'GET', `permits/${pid}`))['requirementsNumber']
const affected = async (query: object): Promise<AffectedPermitsPage> => {
  const response = await portal.crud(people.admin, {
    apiPath: 'requirements/permits',
    method: 'GET',
    query: { pageSize: 200, ...query },
  })
  assert.equal(response.statusCode, 200, response.body)
  return AffectedPermitsPage.parse(response.json())
}
const ofPermit = ({ permits }: AffectedPermitsPage, pid: string): AffectedPermit =>
  permits.find((each) => each.pid === pid) ?? assert.fail(`${pid} is not affected`)

/** Moves the open permits and returns the job with its result. */
async function move(body: object): Promise<{ id: string; result: MoveResult }> {
  const { job } = JobStarted.parse(await ask(people.admin, 'POST', 'requirements/move', body, 202))
  const { state, result, detail } = await endOfJob(portal, people.admin, job.id)
  assert.equal(state, 'done', detail)
  return { id: job.id, result: MoveResult.parse(result) }
}
async function undo(id: string): Promise<unknown> {
  const response = await portal.send({ method: 'POST', url: `/api/jobs/${id}/undo` }, people.admin)
  assert.ok([200, 202].includes(response.statusCode), response.body)
  const { job } = JobStarted.parse(response.json())
  return (await endOfJob(portal, people.admin, job.id)).result
}

test('a draft says for each open permit and in sum what it would add, drop and change', async () => {
  const pid = await permit()
  const pack = await packageFor(pid)
  const begun = await documents(pack)
  const mine = await pidOf(
    ask(people.client, 'POST', 'permits', { title: 'Draft', org, permitType: 'SIGN' }, 201),
  )
  await draft(signsWith(['SITE_PLAN']))
  const shown = await affected({ to: 'draft' })
  const differences = {
    documents: [{ documentType: 'SITE_PLAN', from: null, to: 'REQUIRED' }],
    conditions: [],
    fees: { added: [], dropped: [], changed: [] },
    departments: { added: [], dropped: [] },
  }
  const own = ofPermit(shown, pid)
  assert.deepEqual(
    [own.number, own.differences, own.checklist, own.refusal, shown.number],
    [0, differences, { added: ['SITE_PLAN'], dropped: [], kept: [] }, null, null],
  )
  assert.deepEqual(
    shown.groups.filter(({ permitType }) => permitType === 'SIGN').map((group) => group.differences),
    [differences],
  )
  assert.equal(
    shown.groups.reduce((sum, { count }) => sum + count, 0),
    shown.metadata.count,
  )
  assert.ok(!shown.permits.some((each) => each.pid === mine), 'a draft of a client is not open')
  assert.deepEqual(await documents(pack), begun)
  const elsewhere = await affected({ to: 'draft', permitType: 'ROOFING' })
  assert.deepEqual([elsewhere.permits, elsewhere.metadata.count], [[], 0])
  await draft(null)
})

test('open permits move to the version in force in one job, with their packages, and back by its undo', async () => {
  const [plain, collecting] = [await permit(), await permit()]
  const pack = await packageFor(collecting)
  const before = await documents(pack)
  const optional = before.slice(1)
  const number = await publish(signsWith(['SITE_PLAN']))
  assert.deepEqual([await numberOf(plain), await documents(pack)], [0, before])
  const shown = await affected({ to: 'published' })
  assert.deepEqual([shown.number, ofPermit(shown, plain).checklist], [number, null])
  const { id, result } = await move({ to: number, permitType: 'SIGN' })
  assert.deepEqual(result.failed, [])
  assert.ok(result.updated >= 2)
  assert.deepEqual([await numberOf(plain), await numberOf(collecting)], [number, number])
  assert.deepEqual(await documents(pack), [
    'APPLICATION_FORM required MISSING',
    'SITE_PLAN required MISSING',
    ...optional,
  ])
  assert.equal((await packageOf(pack)).missingCount, 2)
  const then = await affected({ to: 'published' })
  assert.ok(!then.permits.some(({ pid }) => pid === plain))
  assert.deepEqual(await undo(id), { restored: result.updated, failed: [] })
  assert.deepEqual([await numberOf(plain), await numberOf(collecting)], [0, 0])
  assert.deepEqual(await documents(pack), before)
})

test('a document that was received is kept when it is no longer asked for', async () => {
  const pid = await permit()
  const pack = await packageFor(pid)
  const paper = { state: 'VERIFIED', onPaper: true }
  await ask(people.team, 'PATCH', `rts/${pack}/checklist/APPLICATION_FORM`, paper)
  const number = await publish({ ...signsWith([]), rules: signsWith([]).rules.slice(1) })
  const shown = ofPermit(await affected({ to: 'published' }), pid)
  assert.deepEqual(shown.checklist?.kept, ['APPLICATION_FORM'])
  const { id } = await move({ to: number, permitType: 'SIGN' })
  assert.ok((await documents(pack)).includes('APPLICATION_FORM optional VERIFIED'))
  await undo(id)
  assert.ok((await documents(pack)).includes('APPLICATION_FORM required VERIFIED'))
})

test('a package that is ready to submit is not changed, and its permit is named with the reason', async () => {
  const pid = await permit()
  const pack = await packageFor(pid)
  await portal.deps.database.query(`update rts set status = 'READY' where pid = $1`, [pack], z.unknown())
  const number = await publish(signsWith(['FLOOR_PLAN', 'ROUTE_MAP']))
  const reason = 'The package is ready to submit and would change. Reopen it first.'
  assert.equal(ofPermit(await affected({ to: 'published' }), pid).refusal, reason)
  const { id, result } = await move({ to: number, permitType: 'SIGN' })
  assert.deepEqual(result.failed, [{ pid, reason }])
  assert.notEqual(await numberOf(pid), number)
  await undo(id)
})

test('only the version in force can be moved to, by administrators alone', async () => {
  const { published } = await settings()
  await ask(people.admin, 'POST', 'requirements/move', { to: published + 1 }, 409)
  await ask(people.team, 'POST', 'requirements/move', { to: published }, 403)
  await ask(people.admin, 'POST', 'requirements/move', { to: 'all' }, 400)
  await ask(people.admin, 'POST', 'requirements/move', { to: published, permitType: 'ROOFING' }, 409)
  await ask(people.team, 'GET', 'requirements/permits', undefined, 403)
})

test('a permit that somebody moved again since is left by the undo', async () => {
  const pid = await permit()
  const first = await publish(signsWith(['SITE_PLAN']))
  const { id } = await move({ to: first, permitType: 'SIGN' })
  const second = await publish(signsWith(['ENERGY_REPORT']))
  await move({ to: second, permitType: 'SIGN' })
  const undone = z.object({ restored: z.number(), failed: z.array(z.object({ pid: z.string() })) })
  const { failed } = undone.parse(await undo(id))
  assert.ok(failed.some((each) => each.pid === pid))
  assert.equal(await numberOf(pid), second)
})

test('a draft is tried on a copy of a permit, of its own or another type, and nothing is kept', async () => {
  const pid = await permit()
  const pack = await packageFor(pid)
  const trial = async (query: object, status = 200) => {
    const response = await portal.crud(people.admin, {
      apiPath: 'requirements/trial',
      method: 'GET',
      query: { permit: pid, ...query },
    })
    assert.equal(response.statusCode, status, response.body)
    return response.json()
  }
  await trial({}, 409)
  await ask(people.team, 'PATCH', `rts/${pack}/checklist/APPLICATION_FORM`, {
    state: 'WAIVED',
    reason: 'Sent',
  })
  const before = await packageOf(pack)
  await draft(signsWith(['FLOOR_PLAN']))
  const tried = RequirementsTrial.parse(await trial({}))
  const needed = tried.checklist.filter(({ required }) => required)
  assert.deepEqual(
    needed.map(({ documentType, state }) => [documentType, state]),
    [
      ['APPLICATION_FORM', 'WAIVED'],
      ['FLOOR_PLAN', 'MISSING'],
    ],
  )
  assert.deepEqual([tried.readinessPct, tried.missingCount, tried.unmet.length], [50, 1, 1])
  const other = RequirementsTrial.parse(await trial({ permitType: 'DEMOLITION', authority: 'TRAVIS_COUNTY' }))
  assert.equal(other.authority?.title, 'Travis County')
  assert.ok(!other.checklist.some(({ documentType, required }) => required && documentType === 'FLOOR_PLAN'))
  await trial({ authority: 'NOWHERE' }, 400)
  await trial({ permit: '01JZZZZZZZZZZZZZZZZZZZZZZZ' }, 404)
  assert.deepEqual(await packageOf(pack), before)
  await draft(null)
})

test(
  'ten thousand open permits are compared by twenty conditions, moved, and moved back',
  { skip: process.env['PROVE'] !== '1' },
  async (context) => {
    const text = `insert into permits (pid, ref_no, title, org, permit_type, status, bucket, valuation) select 'MOVED' || n, 'PM-1997-' || n, 'Mass ' || n, $1, 'ROOFING', 'NEW', 'processing', n
    from generate_series(1, 10000) n`
    await portal.deps.database.query(text, [org], z.unknown())
    const none = { authority: null, required: [], optional: [], conditions: [], fees: [] }
    const above = (min: number) => ({ ...none, permitType: 'ROOFING', when: { valuation: { min } } })
    const steps = Array.from({ length: 20 }, (_, at) => ({ ...above(at * 500), departments: [`Step ${at}`] }))
    const rules = [...seedRequirements.rules, ...steps, { ...above(9_001), required: ['PHOTO'] }]
    const published = await publish({ ...seedRequirements, rules })
    const asked = performance.now()
    const shown = await affected({ to: 'published', permitType: 'ROOFING' })
    context.diagnostic(`compared in ${((performance.now() - asked) / 1_000).toFixed(1)} s`)
    assert.ok(performance.now() - asked < 10_000)
    assert.deepEqual([shown.metadata.count, shown.groups.length], [10_000, 21])
    const begun = performance.now()
    const { id, result } = await move({ to: published, permitType: 'ROOFING' })
    const seconds = (performance.now() - begun) / 1_000
    assert.deepEqual(result, { updated: 10_000, failed: [] })
    assert.deepEqual(await undo(id), { restored: 10_000, failed: [] })
    context.diagnostic(`10,000 permits moved in ${seconds.toFixed(1)} s`)
  },
)
