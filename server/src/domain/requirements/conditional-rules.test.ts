import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  AvailableTransitions,
  BulkUpdated,
  ExpectedDates,
  PermitLibraryView,
  RequirementsOfPermit,
  ruleKey,
  seedRequirements,
} from '@portal/contract'
import { AffectedPermitsPage, RequirementsTrial } from '@portal/contract/requirements-move'
import type { RequirementRule, Requirements, Role } from '@portal/contract'
import { z } from 'zod'
import { apiClient } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { requirementsClient } from './test-support/requirements-client.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  portal.clock.set('2026-11-20T12:00:00.000Z')
  people = await portal.given.everyRole()
  const { version, ...library } = PermitLibraryView.parse(await ask(people.admin, 'GET', 'permit-library'))
  const lit = { name: 'lit', label: 'Lit', type: 'boolean', masked: false, permitTypes: ['SIGN'] }
  const wording = { ...lit, name: 'wording', label: 'Wording', type: 'text' }
  await ask(people.admin, 'PATCH', 'permit-library', { version, ...library, attributes: [lit, wording] })
})
after(() => portal.close())
const ask = apiClient(() => portal)
const { draft, packageFor, permit, publish, settings } = requirementsClient(
  () => portal,
  () => people,
)

const change = (pid: string, values: object, status = 200) =>
  ask(people.team, 'PATCH', `permits/${pid}`, values, status)
const rule = (values: Partial<RequirementRule>): RequirementRule => ({
  authority: null,
  permitType: 'SIGN',
  required: [],
  optional: [],
  conditions: [],
  fees: [],
  ...values,
})
/** The requirements of a new portal with these rules, in place of those for the same permits. */
const withRules = (...rules: RequirementRule[]): Requirements => ({
  ...seedRequirements,
  rules: [
    ...seedRequirements.rules.filter((known) => rules.every((each) => ruleKey(each) !== ruleKey(known))),
    ...rules,
  ],
})
const large = rule({ when: { valuation: { min: 5_000_000 } }, required: ['STRUCTURAL_PLAN'] })
const lit = rule({ when: { 'custom.lit': [true] }, required: ['ENERGY_REPORT'] })

const Package = z.looseObject({
  status: z.string(),
  version: z.number(),
  missingCount: z.number(),
  checklist: z.array(z.looseObject({ documentType: z.string(), required: z.boolean(), state: z.string() })),
})
const packageOf = async (pid: string) => Package.parse(await ask(people.team, 'GET', `rts/${pid}`))
const needed = async (pid: string) =>
  (await packageOf(pid)).checklist.flatMap(({ documentType, required }) => (required ? [documentType] : []))

test('a new package asks for the documents of the rules whose condition its permit meets', async () => {
  await publish(withRules(large, lit))
  const of = async (values: object) => needed(await packageFor(await permit(values)))
  assert.deepEqual(await of({}), ['APPLICATION_FORM'])
  assert.deepEqual(await of({ valuation: 4_999_999 }), ['APPLICATION_FORM'])
  assert.deepEqual(await of({ valuation: 5_000_000 }), ['APPLICATION_FORM', 'STRUCTURAL_PLAN'])
  assert.deepEqual(await of({ custom: { lit: true } }), ['APPLICATION_FORM', 'ENERGY_REPORT'])
  assert.deepEqual(await of({ valuation: 9e9, custom: { lit: false } }), [
    'APPLICATION_FORM',
    'STRUCTURAL_PLAN',
  ])
})

test('a package follows the values of its permit, whoever writes them, and forgets no work', async () => {
  await publish(withRules(large, lit))
  const pid = await permit()
  const pack = await packageFor(pid)
  const begun = await packageOf(pack)
  await change(pid, { valuation: 6_000_000 })
  assert.deepEqual(await needed(pack), ['APPLICATION_FORM', 'STRUCTURAL_PLAN'])
  assert.equal((await packageOf(pack)).missingCount, 2)
  await ask(people.team, 'PATCH', `rts/${pack}/checklist/STRUCTURAL_PLAN`, {
    state: 'VERIFIED',
    onPaper: true,
  })
  const { version } = await packageOf(pack)
  await change(pid, { valuation: 7_000_000 })
  assert.equal((await packageOf(pack)).version, version, 'another value above the limit changes nothing')
  await change(pid, { valuation: null, custom: { lit: true } })
  assert.deepEqual(await needed(pack), ['APPLICATION_FORM', 'ENERGY_REPORT'])
  const kept = (await packageOf(pack)).checklist.find(
    ({ documentType }) => documentType === 'STRUCTURAL_PLAN',
  )
  assert.deepEqual([kept?.required, kept?.state], [false, 'VERIFIED'])
  await change(pid, { custom: { lit: false } })
  await ask(people.team, 'PATCH', `rts/${pack}/checklist/STRUCTURAL_PLAN`, { state: 'MISSING' })
  assert.deepEqual(await needed(pack), ['APPLICATION_FORM'])
  assert.equal(begun.status, (await packageOf(pack)).status)
})

