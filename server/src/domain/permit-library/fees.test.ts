import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Codes, PermitLibraryView, RequirementsSettings, feeCodes, seedLibrary } from '@portal/contract'
import type { LibraryFee, Role } from '@portal/contract'
import { z } from 'zod'
import { apiClient, pidOf } from '#test-support/api-client.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

/** Fees as a part of the permit library. Source: decision 0177. */

let portal: TestApp
let people: Record<Role, Person>
let org: string
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole(await portal.given.org({ name: 'Acme' }))
  org = people.client.org ?? assert.fail('a client has an organization')
})
after(() => portal.close())
const ask = apiClient(() => portal)

const library = async () => PermitLibraryView.parse(await ask(people.client, 'GET', 'permit-library'))
const change = async (work: (fees: LibraryFee[]) => LibraryFee[], expected = 200) => {
  const known = await library()
  return ask(people.admin, 'PATCH', 'permit-library', { ...known, fees: work(known.fees) }, expected)
}
const inspection: LibraryFee = {
  code: 'INSPECTION_FEE',
  label: 'Inspection fee',
  labelEs: 'Cargo de inspección',
  retired: false,
}
/** The fees of the office with that of these tests, and what `of` changes in it. */
const added =
  (of: Partial<LibraryFee> = {}) =>
  (fees: LibraryFee[]): LibraryFee[] => [
    ...fees.filter(({ code }) => code !== inspection.code),
    { ...inspection, ...of },
  ]

const newPermit = () =>
  pidOf(ask(people.team, 'POST', 'permits', { title: 'House', org, permitType: 'BUILDING' }, 201))
const feeOf = (permit: string, given: object = {}) => ({
  permit,
  kind: 'FEE',
  feeCode: 'INSPECTION_FEE',
  amount: 12_500,
  ...given,
})
const newFee = async (given: object = {}) =>
  pidOf(ask(people.team, 'POST', 'payments', feeOf(await newPermit(), given), 201))
const query = async (apiPath: string, given: object) => {
  const response = await portal.crud(people.team, { apiPath, method: 'GET', query: { ...given } })
  assert.equal(response.statusCode, 200, response.body)
  return response.json<Record<string, unknown>>()
}
const countOf = async (filter: object) => {
  const { metadata } = await query('payments', { filter })
  return z.object({ count: z.int() }).parse(metadata).count
}
const Details = z.array(z.object({ path: z.string(), detail: z.string() }))
const problemsOf = ({ errors }: Record<string, unknown>) =>
  Details.parse(errors).map(({ path, detail }) => [path, detail])

test('a portal begins with the fees of the release', async () => {
  const { fees } = await library()
  assert.deepEqual(fees, seedLibrary.fees)
  assert.deepEqual(
    fees.map(({ code, label }) => ({ code, label })),
    feeCodes,
  )
  const refused = await ask(people.team, 'POST', 'payments', feeOf(await newPermit()), 400)
  assert.deepEqual(
    problemsOf(refused).map(([path]) => path),
    ['body.feeCode'],
  )
})

test('a fee that an administrator adds is requested, filtered, grouped, counted and listed at once', async () => {
  await change(added())
  const [pid] = [await newFee(), await newFee(), await newFee({ feeCode: 'PERMIT_FEE' })]
  assert.equal((await ask(people.client, 'GET', `payments/${pid}`))['feeCode'], 'INSPECTION_FEE')
  assert.equal(await countOf({ feeCode: ['INSPECTION_FEE'] }), 2)
  const { groups } = await query('payments/groups', { groupBy: 'feeCode' })
  const counted = z
    .array(z.looseObject({ key: z.record(z.string(), z.unknown()), count: z.int() }))
    .parse(groups)
    .map(({ key, count }) => [String(key['feeCode']), count] as const)
  assert.deepEqual(
    new Map(counted),
    new Map([
      ['INSPECTION_FEE', 2],
      ['PERMIT_FEE', 1],
    ]),
  )
  const { values } = await query('payments/fields/feeCode', {})
  assert.ok(JSON.stringify(values).includes('{"value":"INSPECTION_FEE","count":2}'), JSON.stringify(values))
  const { codes } = Codes.parse(await ask(people.client, 'GET', 'codes/feeCode'))
  assert.deepEqual(codes.at(-1), {
    code: 'INSPECTION_FEE',
    display: 'Inspection fee',
    active: true,
    sort: seedLibrary.fees.length + 1,
  })
})

