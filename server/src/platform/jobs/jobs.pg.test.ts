import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import type { Database } from '#platform/database/database.ts'
import type { Person } from '#test-support/given.ts'
import { openMigratedPostgres } from '#test-support/open-migrated-postgres.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { endOfJob } from './test-support/end-of-job.ts'

/**
 * `PROVE_ROWS=25000` runs the tests at the size of the performance goals and checks their time limits. The
 * machine must be idle.
 */
const rowCount = Number(process.env['PROVE_ROWS'] ?? 4_000)
const isProof = process.env['PROVE_ROWS'] !== undefined
let database: Database
let one: TestApp
let other: TestApp
let admin: Person

before(async () => {
  ;({ database } = await openMigratedPostgres(pino({ level: 'silent' })))
  one = await startTestApp({ deps: { database } })
  other = await startTestApp({ deps: { database } })
  admin = (await one.given.everyRole(await one.given.org({ name: 'Acme' }))).admin
})
after(async () => {
  await other.app.close()
  await one.close()
})

async function startImport(prefix: string): Promise<string> {
  const lines = Array.from(
    { length: rowCount },
    (_, n) => `Permit ${n},Acme,${prefix}-${n},"$1,000.50",05/31/2026,${n} Elm Street,Final`,
  )
  const csv = `title,org,authorityNumber,valuation,issuedDate,siteAddress,status\n${lines.join('\n')}\n`
  const mark = 'a-boundary-of-the-test'
  const fields = ['title', 'org', 'authorityNumber', 'valuation', 'issuedDate', 'siteAddress', 'status']
  const mapping = JSON.stringify({
    ...Object.fromEntries(fields.map((name) => [name, name])),
    permitType: { value: 'SIGN' },
  })
  const payload = `--${mark}\r\ncontent-disposition: form-data; name="mapping"\r\n\r\n${mapping}\r\n--${mark}\r\ncontent-disposition: form-data; name="file"; filename="x.csv"\r\n\r\n${csv}\r\n--${mark}--\r\n`
  const headers = { 'content-type': `multipart/form-data; boundary=${mark}` }
  const response = await one.send({ method: 'POST', url: '/api/import/permits', headers, payload }, admin)
  assert.equal(response.statusCode, 202, response.body)
  return response.json<{ job: { id: string } }>().job.id
}

async function imported(prefix: string): Promise<{ rows: number; numbers: number }> {
  const { rows } = await sql<{
    rows: number
    numbers: number
  }>`select count(*) as rows, count(distinct authority_number) as numbers
    from permits where authority_number like ${`${prefix}-%`}`.execute(database.kysely)
  return rows[0] ?? { rows: 0, numbers: 0 }
}

test('an import whose server is killed repeatedly is completed by another server, and no row is imported twice', async () => {
  const id = await startImport('K')
  for (let kills = 0; kills < 3; kills += 1) {
    await wait(150)
    // The state after a kill: a running job whose server sends no heartbeat.
    await sql`update jobs set claimed_by = 'killed', heartbeat_at = clock_timestamp() - interval '1 minute' where id = ${id} and state = 'running'`.execute(
      database.kysely,
    )
  }
  const job = await endOfJob(other, admin, id)
  assert.deepEqual(
    [job.state, job.done, job.result],
    ['done', rowCount, { created: rowCount, skipped: 0, errors: [] }],
  )
  assert.deepEqual(await imported('K'), { rows: rowCount, numbers: rowCount })
  const { rows } = await sql<{ n: number }>`select count(*) as n from history where job = ${id}`.execute(
    database.kysely,
  )
  assert.equal(rows[0]?.n, rowCount)
  const left = await sql<{ n: number }>`select count(*) as n from import_rows`.execute(database.kysely)
  assert.equal(left.rows[0]?.n, 0)
})

test('an import of many rows and a change of many records finish within their time limits', async () => {
  const beganMs = performance.now()
  const job = await endOfJob(one, admin, await startImport('T'))
  const importSeconds = (performance.now() - beganMs) / 1_000
  assert.equal(job.result?.['created'], rowCount, JSON.stringify(job))
  const { rows } = await sql<{
    pid: string
  }>`select pid from permits where bucket = 'processed' limit 10000`.execute(database.kysely)
  await sql`update permits set status = 'NEW', bucket = 'processing' where pid = any(${rows.map(({ pid }) => pid)}::text[])`.execute(
    database.kysely,
  )
  const changedMs = performance.now()
  const body = { pids: rows.map(({ pid }) => pid), patch: { priority: 'HIGH', city: 'Austin' } }
  const response = await one.crud(admin, { apiPath: 'permits', method: 'PATCH', body })
  assert.equal(response.statusCode, 202, response.body)
  const changed = await endOfJob(one, admin, response.json<{ job: { id: string } }>().job.id)
  const changeSeconds = (performance.now() - changedMs) / 1_000
  assert.deepEqual(changed.result, { updated: rows.length, failed: [] })
  if (!isProof) return
  process.stdout.write(
    `import of ${rowCount} rows ${importSeconds.toFixed(1)} s, change of ${rows.length} records ${changeSeconds.toFixed(1)} s\n`,
  )
  assert.ok(importSeconds <= 20 && changeSeconds <= 8)
})

test('two people who change the same records in parallel lose nothing: every version has a history entry', async () => {
  const { rows } = await sql<{
    pid: string
  }>`select pid from permits where bucket = 'processing' order by seq limit 300`.execute(database.kysely)
  const pids = rows.map(({ pid }) => pid)
  const patches = [{ city: 'A' }, { city: 'B' }, { region: 'C' }, { region: 'D' }]
  const responses = await Promise.all(
    patches.map((patch, n) =>
      (n % 2 === 0 ? one : other).crud(admin, {
        apiPath: 'permits',
        method: 'PATCH',
        body: { pids: n < 2 ? pids : pids.toReversed(), patch },
      }),
    ),
  )
  for (const result of responses)
    assert.deepEqual([result.statusCode, result.json().failed], [200, []], result.body)
  const lost = await sql<{ n: number }>`select count(*) as n from permits p where p.pid = any(${pids}::text[])
    and p.version <> (select max(h.version) from history h where h.pid = p.pid)`.execute(database.kysely)
  assert.equal(lost.rows[0]?.n, 0)
})
