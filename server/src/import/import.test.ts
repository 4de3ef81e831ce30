import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ImportResult } from '@portal/contract'
import type { Job, Role } from '@portal/contract'
import { z } from 'zod'
import { endOfJob } from '#platform/jobs/test-support/end-of-job.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { sweepImportRows } from './sweep-rows.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole(await portal.given.org({ name: 'Acme, Inc' }))
})
after(() => portal.close())

interface Upload {
  file?: string | Uint8Array
  fields?: Record<string, string>
  collection?: string
  as?: Person
}

const send = ({ file, fields = {}, collection = 'permits', as = people.admin }: Upload) => {
  const mark = 'a-boundary-of-the-test'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${mark}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${mark}\r\ncontent-disposition: form-data; name="file"; filename="x.csv"\r\ncontent-type: text/csv\r\n\r\n`
  const payload = Buffer.concat([
    Buffer.from(parts.join('')),
    ...(file === undefined ? [] : [Buffer.from(head), Buffer.from(file), Buffer.from('\r\n')]),
    Buffer.from(`--${mark}--\r\n`),
  ])
  return portal.send(
    {
      method: 'POST',
      url: `/api/import/${collection}`,
      headers: { 'content-type': `multipart/form-data; boundary=${mark}` },
      payload,
    },
    as,
  )
}

async function imported(upload: Upload): Promise<Job> {
  const response = await send(upload)
  assert.equal(response.statusCode, 202, response.body)
  return endOfJob(portal, people.admin, response.json<{ job: { id: string } }>().job.id)
}

const list = async (filter: object) =>
  (await portal.crud(people.admin, { apiPath: 'permits', method: 'GET', query: { filter } })).json<{
    permits: Record<string, unknown>[]
  }>().permits

const mapping = JSON.stringify({
  title: 'Name',
  org: 'Company',
  permitType: { value: 'BUILDING' },
  authorityNumber: ' No ',
  valuation: 'Value',
  targetDate: 'Due',
  status: 'Status',
  issuedDate: 'Issued',
})
const header = 'Name,Company,No,Value,Due,Status,Issued\n'

test('rows become records with amounts, both date formats, status and organizations by name', async () => {
  const file = `${header}"Deck, new","ACME, Inc",B-1,"$20,000.00",12/31/2026,Under review,\nBarn,"acme, inc",B-2,12.5,2026-12-30,,01/05/2026\n`
  const job = await imported({ file, fields: { mapping } })
  assert.deepEqual(
    [job.state, job.done, job.total, job.result],
    ['done', 2, 2, { created: 2, skipped: 0, errors: [] }],
  )
  const [deck] = await list({ authorityNumber: 'B-1' })
  assert.deepEqual(
    [
      deck?.['title'],
      deck?.['valuation'],
      deck?.['targetDate'],
      deck?.['status'],
      deck?.['origin'],
      deck?.['court'],
    ],
    ['Deck, new', 2_000_000, '2026-12-31', 'UNDER_REVIEW', 'IMPORT', 'AUTHORITY'],
  )
  const [barn] = await list({ authorityNumber: 'B-2' })
  assert.deepEqual([barn?.['valuation'], barn?.['status'], barn?.['issuedDate']], [1250, 'NEW', '2026-01-05'])
  assert.match(String(barn?.['refNo']), /^PM-2026-\d{6}$/)
})

test('the agency of a row is found by its name and by its short code', async () => {
  const agency = { title: 'Name', org: 'Company', permitType: { value: 'SIGN' }, authority: 'Agency' }
  const rows = [
    'By name,"Acme, Inc",travis county',
    'By code,"Acme, Inc",TRAVIS_COUNTY',
    'None,"Acme, Inc",Mars',
  ]
  const file = `Name,Company,Agency\n${rows.join('\n')}`
  const job = await imported({ file, fields: { mapping: JSON.stringify(agency) } })
  const { created, errors } = ImportResult.parse(job.result)
  assert.deepEqual([created, errors.map(({ row, column }) => [row, column])], [2, [[3, 'Agency']]])
  for (const title of ['By name', 'By code']) {
    const [permit] = await list({ title })
    assert.equal(z.object({ title: z.string() }).parse(permit?.['authority']).title, 'Travis County')
  }
})

test('every skipped row is reported with column and reason; created and skipped add up to the total', async () => {
  const rows = [
    'Good,"Acme, Inc",C-1,1,2026-12-30,,',
    'Good again,"Acme, Inc",C-1,1,2026-12-30,,',
    'No client,Nobody Ltd,C-2,1,2026-12-30,,',
    ',"Acme, Inc",C-3,1,2026-12-30,,',
    'Bad date,"Acme, Inc",C-4,1,13/45/2026,,',
    'Bad money,"Acme, Inc",C-5,lots,2026-12-30,,',
    'Bad status,"Acme, Inc",C-6,1,2026-12-30,Nonsense,',
  ]
  const job = await imported({ file: header + rows.join('\n'), fields: { mapping, dryRun: 'false' } })
  assert.equal(job.total, 7)
  const { created, skipped, errors } = ImportResult.parse(job.result)
  assert.deepEqual([created, skipped], [1, 6])
  assert.deepEqual(
    errors.map(({ row, column }) => [row, column]),
    [
      [2, undefined],
      [3, 'Company'],
      [4, undefined],
      [5, 'Due'],
      [6, 'Value'],
      [7, 'Status'],
    ],
  )
  assert.match(errors[0]?.message ?? '', /duplicate/)
  const again = await imported({ file: header + rows[0], fields: { mapping } })
  assert.deepEqual([again.result?.['created'], again.result?.['skipped']], [0, 1])
})

test('names that differ only in case match exactly, and any other spelling is refused as ambiguous', async () => {
  const [small, large] = [
    await portal.given.org({ name: 'Twin Ltd' }),
    await portal.given.org({ name: 'TWIN LTD' }),
  ]
  const job = await imported({
    file: `${header}A,Twin Ltd,T-1,1,,,\nB,TWIN LTD,T-2,1,,,\nC,twin ltd,T-3,1,,,\n`,
    fields: { mapping },
  })
  const { created, errors } = ImportResult.parse(job.result)
  assert.equal(created, 2)
  assert.match(errors[0]?.message ?? '', /several organizations are named “twin ltd”/)
  assert.deepEqual(
    (await list({ org: small })).map(({ authorityNumber }) => authorityNumber),
    ['T-1'],
  )
  assert.deepEqual(
    (await list({ org: large })).map(({ authorityNumber }) => authorityNumber),
    ['T-2'],
  )
})

test('a dry run counts the records it would create and writes nothing', async () => {
  const before = (await list({})).length
  const job = await imported({
    file: `${header}A,"Acme, Inc",D-1,1,,,\nB,"Acme, Inc",D-1,1,,,\n`,
    fields: { mapping, dryRun: 'true' },
  })
  assert.deepEqual([job.result?.['created'], job.result?.['skipped']], [1, 1])
  assert.equal((await list({})).length, before)
})

test('without a mapping columns are guessed from their headings, and missing ones are named', async () => {
  const job = await imported({
    file: 'Business_Name;City;State;Zip_Code\nÁrbol & Co;Tucson;AZ;85701\n',
    collection: 'orgs',
  })
  assert.deepEqual(job.result, { created: 1, skipped: 0, errors: [] })
  const org = (
    await portal.crud(people.admin, { apiPath: 'orgs', method: 'GET', query: { legalName: 'Árbol & Co' } })
  ).json().orgs[0]
  assert.deepEqual([org.city, org.region, org.postalCode, org.status], ['Tucson', 'AZ', '85701', 'ACTIVE'])
  const austin = await send({
    file: 'permit_number,sub_type,permit_location,date_issued,work_description,status,contractor_company\n',
  })
  assert.equal(austin.statusCode, 400)
  assert.match(austin.body, /No column fills permitType/)
})

test('an unreadable file creates nothing and gets a readable error', async () => {
  const before = (await list({})).length
  const broken: [string | Uint8Array, RegExp][] = [
    ['', /empty/],
    [`${header}A,"Acme, Inc,B-9,1,,,\nB,x,y,1,,,\n`, /quote/],
    [Buffer.from([...Buffer.from(header), 0xff, 0xc3, 0x28, 0x0a]), /UTF-8/],
    [`${header}${'x'.repeat(1_100_000)},"Acme, Inc",E-1,1,,,\n`, /1 MiB/],
    [Buffer.from([0x50, 0x4b, 3, 4, 1, 2, 3]), /workbook/],
    [Buffer.from(`${header}A,"Acme, Inc",U-1,1,,,\n`, 'utf16le'), /isn’t UTF-8 encoded/],
  ]
  for (const [file, words] of broken) {
    const response = await send({ file, fields: { mapping } })
    assert.equal(response.statusCode, 400, response.body)
    assert.match(response.body, words)
  }
  assert.equal((await list({})).length, before)
})

