import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ImportResult } from '@portal/contract'
import type { Role } from '@portal/contract'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { importFile } from './test-support/import-file.ts'

let portal: TestApp
let people: Record<Role, Person>
before(async () => {
  portal = await startTestApp()
  people = await portal.given.everyRole(await portal.given.org({ name: 'Acme' }))
})
after(() => portal.close())

const mapping = JSON.stringify({
  title: 'Name',
  org: 'Client',
  permitType: { value: 'SIGN' },
  authority: 'Agency',
  authorityNumber: 'No',
})

async function imported(rows: readonly string[], dryRun = true, fields: Record<string, string> = {}) {
  const file = ['Name,Client,Agency,No', ...rows, ''].join('\n')
  const job = await importFile(portal, {
    file,
    as: people.admin,
    fields: { mapping, dryRun: String(dryRun), ...fields },
  })
  assert.equal(job.state, 'done', job.detail)
  return ImportResult.parse(job.result)
}

async function setPattern(shortCode: string, numberPattern: string | null, numberExample: string | null) {
  const listed = await portal.crud(people.admin, {
    apiPath: 'authorities',
    method: 'GET',
    query: { filter: { shortCode } },
  })
  const { authorities } = listed.json<{ authorities: { pid: string }[] }>()
  const answer = await portal.crud(people.admin, {
    apiPath: `authorities/${authorities[0]?.pid}`,
    method: 'PATCH',
    body: { numberPattern, numberExample },
  })
  assert.equal(answer.statusCode, 200, answer.body)
}

test('a preview counts numbers of another form by agency, with the first rows, and refuses none of them', async () => {
  await setPattern('TRAVIS_COUNTY', 'TX-####', 'TX-1234')
  const result = await imported([
    'A,Acme,AUSTIN_DSD,2031-000001 BP',
    'B,Acme,AUSTIN_DSD,2031-000002',
    'C,Acme,AUSTIN_DSD,31-3 BP',
    'D,Acme,TRAVIS_COUNTY,2031-000004 BP',
    'E,Acme,TRAVIS_COUNTY,TX-0005',
    // Neither a number nor an agency: there is nothing to compare.
    'F,Acme,AUSTIN_DSD,',
    'G,Acme,,31-7',
    ...[8, 9, 10].map((row) => `H,Acme,AUSTIN_DSD,31-${row}`),
    // Skipped rows have their reason.
    'I,Nobody,AUSTIN_DSD,31-11',
    'J,Acme,AUSTIN_DSD,31-8',
  ])
  assert.deepEqual([result.created, result.skipped], [10, 2])
  const found = (result.otherForms ?? []).map(({ field, example, count, examples }) => ({
    field,
    example,
    count,
    examples,
  }))
  assert.deepEqual(found, [
    {
      field: 'authorityNumber',
      example: '2015-000001 BP',
      count: 5,
      examples: [
        { line: 3, value: '2031-000002' },
        { line: 4, value: '31-3 BP' },
        { line: 9, value: '31-8' },
      ],
    },
    {
      field: 'authorityNumber',
      example: 'TX-1234',
      count: 1,
      examples: [{ line: 5, value: '2031-000004 BP' }],
    },
  ])
  assert.match(result.otherForms?.[0]?.title ?? '', /Austin/)
})

test('numbers of all batches are counted, of new clients too, and an import of them takes them all', async () => {
  const rows = Array.from({ length: 2_300 }, (_, at) => `R${at},New Office,AUSTIN_DSD,W-${at}`)
  const preview = await imported(rows, true, { createMissing: 'orgs' })
  assert.equal(preview.created, 2_300)
  assert.deepEqual(
    preview.otherForms?.map(({ count, examples }) => [count, examples.map(({ line }) => line)]),
    [[2_300, [2, 3, 4]]],
  )
  const result = await imported(rows.slice(0, 3), false, { createMissing: 'orgs' })
  assert.deepEqual([result.created, result.skipped, result.otherForms], [3, 0, undefined])
})

test('without other forms, without a pattern, and in other collections nothing is said', async () => {
  assert.equal((await imported(['A,Acme,AUSTIN_DSD,2032-000001 BP'])).otherForms, undefined)
  await setPattern('AUSTIN_DSD', null, null)
  assert.equal((await imported(['A,Acme,AUSTIN_DSD,whatever'])).otherForms, undefined)
  const job = await importFile(portal, {
    file: 'Title\nCall\n',
    as: people.admin,
    collection: 'tasks',
    fields: { dryRun: 'true' },
  })
  assert.equal(ImportResult.parse(job.result).otherForms, undefined)
})
