import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ImportResult } from '@portal/contract'
import type { Role } from '@portal/contract'
import { sql } from 'kysely'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { importFile, sendImport } from './test-support/import-file.ts'

let portal: TestApp
let people: Record<Role, Person>
let acme: string
before(async () => {
  portal = await startTestApp()
  acme = await portal.given.org({ name: 'Acme' })
  people = await portal.given.everyRole(acme)
})
after(() => portal.close())

const imported = async (file: string, fields: Record<string, string> = {}, collection = 'permits') => {
  const job = await importFile(portal, { file, fields, collection, as: people.admin })
  assert.equal(job.state, 'done', job.detail)
  return ImportResult.parse(job.result)
}
const refusal = async (
  fields: Record<string, string>,
  file = 'Name,Client\nA,Acme\n',
  collection = 'permits',
) => {
  const response = await sendImport(portal, { file, fields, collection, as: people.admin })
  return [response.statusCode, response.json<{ detail?: string }>().detail ?? '']
}
const list = async (collection: string, filter: object) => {
  const response = await portal.crud(people.admin, { apiPath: collection, method: 'GET', query: { filter } })
  return response.json<Record<string, Record<string, unknown>[]>>()[collection] ?? []
}
const mapping = JSON.stringify({
  title: 'Name',
  org: 'Client',
  permitType: { value: 'SIGN' },
  status: 'State',
  authorityNumber: 'No',
})
const header = 'Name,Client,State,No\n'

test('cells of choices and references get the values a person assigned; an empty one leaves the field empty', async () => {
  const values = JSON.stringify({
    status: { Permit: 'ISSUED', Offen: 'Under review', '-': '' },
    org: { 'ACME Corp.': acme },
  })
  const result = await imported(
    `${header}A,ACME Corp.,Permit,V-1\nB,Acme,Offen,V-2\nC,Acme,-,V-3\nD,Acme,Other,V-4\n`,
    { mapping, values },
  )
  assert.deepEqual([result.created, result.skipped], [3, 1])
  const made = await list('permits', { authorityNumber: { startsWith: 'V-' } })
  const processed = await portal.crud(people.admin, {
    apiPath: 'processed',
    method: 'GET',
    query: { filter: { authorityNumber: 'V-1' } },
  })
  assert.deepEqual(new Set(made.map(({ status }) => status)), new Set(['UNDER_REVIEW', 'NEW']))
  assert.equal(processed.json().permits[0]?.status, 'ISSUED')
})

test('invalid values are 400 and named in the error', async () => {
  for (const [values, words] of [
    ['{', /values is not JSON/],
    ['[]', /values/],
    ['{"status":{"Permit":"NONSENSE"}}', /values\.status: “Permit” means “NONSENSE”/],
    ['{"nonsense":{"a":"b"}}', /values\.nonsense/],
    ['{"status":{"__proto__":"NEW"}}', /__proto__/],
    ['{"status":"NEW"}', /status/],
  ] as const) {
    const [status, detail] = await refusal({ mapping, values }, `${header}A,Acme,Permit,1\n`)
    assert.deepEqual([status, words.test(String(detail))], [400, true], `${values} ${detail}`)
  }
})

test('a dry run reports unknown cells with suggestions, and the number of missing clients', async () => {
  const file = `${header}A,Acme,Finaled,D-1\nB,New Ltd,Finaled,D-2\nC,new ltd,Odd,D-3\nD,Acme,Issued,D-4\nE,ORG-000999,Issued,D-5\n`
  const { cells, missingOrgs, created } = await imported(file, { mapping, dryRun: 'true' })
  assert.equal(created, 2)
  assert.equal(missingOrgs, 1)
  const told = new Set(
    (cells ?? []).map(({ field, cell, count, guess }) => `${field} ${cell} ${count} ${guess ?? ''}`),
  )
  assert.deepEqual(
    told,
    new Set([
      'status Finaled 2 CLOSED',
      'status Odd 1 ',
      'org New Ltd 1 ',
      'org new ltd 1 ',
      'org ORG-000999 1 ',
    ]),
  )
})

test('missing clients are created on request, once each, and only for imported rows', async () => {
  const file = `${header}A,Brand New,Issued,O-1\nB,BRAND NEW,Issued,O-2\nC,Only Bad,Nonsense,O-3\nD,Twice,Issued,O-4\nE,Twice,Issued,O-4\n`
  const dry = await imported(file, { mapping, createMissing: 'orgs', dryRun: 'true' })
  assert.deepEqual([dry.created, dry.skipped], [3, 2])
  assert.equal((await list('orgs', { legalName: 'Brand New' })).length, 0)
  const result = await imported(file, { mapping, createMissing: 'orgs' })
  assert.deepEqual([result.created, result.skipped, result.createdOrgs], [3, 2, 2])
  const [org] = await list('orgs', { legalName: 'Brand New' })
  assert.match(String(org?.['orgNo']), /^ORG-/)
  assert.equal(org?.['status'], 'ACTIVE')
  assert.equal((await list('orgs', { legalName: 'Only Bad' })).length, 0)
  const { rows } = await sql<{
    action: string
  }>`select action from history where pid = ${org?.['pid']}`.execute(portal.deps.database.kysely)
  assert.deepEqual(rows, [{ action: 'import' }])
  assert.equal((await refusal({ mapping, createMissing: 'users' }, file))[0], 400)
})