test('a permit keeps the conditions of the version it began with', async () => {
  await publish(seedRequirements)
  const before = await permit()
  const pack = await packageFor(before)
  await publish(withRules(large))
  await change(before, { valuation: 6_000_000 })
  assert.deepEqual(await needed(pack), ['APPLICATION_FORM'])
  const later = await permit()
  const other = await packageFor(later)
  await change(later, { valuation: 6_000_000 })
  assert.deepEqual(await needed(other), ['APPLICATION_FORM', 'STRUCTURAL_PLAN'])
})

test('a change of many permits changes their packages, and its undo restores them', async () => {
  await publish(withRules(large))
  const pids = [await permit(), await permit({ valuation: 8_000_000 })]
  const packs = [await packageFor(pids[0] ?? ''), await packageFor(pids[1] ?? '')]
  const documents = async () => Promise.all(packs.map(needed))
  const begun = await documents()
  const body = { pids, patch: { valuation: 5_500_000 } }
  const { job } = BulkUpdated.parse(await ask(people.admin, 'PATCH', 'permits', body))
  const both = ['APPLICATION_FORM', 'STRUCTURAL_PLAN']
  assert.deepEqual(await documents(), [both, both])
  const response = await portal.send({ method: 'POST', url: `/api/jobs/${job?.id}/undo` }, people.admin)
  assert.ok([200, 202].includes(response.statusCode), response.body)
  assert.deepEqual(await documents(), begun)
})

const transitions = async (pack: string, to: string) => {
  const path = `rts/${pack}/transitions`
  const { transitions: all } = AvailableTransitions.parse(await ask(people.team, 'GET', path))
  return all.find((each) => each.to === to) ?? assert.fail(`no way to ${to}`)
}

/** A package that is ready to submit, with its permit. */
async function readyPackage(values: object = {}) {
  const pid = await permit(values)
  for (const to of ['INTAKE_REVIEW', 'IN_PREPARATION'])
    await ask(people.team, 'POST', `permits/${pid}/transitions`, { to })
  const page = await portal.crud(people.team, {
    apiPath: 'rts',
    method: 'GET',
    query: { filter: { permit: pid } },
  })
  const [found] = z.looseObject({ rts: z.array(z.object({ pid: z.string() })) }).parse(page.json()).rts
  const pack = found?.pid ?? assert.fail('no package')
  for (const document of await needed(pack))
    await ask(people.team, 'PATCH', `rts/${pack}/checklist/${document}`, { state: 'VERIFIED', onPaper: true })
  await ask(people.team, 'POST', `rts/${pack}/transitions`, { to: 'READY' })
  return { pid, pack }
}

