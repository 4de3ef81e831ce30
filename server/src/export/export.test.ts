import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { collections, formatDay, labelsForRole } from '@portal/contract'
import type { Role } from '@portal/contract'
import { parse } from 'csv-parse/sync'
import { readSheet } from 'read-excel-file/universal'
import { z } from 'zod'
import { endOfJob } from '#platform/jobs/test-support/end-of-job.ts'
import { sampleOrganization } from '#engine/test-support/sample-records.ts'
import type { SampleOrganization } from '#engine/test-support/sample-records.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
let people: Record<Role, Person>
let alpha: SampleOrganization
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole()
  alpha = await sampleOrganization(portal, people.superadmin, 'alpha')
  await sampleOrganization(portal, people.superadmin, 'beta')
})
after(() => portal.close())

const get = (as: Person, query: Record<string, string>, collection = 'permits') =>
  portal.send({ method: 'GET', url: `/api/export/${collection}`, query }, as)
const byText = (one: string | undefined, other: string | undefined) =>
  String(one).localeCompare(String(other))
const sheetOf = async (bytes: Uint8Array) =>
  (await readSheet(new Uint8Array(bytes).buffer)).map((row) =>
    row.map((cell) => (cell === null ? '' : String(cell))),
  )
/** Imports a file of permits, with the mapping the portal guesses. */
const importFile = (file: Uint8Array, as: Person) => {
  const boundary = 'a-boundary-of-the-test'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="x"\r\ncontent-type: text/csv\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return portal.send({ method: 'POST', url: '/api/import/permits', headers, payload }, as)
}
const rowsOf = (text: string) => z.array(z.array(z.string())).parse(parse(text))

test('an export contains the records of the list in its order, with a header row of the requested fields', async () => {
  for (let n = 0; n < 5; n += 1) {
    const body = {
      title: `Permit ${n}`,
      org: alpha.org,
      permitType: 'SIGN',
      valuation: 100 * n + 5,
      tags: ['a', 'b'],
    }
    await portal.crud(people.team, { apiPath: 'permits', method: 'POST', body })
  }
  const filter = { title: { startsWith: 'Permit' } }
  const response = await get(people.team, {
    format: 'csv',
    filter: JSON.stringify(filter),
    sort: '-title',
    fields: 'title,refNo,org,valuation,tags',
  })
  assert.equal(response.statusCode, 200, response.body)
  assert.match(String(response.headers['content-type']), /text\/csv/)
  const listed = (
    await portal.crud(people.team, { apiPath: 'permits', method: 'GET', query: { filter, sort: '-title' } })
  ).json().permits
  assert.deepEqual(rowsOf(response.body), [
    ['title', 'refNo', 'org', 'valuation', 'tags'],
    ...listed.map((each: { title: string; refNo: string; org: { title: string }; valuation: number }) => [
      each.title,
      each.refNo,
      each.org.title,
      (each.valuation / 100).toFixed(2),
      'a; b',
    ]),
  ])
})

test('59: a formula cell gets an apostrophe, and workbook and CSV have the same content', async () => {
  for (const title of ['=1+1', '+49 123', '-5 off', '@home', 'a "quoted", <b>&\ntext']) {
    await portal.crud(people.team, {
      apiPath: 'permits',
      method: 'POST',
      body: { title, org: alpha.org, permitType: 'ZONING' },
    })
  }
  const query = {
    filter: JSON.stringify({ permitType: 'ZONING' }),
    sort: 'createdAt,title',
    fields: 'title,permitType,cycleNo',
  }
  const csv = rowsOf((await get(people.team, { ...query, format: 'csv' })).body)
  assert.deepEqual(
    csv.map(([title]) => title).toSorted(byText),
    ["'+49 123", "'-5 off", "'=1+1", "'@home", 'a "quoted", <b>&\ntext', 'title'].toSorted(byText),
  )
  const workbook = await get(people.team, { ...query, format: 'xlsx' })
  assert.equal(workbook.statusCode, 200)
  assert.deepEqual(await sheetOf(workbook.rawPayload), csv)
})

test('a client’s export contains only their organization’s records and no masked column', async () => {
  const response = await get(alpha.client, { format: 'csv' })
  const [header = [], ...rows] = rowsOf(response.body)
  assert.ok(
    !header.includes('priority') && !header.includes('assignedTo') && !header.includes('tags'),
    header.join(),
  )
  assert.ok(rows.length > 0 && !response.body.includes('beta'), response.body)
  assert.equal((await get(alpha.client, { format: 'csv', fields: 'title,priority' })).statusCode, 400)
  assert.equal((await get(alpha.client, { format: 'csv' }, 'orgs')).statusCode, 403)
  assert.equal((await get(people.team, { format: 'csv' }, 'users')).statusCode, 403)
})

