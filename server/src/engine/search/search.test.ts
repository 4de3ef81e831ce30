import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@portal/contract'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

/** Permits as published by a city. */
const permits = [
  {
    number: '2013-125399 EP',
    title: 'Electrical remodel, 3801 Speedway Bldg B',
    address: '3801 SPEEDWAY BLDG B',
    client: 'Lonestar Plumbing',
  },
  {
    number: '2014-042624 EP',
    title: 'Electrical repair, 710 W St Johns Ave',
    address: '710 W ST JOHNS AVE',
    client: 'Canyon Electric',
  },
  {
    number: '2014-071189 MP',
    title: 'New mechanical work, 301 W Stassney Ln',
    address: '301 W STASSNEY LN UNIT 6',
    client: 'Air Craft Inc. Air Conditioning',
  },
  {
    number: '2014-082984 MP',
    title: 'Mechanical change out, 1807 Hether St',
    address: '1807 HETHER ST',
    client: 'Strand Brothers',
  },
  {
    number: '2014-106697 EP',
    title: 'New single-family residence, 2007 Garden St',
    address: '2007 GARDEN ST',
    client: 'Canyon Electric',
  },
  {
    number: '2014-106698 EP',
    title: 'New secondary apartment, 2007 Garden St',
    address: '2007 GARDEN ST',
    client: 'Canyon Electric',
  },
  {
    number: '2015-012345 BP',
    title: 'Re-roof, 12 Old Harbour Road',
    address: '12 OLD HARBOUR RD',
    client: 'Strand Brothers',
  },
] as const

/** The typed text, and the numbers of the permits to find, best match first. */
const searches: readonly [typed: string, ...numbers: string[]][] = [
  ['2014-042624 EP', '2014-042624 EP'],
  ['2014-042624', '2014-042624 EP'],
  ['2014042624', '2014-042624 EP'],
  ['2014042624 ep', '2014-042624 EP'],
  ['2014–042624', '2014-042624 EP'],
  ['2014\u2011042624', '2014-042624 EP'],
  ['042624', '2014-042624 EP'],
  ['2014 042624', '2014-042624 EP'],
  ['-2014-042624-', '2014-042624 EP'],
  ['2014-10669', '2014-106698 EP', '2014-106697 EP'],
  ['2014-042625'],
  ['2014-0426244'],
  ['stassney', '2014-071189 MP'],
  ['STASSNEY LN', '2014-071189 MP'],
  ['Stasney', '2014-071189 MP'],
  ['Stassnay', '2014-071189 MP'],
  ['tSassney', '2014-071189 MP'],
  ['301 w stassny', '2014-071189 MP'],
  ['spedway 3801', '2013-125399 EP'],
  ['Hehter', '2014-082984 MP'],
  ['strand brohters hether', '2014-082984 MP'],
  ['Canyon Electirc', '2014-106698 EP', '2014-106697 EP', '2014-042624 EP'],
  ['single family', '2014-106697 EP'],
  ['single-family', '2014-106697 EP'],
  ['singlefamily', '2014-106697 EP'],
  ['Single-Famly', '2014-106697 EP'],
  ['reroof', '2015-012345 BP'],
  ['re-roof', '2015-012345 BP'],
  ['re roof', '2015-012345 BP'],
  ['old-harbour', '2015-012345 BP'],
  ['OLD–HARBOUR road', '2015-012345 BP'],
  ['sxxxdway'],
  ['%'],
  ['_014-042624'],
]

let portal: TestApp
let people: Record<Role, Person>
const refNos = new Map<string, string>()
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  const orgs = new Map<string, string>()
  for (const { number, title, address, client } of permits) {
    const org = orgs.get(client) ?? (await portal.given.org({ name: client }))
    orgs.set(client, org)
    const body = { title, org, permitType: 'BUILDING', authorityNumber: number, siteAddress: address }
    const made = await portal.crud(people.team, { apiPath: 'permits', method: 'POST', body })
    assert.equal(made.statusCode, 201, made.body)
    const { pid } = made.json<{ pid: string }>()
    refNos.set(
      number,
      (await portal.crud(people.team, { apiPath: `permits/${pid}`, method: 'GET' })).json<{ refNo: string }>()
        .refNo,
    )
    portal.clock.pass(1_000)
  }
})
after(() => portal.close())

const Found = z.object({
  permits: z.array(z.object({ authorityNumber: z.string() })),
  metadata: z.object({ count: z.number() }),
})

async function found(searchToken: string): Promise<string[]> {
  const response = await portal.crud(people.team, {
    apiPath: 'permits/search',
    method: 'GET',
    query: { searchToken },
  })
  assert.equal(response.statusCode, 200, response.body)
  const { permits: list, metadata } = Found.parse(response.json())
  assert.equal(metadata.count, list.length)
  return list.map(({ authorityNumber }) => authorityNumber)
}

for (const [typed, ...numbers] of searches) {
  test(`“${typed}” finds ${numbers.length === 0 ? 'nothing' : numbers.join(', ')} (contract.md 2: hyphens, case and one typo)`, async () => {
    assert.deepEqual(await found(typed), numbers)
    const groups = await portal.crud(people.team, {
      apiPath: 'permits/groups',
      method: 'GET',
      query: { groupBy: 'authorityNumber', searchToken: typed },
    })
    assert.equal(groups.json<{ groups: unknown[] }>().groups.length, numbers.length, 'groups search alike')
    const exported = await portal.send(
      {
        method: 'GET',
        url: '/api/export/permits',
        query: { format: 'csv', fields: 'authorityNumber', searchToken: typed },
      },
      people.team,
    )
    const rows = z.array(z.array(z.string())).parse(parse(exported.body)).slice(1).flat()
    assert.deepEqual(new Set(rows), new Set(numbers), 'an export searches alike')
  })
}

test('a permit number finds its permit with, without and with other hyphens, in any case, and no similar number', async () => {
  for (const [number, refNo] of refNos) {
    const ways = [
      refNo,
      refNo.replaceAll('-', ''),
      refNo.toLowerCase(),
      refNo.replaceAll('-', ' '),
      refNo.replaceAll('-', '–'),
      refNo.slice(3),
    ]
    for (const way of ways) assert.deepEqual(await found(way), [number], way)
  }
})

test('a search for words takes no connection of pages, also one for a reference', async () => {
  const { database } = portal.deps
  const { query } = database
  const onPages: string[] = []
  const noting = (...given: Parameters<typeof query>) => {
    onPages.push(given[0])
    return query(...given)
  }
  Object.assign(database, { query: noting })
  try {
    for (const apiPath of ['permits/search', 'processed/search', 'search', 'permits/lookup', 'orgs/lookup']) {
      for (const searchToken of ['electrical', 'electrcal']) {
        const response = await portal.crud(people.team, { apiPath, method: 'GET', query: { searchToken } })
        assert.equal(response.statusCode, 200, response.body)
      }
    }
  } finally {
    Object.assign(database, { query })
  }
  assert.ok(onPages.length > 0, 'the session is read there')
  assert.deepEqual(
    onPages.filter((text) => text.includes('_text')),
    [],
  )
})