test('a package that is ready does not change; it is not submitted before it is reopened and complete', async () => {
  await publish(withRules(large, lit))
  const { pid, pack } = await readyPackage()
  const before = await packageOf(pack)
  await change(pid, { valuation: 6_000_000 })
  assert.deepEqual((await packageOf(pack)).checklist, before.checklist)
  const blocked = await transitions(pack, 'SUBMITTED')
  const sentence = 'The permit changed and now also needs: Structural plan. Reopen the package to add them.'
  assert.deepEqual(blocked.whyNot, [sentence])
  assert.deepEqual(blocked.blockers, [
    { code: 'documents-asked-since', params: { documents: 'STRUCTURAL_PLAN' }, tab: 'Documents' },
  ])
  await ask(people.team, 'POST', `rts/${pack}/transitions`, { to: 'SUBMITTED' }, 409)
  await ask(people.team, 'POST', `permits/${pid}/transitions`, { to: 'SUBMITTED' }, 409)
  await change(pid, { valuation: null })
  assert.equal((await transitions(pack, 'SUBMITTED')).allowed, true, 'the permit needs no more than before')
  await change(pid, { valuation: 6_000_000 })
  await change(pid, { custom: { lit: true } })
  assert.match((await transitions(pack, 'SUBMITTED')).whyNot.join(), /Structural plan, Energy report/)
  await ask(people.team, 'POST', `rts/${pack}/transitions`, { to: 'COLLECTING' })
  assert.deepEqual((await needed(pack)).toSorted(), ['APPLICATION_FORM', 'ENERGY_REPORT', 'STRUCTURAL_PLAN'])
  const undone = await ask(people.team, 'POST', `rts/${pack}/transitions/undo`, {})
  assert.ok(undone)
  assert.deepEqual((await packageOf(pack)).checklist, before.checklist)
  assert.equal(
    (await transitions(pack, 'SUBMITTED')).allowed,
    false,
    'the undo restores what is still to come',
  )
  await ask(people.team, 'POST', `rts/${pack}/transitions`, { to: 'COLLECTING' })
  for (const document of ['ENERGY_REPORT', 'STRUCTURAL_PLAN'])
    await ask(people.team, 'PATCH', `rts/${pack}/checklist/${document}`, { state: 'VERIFIED', onPaper: true })
  await ask(people.team, 'POST', `rts/${pack}/transitions`, { to: 'READY' })
  await ask(people.team, 'POST', `rts/${pack}/transitions`, { to: 'SUBMITTED' })
  assert.equal((await packageOf(pack)).status, 'SUBMITTED')
})

test('clients see nothing of what a ready package still lacks but its blocker is theirs to read', async () => {
  await publish(withRules(large))
  const { pid, pack } = await readyPackage()
  await change(pid, { valuation: 6_000_000 })
  assert.ok(!('askedSince' in (await ask(people.client, 'GET', `rts/${pack}`))))
})

const fees = ['PERMIT_FEE', 'PLAN_REVIEW']
const priced = rule({
  fees,
  amounts: [
    {
      fee: 'PERMIT_FEE',
      by: 'valuation',
      steps: [
        { above: 0, base: 5_000 },
        { above: 1_000_000, base: 5_000, per: 560, each: 100_000 },
      ],
      most: 9_000,
    },
    { fee: 'PLAN_REVIEW', by: null, steps: [{ above: 0, base: 7_500 }] },
  ],
  departments: ['Zoning', 'Fire'],
  expectedDays: 3,
})
const of = async (pid: string) =>
  RequirementsOfPermit.parse(await ask(people.team, 'GET', `permits/${pid}/requirements`))

test('a permit is quoted its fees, beside what it was charged, with departments and days', async () => {
  await publish(withRules(priced, rule({ when: { priority: ['URGENT'] }, expectedDays: 1 })))
  const pid = await permit()
  const first = await of(pid)
  assert.deepEqual(first.amounts, [
    { fee: 'PERMIT_FEE', amount: null, by: 'valuation', charged: 0 },
    { fee: 'PLAN_REVIEW', amount: 7_500, by: null, charged: 0 },
  ])
  assert.deepEqual([first.departments, first.expectedDays], [['Zoning', 'Fire'], 3])
  await change(pid, { valuation: 1_100_001, priority: 'URGENT' })
  const fee = { permit: pid, kind: 'FEE', feeCode: 'PLAN_REVIEW', amount: 7_000, description: 'Review' }
  await ask(people.admin, 'POST', 'payments', fee, 201)
  const later = await of(pid)
  assert.equal(later.expectedDays, 1)
  assert.deepEqual(
    later.amounts?.map(({ fee: code, amount, charged }) => [code, amount, charged]),
    [
      ['PERMIT_FEE', 6_120, 0],
      ['PLAN_REVIEW', 7_500, 7_000],
    ],
  )
})

test('the agency’s own days count its working days, and end with its decision', async () => {
  await publish(withRules(priced))
  const pid = await permit({ authority: 'AUSTIN_DSD' })
  const stated = async (person: Person, at = pid) =>
    ExpectedDates.parse(await ask(person, 'GET', `permits/${at}/expected-dates`)).stated
  assert.deepEqual(await stated(people.client), { days: 3, date: null })
  // A Wednesday; Thanksgiving and the weekend follow.
  await portal.deps.database.query(
    `update permits set submitted_date = '2026-11-25', status = 'SUBMITTED' where pid = $1`,
    [pid],
    z.unknown(),
  )
  assert.deepEqual(await stated(people.client), { days: 3, date: '2026-12-01' })
  assert.deepEqual(await stated(people.team), { days: 3, date: '2026-12-01' })
  await portal.deps.database.query(
    `update permits set approved_date = '2026-11-27' where pid = $1`,
    [pid],
    z.unknown(),
  )
  assert.equal(await stated(people.client), undefined)
  await publish(seedRequirements)
  assert.equal(await stated(people.team, await permit()), undefined)
})