test('each problem of a row is reported once, and deeply nested attributes are not a server error (contract.md 10.2)', async () => {
  const endless = `${'{""a"":'.repeat(30_000)}1${'}'.repeat(30_000)}`
  const rows = [
    'D-1,31/01/2026,,',
    'D-2,2026-02-30,,',
    `D-3,2026-01-31,"${endless}",`,
    'D-4,01/31/2026,,"roof; gate, side"',
    'D\u0001,,,',
  ]
  const file = `Title,Client,Due,Attributes,Tags\n${rows.map((row) => row.replace(',', ',"Acme, Inc",')).join('\n')}\n`
  const fields = {
    title: 'Title',
    description: 'Title',
    org: 'Client',
    targetDate: 'Due',
    attributes: 'Attributes',
    tags: 'Tags',
  }
  const { state, result } = await imported({
    file,
    fields: { mapping: JSON.stringify({ ...fields, permitType: { value: 'SIGN' } }) },
  })
  assert.deepEqual([state, result?.['created'], result?.['skipped']], ['done', 1, 4])
  const told = ImportResult.parse(result).errors
  assert.deepEqual(
    told.map(({ message }) => message.replace(/“[^”]*”/, '“”')),
    [
      'Due: “” is not a date, such as 2026-05-31 or 05/31/2026',
      'Due: “” is not a date, such as 2026-05-31 or 05/31/2026',
      'Attributes: “” is nested more than 32 deep',
      'Title: “” has a character that can’t be saved',
    ],
  )
  assert.deepEqual((await list({ title: 'D-4' }))[0]?.['tags'], ['roof', 'gate, side'])
})

