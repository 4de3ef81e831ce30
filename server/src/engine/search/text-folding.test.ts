import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@portal/contract'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp({ environment: { rateLimitPerMinute: 0 } })
  people = await portal.given.everyRole()
})
after(() => portal.close())

const Tasks = z.object({ tasks: z.array(z.looseObject({ title: z.string() })) })
const Values = z.object({ values: z.array(z.looseObject({ value: z.unknown(), count: z.number() })) })
const Grouped = z.object({ groups: z.array(z.object({ key: z.record(z.string(), z.unknown()) })) })

async function made(apiPath: string, body: object): Promise<string> {
  const response = await portal.crud(people.admin, { apiPath, method: 'POST', body })
  assert.equal(response.statusCode, 201, response.body)
  return response.json<{ pid: string }>().pid
}

async function ask(apiPath: string, query: object): Promise<unknown> {
  const response = await portal.crud(people.team, { apiPath, method: 'GET', query })
  assert.equal(response.statusCode, 200, response.body)
  return response.json()
}

async function titles(apiPath: string, query: object): Promise<string[]> {
  return Tasks.parse(await ask(apiPath, { pageSize: 1_000, ...query })).tasks.map(({ title }) => title)
}

/** Words whose letters change in another case: as stored, and as a user types them. */
const spellings: readonly [kept: string, ...typed: string[]][] = [
  ['İzmir', 'İzmir', 'I\u0307zmir', 'i\u0307zmir', 'İZMIR'],
  ['ΟΔΟΣ', 'ΟΔΟΣ', 'οδος', 'οδοσ', 'Οδός'.normalize('NFD').replaceAll(/\p{M}/gu, '')],
  ['straße', 'straße', 'STRASSE', 'strasse', 'STRAẞE'],
  ['ﬁnal', 'ﬁnal', 'final', 'FINAL'],
  ['Étage', 'étage', 'E\u0301TAGE', 'e\u0301tage', 'ÉTAGE'],
  ['Ωmega', 'ωmega', '\u2126MEGA'],
  ['ᾳδης', 'ΑΙΔΗΣ', 'αιδησ', 'ᾼδης'],
  ['ᏣᎳᎩ', 'ꮳꮃꭹ', 'ᏣᎳᎩ'],
  ['ΰber', 'ΰber', 'Υ\u0308\u0301BER', '\u1fe3BER'],
]

test('F8: filters, search, values and exports find a text typed in any case and normal form', async () => {
  for (const [kept] of spellings) await made('tasks', { title: `Aa ${kept} zz` })
  await made('tasks', { title: 'Aa iii Zz' })
  for (const [kept, ...typed] of spellings) {
    const title = `Aa ${kept} zz`
    for (const word of typed) {
      const where = `${JSON.stringify(word)} for ${kept}`
      assert.deepEqual(
        await titles('tasks', { filter: { title: { contains: word } } }),
        [title],
        `contains ${where}`,
      )
      assert.deepEqual(
        await titles('tasks', { filter: { title: { startsWith: `AA ${word}` } } }),
        [title],
        `startsWith ${where}`,
      )
      assert.deepEqual(
        await titles('tasks', { filter: { title: { endsWith: `${word} ZZ` } } }),
        [title],
        `endsWith ${where}`,
      )
      assert.deepEqual(await titles('tasks/search', { searchToken: word }), [title], `search ${where}`)
      assert.deepEqual(
        await titles('tasks/search', { searchToken: `${word} ` }),
        [title],
        `search with a blank behind it ${where}`,
      )
      const { values } = Values.parse(await ask('tasks/fields/title', { searchToken: word }))
      assert.deepEqual(values, [{ value: title, count: 1 }], `values ${where}`)
      const query = { format: 'csv', fields: 'title', filter: JSON.stringify({ title: { contains: word } }) }
      const file = await portal.send({ method: 'GET', url: '/api/export/tasks', query }, people.team)
      assert.deepEqual(parse(file.body), [['title'], [title]], `export ${where}`)
    }
  }
})

test('F8: a dotted capital I does not match a plain i', async () => {
  await made('tasks', { title: 'Plain i' })
  const found = await titles('tasks', { filter: { title: { contains: 'İ' } } })
  assert.deepEqual(
    found.filter((title) => !title.includes('İ')),
    [],
  )
})