test('alert, receipt and statement name an added fee in the language of the reader', async () => {
  await change(added())
  const payload = { language: 'es' }
  await portal.send({ method: 'PATCH', url: '/api/auth/me', payload }, people.client)
  const pid = await newFee()
  const { alerts } = (
    await portal.crud(people.client, {
      apiPath: 'alerts',
      method: 'GET',
      query: { filter: { relatedPid: pid } },
    })
  ).json<{ alerts: { message: string }[] }>()
  assert.match(alerts[0]?.message ?? '', /^Cargo de inspección, /)
  const day = portal.clock.now().toISOString().slice(0, 10)
  const statement = async (language: string) => {
    const url = `/api/orgs/${org}/statement?from=2000-01-01&to=${day}&format=csv`
    return (await portal.send({ method: 'GET', url, headers: { 'accept-language': language } }, people.admin))
      .body
  }
  assert.match(await statement('en'), /,Inspection fee,/)
  assert.match(await statement('es'), /,Cargo de inspección,/)
})

test('a retired fee stays on its payments, is paid and refunded, and cannot be requested again', async () => {
  await change(added())
  const pid = await newFee()
  await change(added({ retired: true, label: 'Inspection fee until 2026' }))
  const changed = await ask(people.team, 'PATCH', `payments/${pid}`, { description: 'First visit' })
  assert.deepEqual([changed['feeCode'], changed['description']], ['INSPECTION_FEE', 'First visit'])
  assert.equal(await countOf({ feeCode: 'INSPECTION_FEE', description: 'First visit' }), 1)
  assert.deepEqual(problemsOf(await ask(people.team, 'POST', 'payments', feeOf(await newPermit()), 400)), [
    ['body.feeCode', 'body.feeCode is retired and cannot be chosen any more'],
  ])
  const other = await newFee({ feeCode: 'PERMIT_FEE' })
  await ask(people.team, 'PATCH', `payments/${other}`, { feeCode: 'INSPECTION_FEE' }, 400)
  const received = await pidOf(
    ask(people.team, 'POST', 'payments/record', { fee: pid, amount: 12_500, method: 'CHEQUE' }, 201),
  )
  assert.equal((await ask(people.team, 'GET', `payments/${received}`))['feeCode'], 'INSPECTION_FEE')
  const paid = await newFee({ feeCode: 'PLAN_REVIEW' })
  await ask(people.team, 'POST', `payments/${paid}/transitions`, { to: 'PAID' })
  await change((fees) => fees.map((fee) => ({ ...fee, retired: fee.code !== 'PERMIT_FEE' })))
  await ask(people.admin, 'POST', `payments/${paid}/refunds`, { amount: 500, reason: 'Too much' }, 201)
  // What a client pays ahead is no fee; the service fee that it is recorded as is retired.
  const ahead = await pidOf(
    ask(people.team, 'POST', 'payments/record', { org, amount: 100, method: 'CASH' }, 201),
  )
  assert.equal((await ask(people.team, 'GET', `payments/${ahead}`))['feeCode'], 'PERMIT_FEE')
  const { codes } = Codes.parse(await ask(people.team, 'GET', 'codes/feeCode'))
  assert.equal(codes.find(({ code }) => code === 'INSPECTION_FEE')?.active, false)
  await change((fees) => fees.map((fee) => ({ ...fee, retired: false })))
})