test('an export with labels is readable for people and can be imported again', async () => {
  const org = await portal.given.org({ name: 'Labels Builders' })
  const body = {
    title: 'Labelled',
    org,
    permitType: 'SOLAR_PV',
    priority: 'HIGH',
    targetDate: '2026-11-22',
    valuation: 12_550,
  }
  assert.equal((await portal.crud(people.team, { apiPath: 'permits', method: 'POST', body })).statusCode, 201)
  const query = {
    filter: JSON.stringify({ org }),
    sort: 'createdAt',
    fields: 'title,org,permitType,priority,targetDate,valuation',
  }
  const csv = await get(people.team, { ...query, format: 'csv', labels: 'true' })
  const expected = [
    ['Title', 'Client', 'Permit type', 'Priority', 'Due', 'Valuation'],
    ['Labelled', 'Labels Builders', 'Solar PV', 'High', formatDay('2026-11-22'), '125.50'],
  ]
  assert.deepEqual(rowsOf(csv.body), expected)
  const workbook = await get(people.team, { ...query, format: 'xlsx', labels: 'true' })
  assert.deepEqual((await sheetOf(workbook.rawPayload))[0], expected[0])
  const codes = rowsOf(
    (await get(people.team, { ...query, format: 'csv', fields: 'permitType,status', labels: 'false' })).body,
  )
  assert.deepEqual(codes, [
    ['permitType', 'status'],
    ['SOLAR_PV', 'NEW'],
  ])

  const started = await importFile(Buffer.from(csv.body), people.admin)
  assert.equal(started.statusCode, 202, started.body)
  assert.deepEqual((await endOfJob(portal, people.admin, started.json().job.id)).result, {
    created: 1,
    skipped: 0,
    errors: [],
  })
  const again = rowsOf((await get(people.team, { ...query, format: 'csv', labels: 'true' })).body)
  assert.deepEqual(again.slice(1), [expected[1], expected[1]])
})

test('an export with labels is in the reader’s language, and an English or Spanish file can be imported by anyone', async () => {
  const org = await portal.given.org({ name: 'Spanish Labels Builders' })
  const reader = await portal.given.user({ role: 'admin' })
  await portal.send({ method: 'PATCH', url: '/api/auth/me', payload: { language: 'es' } }, reader)
  const body = { title: 'Patio', org, permitType: 'SOLAR_PV', priority: 'HIGH', targetDate: '2026-12-22' }
  assert.equal((await portal.crud(people.team, { apiPath: 'permits', method: 'POST', body })).statusCode, 201)
  const query = {
    filter: JSON.stringify({ org }),
    sort: 'createdAt',
    fields: 'title,org,permitType,priority,targetDate',
    labels: 'true',
  }
  const expected = [
    ['Título', 'Cliente', 'Tipo de permiso', 'Prioridad', 'Fecha límite'],
    ['Patio', 'Spanish Labels Builders', 'Solar fotovoltaica', 'Alta', '22 dic 2026'],
  ]
  const csv = await get(reader, { ...query, format: 'csv' })
  assert.deepEqual(rowsOf(csv.body), expected)
  const workbook = await get(reader, { ...query, format: 'xlsx' })
  assert.deepEqual(await sheetOf(workbook.rawPayload), expected)
  const english = await get(people.team, { ...query, format: 'csv' })
  for (const [file, importer] of [
    [Buffer.from(csv.body), people.admin],
    [workbook.rawPayload, people.admin],
    [Buffer.from(english.body), reader],
  ] as const) {
    const started = await importFile(file, importer)
    assert.equal(started.statusCode, 202, started.body)
    const job = await endOfJob(portal, importer, started.json().job.id)
    assert.deepEqual(job.result, { created: 1, skipped: 0, errors: [] })
  }
  const rows = rowsOf((await get(reader, { ...query, format: 'csv' })).body)
  assert.deepEqual(rows.slice(1), [expected[1], expected[1], expected[1], expected[1]])
})

test('dates, times, yes and no, and recurrences of an export are in Spanish for a Spanish reader', async () => {
  const reader = await portal.given.user({ role: 'team' })
  await portal.send({ method: 'PATCH', url: '/api/auth/me', payload: { language: 'es' } }, reader)
  const body = { title: 'Cada semana', recurrence: 'FREQ=WEEKLY;BYDAY=MO', blocksTransition: true }
  const made = await portal.crud(people.team, { apiPath: 'tasks', method: 'POST', body })
  assert.equal(made.statusCode, 201, made.body)
  const query = { format: 'csv', labels: 'true', filter: JSON.stringify({ title: 'Cada semana' }) }
  const fields = 'blocksTransition,recurrence,createdAt'
  const [, row = []] = rowsOf((await get(reader, { ...query, fields }, 'tasks')).body)
  assert.deepEqual(row.slice(0, 2), ['Sí', 'Cada semana el lunes'])
  assert.match(row[2] ?? '', /^\d{1,2} [a-z]{3} \d{4}, \d{1,2}:\d{2} [ap]\.\u00A0m\.$/)
})