test('F8: fields outside the search text and added fields are folded the same way', async () => {
  const added = await portal.crud(people.admin, {
    apiPath: 'tasks/fields',
    method: 'POST',
    body: { name: 'place', label: 'Place', type: 'text', masked: false },
  })
  assert.equal(added.statusCode, 201, added.body)
  await made('tasks', { title: 'Folded', result: 'Große İZMIR ΟΔΟΣ', custom: { place: 'Weiße ΟΔΟΣ' } })
  for (const filter of [
    { result: { contains: 'GROSSE i\u0307zmir' } },
    { result: { endsWith: 'οδος' } },
    { 'custom.place': { startsWith: 'WEISSE' } },
    { 'custom.place': { endsWith: 'οδος' } },
  ]) {
    assert.deepEqual(await titles('tasks', { filter }), ['Folded'], JSON.stringify(filter))
  }
})

test('F8: a word with one typo is matched by its folded form', async () => {
  await made('tasks', { title: 'Baustelle Fußgasse 12' })
  await made('tasks', { title: 'Kartal İstasyon' })
  assert.deepEqual(await titles('tasks/search', { searchToken: 'FUSSGASE' }), ['Baustelle Fußgasse 12'])
  assert.deepEqual(await titles('tasks/search', { searchToken: 'İstasyan' }), ['Kartal İstasyon'])
})

test('F8: texts sort by their folded form in both directions, empty last, and pages keep the order', async () => {
  const marker = 'Ordered'
  const inOrder = [
    'apple',
    'Banana',
    'STRASSE',
    'straßen',
    'Strato',
    'zebra',
    'Zulu',
    'ΟΔΟΣ',
    'οδός',
    'ﬆone'.normalize('NFC'),
  ]
  const sorted = ['apple', 'Banana', 'ﬆone', 'STRASSE', 'straßen', 'Strato', 'zebra', 'Zulu', 'ΟΔΟΣ', 'οδός']
  for (const word of inOrder.toReversed()) await made('tasks', { title: marker, result: word })
  await made('tasks', { title: marker })
  const Results = z.object({ tasks: z.array(z.looseObject({ result: z.string().nullable() })) })
  const read = async (sort: string, page = 1, pageSize = 100) =>
    Results.parse(await ask('tasks', { filter: { title: marker }, sort, page, pageSize })).tasks.map(
      ({ result }) => result,
    )
  assert.deepEqual(await read('result'), [...sorted, null])
  assert.deepEqual(await read('-result'), [...sorted.toReversed(), null])
  const paged = [
    ...(await read('result', 1, 4)),
    ...(await read('result', 2, 4)),
    ...(await read('result', 3, 4)),
  ]
  assert.deepEqual(paged, [...sorted, null])
  const { groups } = Grouped.parse(
    await ask('tasks/groups', { groupBy: 'result', filter: { title: marker } }),
  )
  assert.deepEqual(
    groups.map(({ key }) => key['result']),
    [...sorted, null],
  )
})

test('F8: references sort by the folded form of their title', async () => {
  const names = ['alba', 'Álamo', 'Beta', 'STRASSE GmbH', 'straße KG']
  for (const name of names)
    await made('permits', {
      title: 'By client',
      permitType: 'SIGN',
      org: await made('orgs', { legalName: name }),
    })
  const Permits = z.object({ permits: z.array(z.looseObject({ org: z.object({ title: z.string() }) })) })
  const { permits } = Permits.parse(await ask('permits', { filter: { title: 'By client' }, sort: 'org' }))
  assert.deepEqual(
    permits.map(({ org }) => org.title),
    ['alba', 'Beta', 'STRASSE GmbH', 'straße KG', 'Álamo'],
  )
  const Options = z.object({ options: z.array(z.object({ title: z.string() })) })
  const { options } = Options.parse(await ask('orgs/lookup', { searchToken: 'STRASSE' }))
  assert.deepEqual(
    options.map(({ title }) => title),
    ['STRASSE GmbH', 'straße KG'],
  )
})

test('F8: the longest titles of any script are saved and sort by their beginning', async () => {
  const letters = (from: number) =>
    String.fromCodePoint(...Array.from({ length: 498 }, (_, place) => from + ((place * 7919) % 15_000)))
  const long = ['a', 'B', 'c'].map((first) => `${first}${letters(0x4e00)}`)
  for (const title of [...long, `D${letters(0x20000).slice(0, 498)}`].toReversed())
    await made('tasks', { title, description: 'Long title' })
  const found = await titles('tasks', { filter: { description: 'Long title' }, sort: 'title' })
  assert.deepEqual(
    found.map((title) => title.charAt(0)),
    ['a', 'B', 'c', 'D'],
  )
  assert.deepEqual(
    await titles('tasks', { filter: { description: 'Long title', title: { gte: 'b' } }, sort: '-title' }),
    found.slice(1).toReversed(),
  )
})