test('rules name fees of the library only, and a permit is offered an added one', async () => {
  await change(added())
  const { version, requirements } = RequirementsSettings.parse(await ask(people.admin, 'GET', 'requirements'))
  const [first] = requirements.rules
  assert.ok(first)
  const draft = (fees: string[], expected = 200) => {
    const rule = { ...first, permitType: 'DEMOLITION', fees }
    const rules = [...requirements.rules.filter(({ permitType }) => permitType !== 'DEMOLITION'), rule]
    return ask(
      people.admin,
      'PATCH',
      'requirements',
      { version, requirements: { ...requirements, rules } },
      expected,
    )
  }
  const refused = await draft(['INSPECTION_FEE', 'NO_SUCH_FEE'], 400)
  assert.deepEqual(
    problemsOf(refused).map(([, detail]) => detail),
    ['There is no fee with the code NO_SUCH_FEE.'],
  )
  const drafted = RequirementsSettings.parse(await draft(['INSPECTION_FEE']))
  await ask(people.admin, 'POST', 'requirements/publish', { version: drafted.version })
  const pid = await pidOf(
    ask(people.team, 'POST', 'permits', { title: 'Barn', org, permitType: 'DEMOLITION' }, 201),
  )
  const { fees } = await ask(people.team, 'GET', `permits/${pid}/requirements`)
  assert.ok(z.array(z.string()).parse(fees).includes('INSPECTION_FEE'))
})

test('fees that cannot be used are refused with every reason', async () => {
  await change(added())
  const wrong = (fees: LibraryFee[]): LibraryFee[] =>
    [
      ...fees.filter(({ code }) => code !== 'PENALTY'),
      { ...inspection, label: 'Second' },
      { ...inspection, code: 'OTHER_FEE', label: ' permit FEE' },
    ].map((fee) => ({ ...fee, retired: true }))
  assert.deepEqual(
    problemsOf(await change(wrong, 400)).map(([, detail]) => detail),
    [
      'Two fees have the code INSPECTION_FEE.',
      'Two fees have the name permit FEE.',
      'PENALTY cannot be removed. Retire it instead.',
      'Keep at least one fee that is not retired.',
    ],
  )
  await change((fees) => [...fees, { ...inspection, code: 'no code' }], 400)
})

test('a page of before fees were a part sends none: those of the office stay, and the audit has no change', async () => {
  await change(added({ label: 'Inspection' }))
  const { fees, ...known } = await library()
  await ask(people.admin, 'PATCH', 'permit-library', known)
  assert.deepEqual((await library()).fees, fees)
  const [row] = await portal.deps.database.query(
    `select detail from audit where kind = 'configuration-changed' order by id desc limit 2`,
    [],
    z.object({ detail: z.object({ changes: z.array(z.object({ field: z.string() })) }) }),
  )
  assert.deepEqual(row?.detail.changes, [])
})

test('a library that was saved before fees were a part of it has those of the release', async () => {
  await portal.deps.database.query(
    `update permit_library set library = library - 'fees', version = version + 1 where id = 1 and library is not null`,
    [],
    z.object({}),
  )
  assert.deepEqual((await library()).fees, seedLibrary.fees)
})

test('a server that does not know the fee of a payment, such as one of the last release, shows its code', async () => {
  const pid = await newFee({ feeCode: 'PERMIT_FEE' })
  await portal.deps.database.query(
    `update payments set fee_code = 'UNHEARD_OF' where pid = $1`,
    [pid],
    z.object({}),
  )
  const { payments } = await query('payments', { filter: { pid } })
  assert.match(JSON.stringify(payments), /"feeCode":"UNHEARD_OF"/)
  await query('payments/groups', { groupBy: 'feeCode' })
  await ask(people.team, 'PATCH', `payments/${pid}`, { description: 'Read by both' })
  await ask(people.team, 'POST', 'payments/record', { fee: pid, amount: 12_500, method: 'CASH' }, 201)
  const receipt = await portal.send({ method: 'GET', url: `/api/payments/${pid}/receipt` }, people.team)
  assert.equal(receipt.statusCode, 200)
})
