import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Job } from '@portal/contract'
import { sql } from 'kysely'
import type { Person } from '#test-support/given.ts'
import { startOnPostgres } from '#test-support/start-on-postgres.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { endOfJob } from './test-support/end-of-job.ts'
import { startImport } from '#import/test-support/import-file.ts'

const importedRows = 12_000
const changedRows = 600
let portal: TestApp
let admin: Person
let superadmin: Person

before(async () => {
  portal = await startOnPostgres()
  const people = await portal.given.everyRole(await portal.given.org({ name: 'Acme' }))
  admin = people.admin
  superadmin = people.superadmin
})
after(() => portal.close())

function importPermits(owner: Person, prefix: string, rows: number): Promise<string> {
  const lines = Array.from({ length: rows }, (_, n) => `Permit ${n},Acme,${prefix}-${n},SIGN`)
  return startImport(portal, {
    as: owner,
    file: `title,org,authorityNumber,permitType\n${lines.join('\n')}\n`,
  })
}

async function jobOf(owner: Person, id: string): Promise<Job> {
  return Job.parse((await portal.send({ method: 'GET', url: `/api/jobs/${id}` }, owner)).json())
}

async function startChange(owner: Person, prefix: string): Promise<string> {
  const { rows } = await sql<{
    pid: string
  }>`select pid from permits where authority_number like ${`${prefix}-%`} order by seq limit ${changedRows}`.execute(
    portal.deps.database.kysely,
  )
  const body = { pids: rows.map(({ pid }) => pid), patch: { city: 'Austin' } }
  const response = await portal.crud(owner, { apiPath: 'permits', method: 'PATCH', body })
  assert.equal(response.statusCode, 202, response.body)
  return response.json<{ job: { id: string } }>().job.id
}

test('a bulk edit that a second person starts during a long import finishes before the import does', async () => {
  await endOfJob(portal, admin, await importPermits(admin, 'OLD', changedRows))
  const long = await importPermits(admin, 'NEW', importedRows)
  while ((await jobOf(admin, long)).state === 'queued') await wait(20)
  const change = await endOfJob(portal, superadmin, await startChange(superadmin, 'OLD'))
  assert.deepEqual(change.result, { updated: changedRows, failed: [] })
  const during = await jobOf(admin, long)
  assert.equal(during.state, 'running', `the import is ${during.state} at ${during.done} rows`)
  const ended = await endOfJob(portal, admin, long, 120_000)
  assert.deepEqual([ended.state, ended.result?.['created']], ['done', importedRows])
})

test('what one person starts on one collection is done in the order in which it was started', async () => {
  const first = await importPermits(admin, 'ORDER', 2_000)
  const second = await importPermits(admin, 'ORDER', 2_000)
  const ended = await endOfJob(portal, admin, second)
  assert.equal((await jobOf(admin, first)).state, 'done')
  // The second import finds every permit of the first one.
  assert.deepEqual([ended.result?.['created'], ended.result?.['skipped']], [0, 2_000])
})

test('two people who import the same file into one collection create every record once', async () => {
  const [one, other] = await Promise.all([
    importPermits(admin, 'TWICE', 2_000),
    importPermits(superadmin, 'TWICE', 2_000),
  ])
  const results = [await endOfJob(portal, admin, one), await endOfJob(portal, superadmin, other)]
  assert.deepEqual(
    results.map(({ result }) => result?.['created']).toSorted((a, b) => Number(a) - Number(b)),
    [0, 2_000],
  )
})
