import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { canBeMistyped, isNearWord } from './fuzzy-match.ts'

const words = [
  'plumbing',
  'plumber',
  'deck',
  'garage',
  'garages',
  'unit4b',
  'bldg12',
  'lot20261234',
  'maple',
  'staple',
]
/** Titles by organization. `quartz` belongs to the second one alone. */
const titles = [
  ['Plumbing at Maple', 'Deck of unit4b', 'Garage bldg12', 'Lot20261234 plumber'],
  ['Staple quartz garages', 'Deck bldg12', 'Unit4b maple', 'Lot20261234 deck'],
] as const

let portal: TestApp
let team: Person
let admin: Person
let orgs: string[] = []
let clients: Person[] = []
const made: { pid: string; org: string; text: string }[] = []

async function create(title: string, org: string): Promise<string> {
  const response = await portal.crud(team, {
    apiPath: 'permits',
    method: 'POST',
    body: { title, org, permitType: 'BUILDING', description: '' },
  })
  assert.equal(response.statusCode, 201, response.body)
  return response.json<{ pid: string }>().pid
}

before(async () => {
  portal = await startTestApp({ environment: { rateLimitPerMinute: 0 } })
  const everyRole = await portal.given.everyRole()
  team = everyRole.team
  admin = everyRole.admin
  orgs = [await portal.given.org({ name: 'Alpha' }), await portal.given.org({ name: 'Bravo' })]
  clients = await Promise.all(orgs.map((org) => portal.given.user({ role: 'client', org })))
  for (const [at, each] of titles.entries()) {
    for (const title of each) {
      const org = orgs[at] ?? assert.fail()
      made.push({ pid: await create(title, org), org, text: title.toLowerCase() })
    }
  }
})
after(() => portal.close())

const Found = z.object({
  permits: z.array(z.object({ pid: z.string() })),
  metadata: z.object({ count: z.number() }),
})

async function found(person: Person, searchToken: string): Promise<string[]> {
  const query = { searchToken, sort: 'createdAt' }
  const response = await portal.crud(person, { apiPath: 'permits/search', method: 'GET', query })
  assert.equal(response.statusCode, 200, response.body)
  const { permits, metadata } = Found.parse(response.json())
  assert.equal(metadata.count, permits.length)
  return permits.map(({ pid }) => pid).toSorted()
}

/** A search of these rows by reading every word: as typed, or if nothing matches, one typo away. */
function naive(rows: typeof made, typed: string): string[] {
  const exact = rows.filter(({ text }) => text.includes(typed))
  const near = rows.filter(({ text }) =>
    text.split(' ').some((word) => canBeMistyped(typed) && isNearWord(typed, word)),
  )
  return (exact.length > 0 ? exact : near).map(({ pid }) => pid).toSorted()
}

const typo = fc.record({
  word: fc.constantFrom(...words, 'quartz'),
  at: fc.nat(10),
  letter: fc.constantFrom('x', 'e', 'q'),
  kind: fc.constantFrom('wrong', 'missing', 'added', 'swapped'),
})

function mistyped({ word, at, letter, kind }: z.infer<typeof Typo>): string {
  const place = at % word.length
  const [head, own, tail] = [word.slice(0, place), word.slice(place, place + 1), word.slice(place + 1)]
  if (kind === 'wrong') return `${head}${letter}${tail}`
  if (kind === 'missing') return `${head}${tail}`
  return kind === 'added'
    ? `${head}${letter}${own}${tail}`
    : `${head}${tail.slice(0, 1)}${own}${tail.slice(1)}`
}
const Typo = z.object({ word: z.string(), at: z.number(), letter: z.string(), kind: z.string() })

test('a mistyped word finds what reading every word of the visible rows finds', async () => {
  await fc.assert(
    fc.asyncProperty(typo, fc.nat(2), async (given, viewer) => {
      const typed = mistyped(given)
      // Two letters of a short word are found at its end only.
      if (typed.length < 5) return
      const person = [team, ...clients][viewer] ?? team
      const rows = made.filter(({ org }) => person.org === null || person.org === org)
      assert.deepEqual(await found(person, typed), naive(rows, typed), `${typed} as ${person.role}`)
    }),
    { numRuns: 40, seed: 20_261_126 },
  )
})

test('a client learns of no word that only others use', async () => {
  const [alpha, bravo] = clients
  assert.deepEqual(await found(alpha ?? assert.fail(), 'quarts'), [])
  assert.equal((await found(bravo ?? assert.fail(), 'quarts')).length, 1)
})

test('a word is found with a typo as soon as a record has it, and while a single record has it', async () => {
  const [org = ''] = orgs
  const pid = await create('Sunroom', org)
  const change = (method: string, body?: object) =>
    portal.crud(team, { apiPath: `permits/${pid}`, method, ...(body && { body }) })
  assert.deepEqual(await found(team, 'sunrom'), [pid])
  assert.equal((await change('PATCH', { title: 'Orangery' })).statusCode, 200)
  assert.deepEqual(await found(team, 'sunrom'), [])
  assert.deepEqual(await found(team, 'oranggery'), [pid])
  const bulk = { pids: [pid], patch: { siteAddress: '7 Windmill Lane' } }
  const response = await portal.crud(team, { apiPath: 'permits', method: 'PATCH', body: bulk })
  assert.equal(response.statusCode, 200, response.body)
  assert.deepEqual(await found(team, 'windmil7'), [])
  assert.deepEqual(await found(team, 'widnmill'), [pid])
  const renamed = await portal.crud(admin, {
    apiPath: `orgs/${org}`,
    method: 'PATCH',
    body: { legalName: 'Cantilever' },
  })
  assert.equal(renamed.statusCode, 200, renamed.body)
  assert.ok((await found(team, 'cantelever')).includes(pid))
})
