import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ImportResult, ImportUndone, RecentImports } from '@portal/contract'
import type { Job, Role } from '@portal/contract'
import { sql } from 'kysely'
import { importFile } from './test-support/import-file.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { endOfJob } from '#platform/jobs/test-support/end-of-job.ts'

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
  authorityNumber: 'No',
})
const importPermits = (rows: readonly string[], fields: Record<string, string> = {}) =>
  importFile(portal, {
    file: `Name,Client,No\n${rows.join('\n')}\n`,
    fields: { mapping, ...fields },
    as: people.admin,
  })
const undo = (id: string, as = people.admin) =>
  portal.send({ method: 'POST', url: `/api/jobs/${id}/undo` }, as)
const permits = async (prefix: string, deleted = false) => {
  const query = { filter: { authorityNumber: { startsWith: prefix } }, ...(deleted && { deleted: true }) }
  return (await portal.crud(people.admin, { apiPath: 'permits', method: 'GET', query })).json<{
    permits: { pid: string; title: string }[]
  }>().permits
}
const orgs = async (legalName: string) =>
  (
    await portal.crud(people.admin, { apiPath: 'orgs', method: 'GET', query: { filter: { legalName } } })
  ).json<{ orgs: { pid: string }[] }>().orgs
async function undone(job: Job): Promise<ImportUndone> {
  const response = await undo(job.id)
  if (response.statusCode === 200) return ImportUndone.parse(response.json())
  assert.equal(response.statusCode, 202, response.body)
  const ended = await endOfJob(portal, people.admin, response.json<{ job: { id: string } }>().job.id)
  assert.deepEqual([ended.state, ended.done], ['done', ended.total])
  return ImportUndone.parse(ended.result)
}

test('undoing an import deletes its records and the clients created for them, each with a history entry', async () => {
  const job = await importPermits(['A,New Client,A-1', 'B,New Client,A-2', 'C,Acme,A-3'], {
    createMissing: 'orgs',
  })
  assert.equal(ImportResult.parse(job.result).createdOrgs, 1)
  assert.ok(Date.parse(job.undoUntil ?? '') - Date.now() > 23 * 3_600_000, job.undoUntil)
  const [org] = await orgs('New Client')
  assert.deepEqual(await undone(job), { deleted: 4, kept: 0, failed: [] })
  assert.deepEqual(
    [(await permits('A-')).length, (await permits('A-', true)).length, (await orgs('New Client')).length],
    [0, 3, 0],
  )
  const { rows } = await sql<{
    action: string
  }>`select action from history where pid = ${org?.pid} order by id`.execute(portal.deps.database.kysely)
  assert.deepEqual(rows, [{ action: 'import' }, { action: 'delete' }])
  const again = await importPermits(['A,Acme,A-1'])
  assert.equal(again.result?.['created'], 1)
})

test('undoing an import keeps and names records that were changed, annotated or referred to since', async () => {
  const job = await importPermits(
    ['Changed,Kept Client,B-1', 'Noted,Acme,B-2', 'With task,Acme,B-3', 'Plain,Acme,B-4'],
    { createMissing: 'orgs' },
  )
  const byTitle = new Map((await permits('B-')).map(({ title, pid }) => [title, pid]))
  const call = async (apiPath: string, method: 'PATCH' | 'POST', body: object) => {
    const response = await portal.crud(people.team, { apiPath, method, body })
    assert.ok(response.statusCode < 300, response.body)
  }
  await call(`permits/${byTitle.get('Changed')}`, 'PATCH', { city: 'Ghent' })
  await call(`permits/${byTitle.get('Noted')}/notes`, 'POST', { content: 'Look', visibility: 'INTERNAL' })
  await call('tasks', 'POST', { title: 'Call them', permit: byTitle.get('With task') })
  const { deleted, kept, failed } = await undone(job)
  assert.deepEqual([deleted, kept], [1, 4])
  assert.deepEqual(
    new Set(failed.map(({ title, reason }) => `${title}: ${reason}`)),
    new Set([
      'Changed: Changed by someone else since.',
      'Noted: Changed by someone else since.',
      'With task: Other records are linked to it.',
      'Kept Client: Other records are linked to it.',
    ]),
  )
  assert.deepEqual(
    new Set((await permits('B-')).map(({ title }) => title)),
    new Set(['Changed', 'Noted', 'With task']),
  )
})

