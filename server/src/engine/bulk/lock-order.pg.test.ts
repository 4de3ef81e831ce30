import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { startOnPostgres } from '#test-support/start-on-postgres.ts'
import type { TestApp } from '#test-support/start-test-app.ts'

let portal: TestApp
before(async () => {
  portal = await startOnPostgres()
})
after(() => portal.close())

/** The earlier record has the later pid, as after an import or with several servers. */
const earlier = 'LOCK-ORDER-2'
const later = 'LOCK-ORDER-1'

async function givenPermits(): Promise<void> {
  const { database } = portal.deps
  await database.query(`insert into orgs (pid, legal_name, status) values ('LOCK-ORG', 'Lock', 'ACTIVE')`, [])
  for (const pid of [earlier, later])
    await database.query(
      `insert into permits (pid, ref_no, title, org, permit_type, status, bucket, pipeline_stage, priority, payment_status, court)
       values ($1, $1, $1, 'LOCK-ORG', 'SIGN', 'NEW', 'processing', 'INTAKE', 'NORMAL', 'NONE', 'OURS')`,
      [pid],
    )
}

test('a bulk edit locks records in the order of their pids, as every other write does', async () => {
  await givenPermits()
  const admin = await portal.given.user({ role: 'admin' })
  let isFree = false
  const sent = await portal.deps.database.kysely.transaction().execute(async (trx) => {
    await sql`select 1 from permits where pid = ${later} for update`.execute(trx)
    // `resolve` sends the call, which would else wait until its answer is awaited.
    const call = Promise.resolve(
      portal.crud(admin, {
        apiPath: 'permits',
        method: 'PATCH',
        body: { pids: [earlier, later], patch: { priority: 'HIGH' } },
      }),
    )
    for (let isWaiting = false; !isWaiting; await wait(20)) {
      const { rows } = await sql`select 1 from pg_locks
        where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(trx)
      isWaiting = rows.length > 0
    }
    const { rows } = await sql`select 1 from permits where pid = ${earlier} for update skip locked`.execute(
      trx,
    )
    isFree = rows.length === 1
    return { call }
  })
  assert.ok(isFree, 'the record with the later pid is locked last')
  const { statusCode, body } = await sent.call
  assert.equal(statusCode, 200, body)
})