test('UTF-16 with a byte order mark is read', async () => {
  const file = Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from(`${header}Größe,"Acme, Inc",F-1,1,,,\n`, 'utf16le'),
  ])
  assert.equal((await imported({ file, fields: { mapping } })).result?.['created'], 1)
  assert.equal((await list({ authorityNumber: 'F-1' }))[0]?.['title'], 'Größe')
})

test('an invalid mapping, dryRun, collection or role is refused before the file is read', async () => {
  const file = `${header}A,"Acme, Inc",G-1,1,,,\n`
  for (const [fields, names] of [
    [{ mapping, dryRun: 'maybe' }, 'dryRun'],
    [{ mapping: '{' }, 'mapping'],
    [{ mapping: '[]' }, 'mapping'],
    [
      { mapping: '{"title":"Name","org":"Company","permitType":{"value":"SIGN"},"nonsense":"No"}' },
      'nonsense',
    ],
    [{ mapping: '{"title":"Name","org":"Company","permitType":{"value":"SIGN"},"pid":"No"}' }, 'pid'],
    [{ mapping: '{"title":"Nowhere","org":"Company","permitType":{"value":"SIGN"}}' }, 'Nowhere'],
    [{ mapping: '{"title":"Name"}' }, 'org'],
    [{ mapping, surprise: '1' }, 'surprise'],
  ] as const) {
    const response = await send({ file, fields })
    assert.equal(response.statusCode, 400, `${JSON.stringify(fields)} ${response.body}`)
    assert.ok(response.body.includes(names), response.body)
  }
  assert.equal((await send({ fields: { mapping } })).statusCode, 400)
  assert.equal((await send({ file, collection: 'nonsense' })).statusCode, 400)
  assert.equal((await send({ file, collection: 'processed' })).statusCode, 409)
  for (const as of [people.team, people.client])
    assert.equal((await send({ file, fields: { mapping }, as })).statusCode, 403)
  const json = await portal.send(
    {
      method: 'POST',
      url: '/api/import/permits',
      headers: { 'content-type': 'application/json' },
      payload: '{}',
    },
    people.admin,
  )
  assert.equal(json.statusCode, 415)
  const strangers = await portal.send({ method: 'POST', url: '/api/import/permits' })
  assert.equal(strangers.statusCode, 401)
  assert.equal((await list({ authorityNumber: 'G-1' })).length, 0)
})

test('rows of an abandoned upload are deleted after a day; rows of a job or a current upload are kept', async () => {
  const { database } = portal.deps
  const rowsOf = async (...ids: string[]) =>
    (
      await database.query(
        'select distinct job from import_rows where job = any($1::text[])',
        [ids],
        z.object({ job: z.string() }),
      )
    ).map(({ job }) => job)
  const keep = (id: string) =>
    database.query("insert into import_rows (job, row, cells) values ($1, 1, '{a}'), ($1, 2, '{b}')", [id])
  const [dead, failed, waiting] = [portal.deps.ids.pid(), portal.deps.ids.pid(), portal.deps.ids.pid()]
  const jobOf = (id: string, state: string) =>
    database.query(
      "insert into jobs (id, kind, state, owner, collection, params, total, heartbeat_at) values ($1, 'import', $2, 'x', 'permits', '{}', 2, now() + interval '1 day')",
      [id, state],
    )
  for (const id of [dead, failed, waiting]) await keep(id)
  await jobOf(failed, 'failed')
  await jobOf(waiting, 'running')
  assert.equal(await sweepImportRows(portal.deps), 0)
  portal.clock.pass(25 * 60 * 60 * 1_000)
  const sending = portal.deps.ids.pid()
  await keep(sending)
  assert.equal(await sweepImportRows(portal.deps), 4)
  assert.deepEqual(new Set(await rowsOf(dead, failed, waiting, sending)), new Set([waiting, sending]))
  await database.query('delete from jobs where id = $1', [waiting])
})