test('undoing an import deletes unpaid fees and keeps received payments and what they cover', async () => {
  await importPermits(['Paid,Acme,F-1'])
  const [permit] = await permits('F-')
  const columns = JSON.stringify({
    kind: 'Kind',
    feeCode: 'Fee',
    amount: 'Amount',
    permit: { value: permit?.pid },
    status: 'Status',
  })
  const file =
    'Kind,Fee,Amount,Status\nFEE,PERMIT_FEE,100.00,DUE\nPAYMENT,PERMIT_FEE,100.00,PAID\nFEE,PENALTY,50.00,DUE\n'
  const job = await importFile(portal, {
    file,
    fields: { mapping: columns },
    collection: 'payments',
    as: people.admin,
  })
  assert.deepEqual(job.result, { created: 3, skipped: 0, errors: [] })
  const { deleted, kept, failed } = await undone(job)
  assert.deepEqual(
    [deleted, kept, new Set(failed.map(({ reason }) => reason))],
    [1, 2, new Set(['This payment was received. Refund or void it instead.'])],
  )
})

test('undoing an import of more than 500 records runs as a job with progress', async () => {
  const job = await importPermits(
    Array.from({ length: 1_200 }, (_, n) => `P${n},Client ${n % 7},C-${n}`),
    { createMissing: 'orgs' },
  )
  assert.deepEqual(await undone(job), { deleted: 1_207, kept: 0, failed: [] })
  assert.equal((await permits('C-')).length, 0)
  assert.equal((await orgs('Client 3')).length, 0)
})

test('an import can be undone once, by its owner, within a day; a dry run or an empty import never', async () => {
  const job = await importPermits(['A,Acme,D-1'])
  assert.equal((await undo(job.id, people.superadmin)).statusCode, 404)
  const recent = async (as = people.admin) => portal.send({ method: 'GET', url: '/api/import/permits' }, as)
  assert.equal(RecentImports.parse((await recent()).json()).imports[0]?.id, job.id)
  assert.deepEqual(RecentImports.parse((await recent(people.superadmin)).json()).imports, [])
  assert.equal((await undo(job.id)).statusCode, 200)
  const twice = await undo(job.id)
  assert.deepEqual([twice.statusCode, twice.json().detail], [409, 'Already undone.'])
  const dry = await importPermits(['B,Acme,D-2'], { dryRun: 'true' })
  const nothing = await importPermits(['C,Nobody,D-3'])
  const old = await importPermits(['D,Acme,D-4'])
  await sql`update jobs set finished_at = now() - interval '25 hours' where id = ${old.id}`.execute(
    portal.deps.database.kysely,
  )
  for (const each of [dry, nothing, old]) {
    const result = await undo(each.id)
    assert.equal(result.statusCode, 409)
    assert.match(result.json().detail, /within 24 hours/)
  }
  assert.equal((await permits('D-4')).length, 1)
  const ids = RecentImports.parse((await recent()).json()).imports.map(({ id }) => id)
  for (const each of [job, dry, nothing, old]) assert.ok(!ids.includes(each.id))
})

test('a person who may no longer import cannot undo an import', async () => {
  const job = await importPermits(['A,Acme,E-1'])
  await sql`update users set role = 'team' where pid = ${people.admin.pid}`.execute(
    portal.deps.database.kysely,
  )
  const result = await undo(job.id)
  await sql`update users set role = 'admin' where pid = ${people.admin.pid}`.execute(
    portal.deps.database.kysely,
  )
  assert.ok([401, 403].includes(result.statusCode), result.body)
  assert.equal((await permits('E-1')).length, 1)
})