test('an export with labels has local times, yes and no as words, and client labels for clients', async () => {
  const query = { format: 'csv', labels: 'true', fields: 'status,court,createdAt' }
  const [, row = []] = rowsOf((await get(alpha.client, query)).body)
  assert.match(row[2] ?? '', /^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M$/)
  const declared = labelsForRole(collections.permits, { role: 'client' })
  const words = declared.fields['court']?.options?.map(({ label }) => label) ?? []
  assert.ok(words.includes(row[1] ?? ''), row.join())
  const tasks = rowsOf(
    (await get(people.team, { format: 'csv', labels: 'true', fields: 'blocksTransition' }, 'tasks')).body,
  )
  assert.ok(
    tasks.slice(1).every(([cell = '']) => ['', 'Yes', 'No'].includes(cell)),
    JSON.stringify(tasks.slice(0, 5)),
  )
})

test('searched and processed records, added fields and an empty list can be exported', async () => {
  await portal.crud(people.admin, {
    apiPath: 'permits/fields',
    method: 'POST',
    body: { name: 'color', label: 'Colour', type: 'text' },
  })
  await portal.crud(people.team, {
    apiPath: `permits/${alpha.pids.permits}`,
    method: 'PATCH',
    body: { custom: { color: 'blue' } },
  })
  const found = rowsOf(
    (await get(people.team, { format: 'csv', searchToken: 'alpha', fields: 'pid,custom.color' })).body,
  )
  assert.ok(found.some(([pid, color]) => pid === alpha.pids.permits && color === 'blue'))
  const processed = rowsOf((await get(people.team, { format: 'csv', fields: 'pid' }, 'processed')).body)
  assert.ok(processed.flat().includes(alpha.pids.processed))
  assert.deepEqual(
    rowsOf((await get(people.team, { format: 'csv', fields: 'pid', searchToken: 'zzzzzz' })).body),
    [['pid']],
  )
})

test('invalid parameters are 400 and named in the error, and anonymous callers get nothing', async () => {
  for (const [query, names] of [
    [{}, 'format'],
    [{ format: 'pdf' }, 'format'],
    [{ format: 'csv', filter: '{' }, 'filter'],
    [{ format: 'csv', filter: '[]' }, 'filter'],
    [{ format: 'csv', filter: '{"nonsense":1}' }, 'nonsense'],
    [{ format: 'csv', fields: 'nonsense' }, 'nonsense'],
    [{ format: 'csv', fields: '' }, 'fields'],
    [{ format: 'csv', sort: 'nonsense' }, 'nonsense'],
    [{ format: 'csv', match: 'some' }, 'match'],
    [{ format: 'csv', page: '1' }, 'page'],
    [{ format: 'csv', searchToken: 'x'.repeat(201) }, 'searchToken'],
  ] as const) {
    const response = await get(people.team, query)
    assert.equal(response.statusCode, 400, `${JSON.stringify(query)} ${response.body}`)
    assert.ok(response.body.includes(names), response.body)
  }
  assert.equal((await get(people.team, { format: 'csv' }, 'nonsense')).statusCode, 400)
  assert.equal((await portal.send({ method: 'GET', url: '/api/export/permits?format=csv' })).statusCode, 401)
})

test('S-20: a formula after a semicolon, tab or line break is masked and quoted, and imports unchanged', async () => {
  const org = await portal.given.org({ name: '=Equal; -Minus' })
  const made = [
    { title: "y;=cmd|'/C calc'!A0", description: 'a\n-b\t@c', tags: ['=one', 'two'] },
    { title: 'plain;text', description: "'=by hand", tags: ['x'] },
  ]
  for (const each of made) {
    const response = await portal.crud(people.team, {
      apiPath: 'permits',
      method: 'POST',
      body: { ...each, org, permitType: 'SIGN' },
    })
    assert.equal(response.statusCode, 201, response.body)
  }
  const query = {
    filter: JSON.stringify({ org }),
    sort: 'createdAt,title',
    fields: 'title,description,tags,org,permitType',
  }
  const csv = await get(people.team, { ...query, format: 'csv' })
  assert.ok(
    csv.body.includes(`"y;'=cmd|'/C calc'!A0","a\n'-b\t'@c","'=one; two","'=Equal; '-Minus",`),
    csv.body,
  )
  assert.ok(csv.body.includes('"plain;text",'), csv.body)
  const workbook = await get(people.team, { ...query, format: 'xlsx' })
  for (const file of [Buffer.from(csv.body), workbook.rawPayload]) {
    const started = await importFile(file, people.admin)
    assert.equal(started.statusCode, 202, started.body)
    const job = await endOfJob(portal, people.admin, started.json().job.id)
    assert.deepEqual(job.result, { created: 2, skipped: 0, errors: [] })
  }
  const all = (
    await portal.crud(people.team, {
      apiPath: 'permits',
      method: 'GET',
      query: { filter: { org }, sort: 'createdAt' },
    })
  ).json().permits
  assert.equal(all.length, 6)
  for (const { title, description, tags } of all)
    assert.deepEqual(
      { title, description, tags },
      made.find((each) => each.title === title),
    )
})