test('a client whose rows are all refused by a rule is not created', async () => {
  const columns = JSON.stringify({ name: 'Name', email: 'Mail', role: { value: 'client' }, org: 'Client' })
  const file = 'Name,Mail,Client\nA,a@portal.example,Refused Ltd\nB,not a mail,Refused Ltd\n'
  await imported('Name,Mail,Client\nZ,a@portal.example,Acme\n', { mapping: columns }, 'users')
  const result = await imported(file, { mapping: columns, createMissing: 'orgs' }, 'users')
  assert.deepEqual([result.created, result.skipped, result.createdOrgs], [0, 2, 0])
  assert.equal((await list('orgs', { legalName: 'Refused Ltd' })).length, 0)
})

test('equal reasons are reported once with their count and first sheet rows', async () => {
  const rows = Array.from(
    { length: 30 },
    (_, n) => `R${n},Acme,${n % 3 === 0 ? 'Issued' : 'Nonsense'},R-${n}`,
  )
  const { reasons, skipped, errors } = await imported(`${header}${rows.join('\n')}\n`, {
    mapping,
    dryRun: 'true',
  })
  assert.equal(skipped, 20)
  assert.equal(reasons?.length, 1)
  assert.deepEqual(
    [reasons?.[0]?.column, reasons?.[0]?.count, reasons?.[0]?.rows],
    ['State', 20, [3, 4, 6, 7, 9]],
  )
  assert.deepEqual([errors[0]?.row, errors[0]?.line], [2, 3])
})

test('F17: a draft is refused by name, because no staff member would see it', async () => {
  const { created, errors } = await imported(`${header}A,Acme,Draft,F-1\nB,Acme,New,F-2\n`, { mapping })
  assert.deepEqual([created, errors.map(({ line, column }) => [line, column])], [1, [[2, 'State']]])
  assert.match(errors[0]?.message ?? '', /“Draft” is a client draft/)
  const { rows } = await sql`select pid from permits where status = 'DRAFT'`.execute(
    portal.deps.database.kysely,
  )
  assert.equal(rows.length, 0)
})

test('F18: a field called __proto__, an unknown field and a computed field are 400 by name', async () => {
  const needed = '"title":"Name","org":"Client","permitType":{"value":"SIGN"}'
  for (const [more, words] of [
    ['"__proto__":"Name"', /__proto__/],
    ['"constructor":"Name"', /constructor/],
    ['"balance":"Name"', /Balance is calculated by the portal/],
    ['"paidTotal":"Name"', /Paid total is calculated by the portal/],
    ['"ourSeconds":"Name"', /Time with us is calculated by the portal/],
    ['"daysToExpiry":"Name"', /Days until expiration is calculated by the portal/],
    ['"bucket":"Name"', /Bucket is calculated by the portal/],
    ['"tags":"__proto__"', /no column “__proto__”/],
  ] as const) {
    const [status, detail] = await refusal({ mapping: `{${needed},${more}}` })
    assert.deepEqual([status, words.test(String(detail))], [400, true], `${more} ${detail}`)
  }
})

test('F18: a key __proto__ in attributes and a cycle below one are refused by name', async () => {
  const fields = JSON.stringify({
    title: 'Name',
    org: 'Client',
    permitType: { value: 'SIGN' },
    attributes: 'Facts',
    cycleNo: 'Cycle',
  })
  const file =
    'Name,Client,Facts,Cycle\nA,Acme,"{""__proto__"":1}",1\nB,Acme,"{""a"":{""__proto__"":1}}",1\nC,Acme,{},-1\nD,Acme,"{""a"":1}",2\n'
  const { created, errors } = await imported(file, { mapping: fields })
  assert.equal(created, 1)
  assert.deepEqual(
    errors.map(({ line, column }) => [line, column]),
    [
      [2, 'Facts'],
      [3, 'Facts'],
      [4, 'Cycle'],
    ],
  )
})

test('F1: a row that the database refuses is skipped by name, and all others are created', async () => {
  const { kysely } = portal.deps.database
  await sql`create function refuse_odd() returns trigger language plpgsql as $$ begin
    if new.title = 'odd' then raise exception 'time zone displacement out of range' using errcode = '22009'; end if; return new; end $$`.execute(
    kysely,
  )
  await sql`create trigger refuse_odd before insert on tasks for each row execute function refuse_odd()`.execute(
    kysely,
  )
  const rows = Array.from({ length: 2_500 }, (_, n) => (n === 1_800 ? 'odd' : `Even ${n}`))
  const { created, skipped, errors } = await imported(`Title\n${rows.join('\n')}\n`, {}, 'tasks')
  assert.deepEqual([created, skipped], [2_499, 1])
  assert.deepEqual(errors, [
    { row: 1_801, line: 1_802, message: 'This row can’t be saved: time zone displacement out of range' },
  ])
})
