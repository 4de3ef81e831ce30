import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { RequirementsOfPermit, RequirementsSettings } from '@portal/contract'
import type { FeeAmount, RequirementRule, Role } from '@portal/contract'
import { AuthoritySources } from '@portal/contract/authority-feeds'
import { LibraryImportPlan, LibraryPacks } from '@portal/contract/library-file'
import { z } from 'zod'
import { apiClient, pidOf } from '#test-support/api-client.ts'
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

const guide = new URL('../../../../docs/operating/add-a-city.md', import.meta.url)
const Page = z.looseObject({
  authorities: z.array(z.object({ pid: z.string(), name: z.string() })).default([]),
  rts: z.array(z.object({ pid: z.string() })).default([]),
})
const list = async (apiPath: string, filter: object) =>
  Page.parse((await portal.crud(people.admin, { apiPath, method: 'GET', query: { filter } })).json())
const statusOf = async (path: string) => (await ask(people.team, 'GET', path))['status']
const step = (path: string, to: string) => ask(people.team, 'POST', `${path}/transitions`, { to })

/** $112.00 up to $100,000, and $10.00 for each further $1,000 or part of it. */
const byCost: FeeAmount = {
  fee: 'BUILDING_PERMIT_FEE',
  by: 'custom.projectCost',
  steps: [
    { above: 0, base: 11_200 },
    { above: 10_000_000, base: 11_200, per: 1_000, each: 100_000 },
  ],
}
const nothing = { required: [], optional: [], conditions: [], fees: [] }

/** What the steps hand on to the next ones. */
const made = { agency: '', client: '', permit: '', pack: '' }

/** Each step of the guide by its heading, with the calls that its screens make. */
const steps: Readonly<Record<string, () => Promise<void>>> = {
  async 'Import the library'() {
    const { packs } = LibraryPacks.parse(await ask(people.admin, 'GET', 'permit-library/packs'))
    const { key } = packs.find(({ name }) => name === 'Calgary building') ?? assert.fail('no pack of Calgary')
    const file = await ask(people.admin, 'GET', `permit-library/packs/${key}`)
    const call = async (name: string, body: object) =>
      LibraryImportPlan.parse(await ask(people.admin, 'POST', `permit-library/${name}`, body))
    const { seen, refused, entries } = await call('preview', { file })
    assert.deepEqual(refused, [])
    assert.equal(entries.filter(({ part }) => part === 'permitTypes').length, 5)
    assert.equal(entries.filter(({ part }) => part === 'fees').length, 3)
    await call('import', { file, seen })
  },
  async 'Complete the agency'() {
    const { authorities } = await list('authorities', { shortCode: 'CALGARY' })
    made.agency = authorities[0]?.pid ?? assert.fail('Calgary is not there')
    await ask(people.admin, 'PATCH', `authorities/${made.agency}`, {
      officeHours: 'Mon to Fri, 8:00 to 16:15',
    })
  },
  async 'Publish the requirements'() {
    const read = async () => RequirementsSettings.parse(await ask(people.admin, 'GET', 'requirements'))
    const { version: first, draft } = await read()
    const requirements = draft?.requirements ?? assert.fail('the file made no draft')
    const single = { authority: 'CALGARY', permitType: 'CALGARY_SINGLE' }
    const isSingle = (rule: RequirementRule) =>
      rule.authority === single.authority && rule.permitType === single.permitType
    await ask(people.admin, 'PATCH', 'requirements', {
      version: first,
      requirements: {
        ...requirements,
        rules: [
          ...requirements.rules.map((rule) =>
            isSingle(rule)
              ? {
                  ...rule,
                  amounts: [byCost],
                  departments: ['Zoning'],
                  expectedDays: 21,
                }
              : rule,
          ),
          { ...nothing, ...single, when: { 'custom.housingUnits': { min: 2 } }, required: ['ENERGY_REPORT'] },
        ],
      },
    })
    const { version } = await read()
    await ask(people.admin, 'POST', 'requirements/publish', { version, note: 'Calgary' })
  },
  async 'Switch on the feed'() {
    const { sources } = AuthoritySources.parse(await ask(people.admin, 'GET', 'authority-sources'))
    const feed = sources.find(({ authority }) => authority.pid === made.agency) ?? assert.fail('no feed')
    assert.equal(feed.state, 'off')
    await ask(people.admin, 'PATCH', `authority-sources/${feed.pid}`, {
      version: feed.version,
      isActive: true,
    })
  },
  async 'Add the client'() {
    made.client = await pidOf(ask(people.admin, 'POST', 'orgs', { legalName: 'Bow River Homes' }, 201))
  },
  async 'Add the permit'() {
    const permit = {
      title: 'House in Bowness',
      org: made.client,
      authority: made.agency,
      permitType: 'CALGARY_SINGLE',
      custom: {
        workClass: 'New',
        housingUnits: 2,
        projectCost: 45_000_050,
      },
    }
    made.permit = await pidOf(ask(people.team, 'POST', 'permits', permit, 201))
  },
  async 'Prepare it'() {
    for (const to of ['INTAKE_REVIEW', 'IN_PREPARATION']) await step(`permits/${made.permit}`, to)
    const { rts } = await list('rts', { permit: made.permit })
    made.pack = rts[0]?.pid ?? assert.fail('no package')
    const { checklist } = await ask(people.team, 'GET', `rts/${made.pack}`)
    const items = z.array(z.looseObject({ documentType: z.string(), required: z.boolean() })).parse(checklist)
    const required = items.flatMap((item) => (item.required ? [item.documentType] : []))
    assert.ok(required.includes('NEW_HOME_WARRANTY'))
    assert.ok(required.includes('ENERGY_REPORT'), 'two housing units need one')
    const asked = await ask(people.team, 'GET', `permits/${made.permit}/requirements`)
    const { amounts, departments, expectedDays } = RequirementsOfPermit.parse(asked)
    assert.deepEqual(
      [amounts?.map(({ amount }) => amount), departments, expectedDays],
      [[11_200 + 350 * 1_000 + 1_000], ['Zoning'], 21],
    )
    for (const documentType of required)
      await ask(people.team, 'PATCH', `rts/${made.pack}/checklist/${documentType}`, {
        state: 'VERIFIED',
        onPaper: true,
      })
  },
  async 'Request the fee'() {
    const { fees } = await ask(people.team, 'GET', `permits/${made.permit}/requirements`)
    assert.ok(z.array(z.string()).parse(fees).includes('SAFETY_CODES_FEE'))
    const fee = { permit: made.permit, kind: 'FEE', feeCode: 'SAFETY_CODES_FEE', amount: 18_000 }
    const pid = await pidOf(ask(people.team, 'POST', 'payments', fee, 201))
    await ask(people.team, 'POST', 'payments/record', { fee: pid, amount: 18_000, method: 'CARD' }, 201)
    assert.equal(await statusOf(`payments/${pid}`), 'PAID')
  },
  async 'Submit it'() {
    await step(`rts/${made.pack}`, 'READY')
    await step(`rts/${made.pack}`, 'SUBMITTED')
    assert.equal(await statusOf(`permits/${made.permit}`), 'SUBMITTED')
  },
}

test('a city is added by the steps of the guide, from nothing to its first submitted permit', async (t) => {
  const headings = [...readFileSync(guide, 'utf8').matchAll(/^## \d+\. (.+)$/gm)].map(([, name]) => name)
  assert.deepEqual(headings, Object.keys(steps))
  for (const [name, follow] of Object.entries(steps)) {
    const begun = performance.now()
    await follow()
    t.diagnostic(`${name}: ${Math.round(performance.now() - begun)} ms`)
  }
})