test('what a draft changes is counted by the conditions that permits meet', async () => {
  const number = await publish(seedRequirements)
  const client = await portal.given.org()
  const own = (values: object) => permit({ org: client, permitType: 'ROOFING', ...values })
  const pids = [await own({ valuation: 6_000_000 }), await own({ valuation: 5_000_000 })]
  const small = [await own({ valuation: 4_999_999 }), await own({})]
  const roofs = { ...large, permitType: 'ROOFING' }
  await draft(withRules(roofs, rule({ when: { priority: ['LOW'] }, required: ['PHOTO'] })))
  const page = async () => {
    const response = await portal.crud(people.admin, {
      apiPath: 'requirements/permits',
      method: 'GET',
      query: { to: 'draft', permitType: 'ROOFING', pageSize: 200 },
    })
    return AffectedPermitsPage.parse(response.json())
  }
  const shown = await page()
  const ours = shown.permits.map(({ pid }) => pid)
  assert.ok(pids.every((pid) => ours.includes(pid)) && small.every((pid) => !ours.includes(pid)))
  assert.equal(shown.metadata.count, shown.permits.length)
  const { draft: view } = await settings()
  const affected = view?.affected.filter(({ permitType }) => permitType === 'ROOFING') ?? []
  assert.equal(
    affected.reduce((sum, { count }) => sum + count, 0),
    shown.metadata.count,
  )
  assert.ok(affected.every(({ more }) => more.join() === 'STRUCTURAL_PLAN'))
  assert.deepEqual(new Set(shown.permits.map((each) => each.number)).has(number), true)
  const trial = await portal.crud(people.admin, {
    apiPath: 'requirements/trial',
    method: 'GET',
    query: { permit: small[0] ?? '' },
  })
  const tried = RequirementsTrial.parse(trial.json())
  assert.ok(!tried.checklist.some(({ documentType }) => documentType === 'STRUCTURAL_PLAN'))
  await draft(null)
})

test('wrong parts of a rule are refused with their place', async () => {
  const refused = async (values: object) => {
    const body = {
      ...seedRequirements,
      rules: [...seedRequirements.rules.slice(0, 1), { ...rule({}), ...values }],
    }
    const { errors } = await draft(body, 400)
    return z
      .array(z.object({ path: z.string(), detail: z.string() }))
      .parse(errors)
      .map(({ path }) => path.replace('body.requirements.rules.1.', ''))
  }
  const amount = { fee: 'PERMIT_FEE', by: 'valuation', steps: [{ above: 0, base: 1 }] }
  assert.deepEqual(await refused({ when: { balance: { min: 1 } } }), ['when.balance'])
  assert.deepEqual(await refused({ when: { 'custom.wording': ['x'] } }), ['when.custom.wording'])
  assert.deepEqual(await refused({ when: { 'custom.lit': ['yes'] } }), ['when.custom.lit'])
  assert.deepEqual(await refused({ when: { priority: { min: 1 } } }), ['when.priority'])
  assert.deepEqual(await refused({ when: { valuation: {} } }), ['when.valuation'])
  assert.deepEqual(await refused({ when: 'all' }), ['when'])
  assert.deepEqual(await refused({ fees, amounts: [{ ...amount, by: 'title' }] }), ['amounts.0.by'])
  assert.deepEqual(await refused({ amounts: [amount] }), ['amounts.0.fee'])
  assert.deepEqual(await refused({ fees, amounts: [{ ...amount, steps: [{ above: 5, base: 1 }] }] }), [
    'amounts.0.steps',
  ])
  assert.deepEqual(await refused({ departments: ['Fire', 'fire'] }), ['departments.1'])
  assert.deepEqual(await refused({ expectedDays: 0 }), ['expectedDays'])
  assert.deepEqual(await refused({ expectedDays: 1.5 }), ['expectedDays'])
})
