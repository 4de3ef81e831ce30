import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { lockPermitsSql } from './permits-of-payments.ts'

let portal: TestApp
before(async () => {
  portal = await startTestApp()
})
after(() => portal.close())

test('the permits of some payments are locked in the order of their pids, found by it and not among all permits', async () => {
  const { kysely } = portal.deps.database
  await sql`insert into permits (pid, ref_no, title, status, bucket)
    select 'P' || n, 'PM-' || n, 'Permit ' || n, 'NEW', 'processing' from generate_series(1, 9) n`.execute(
    kysely,
  )
  await sql`insert into payments (pid, ref_no, permit, status, kind)
    select 'Y' || n, 'PAY-' || n, 'P' || n, 'DUE', 'FEE' from generate_series(1, 9) n`.execute(kysely)
  await sql`insert into payment_allocations (payment, permit, fee, amount, at) values ('Y7', 'P7', 'Y3', 1, now())`.execute(
    kysely,
  )
  const locking = lockPermitsSql(['P9'], ['Y5', 'Y3'])
  const { plan, locked } = await kysely.transaction().execute(async (trx) => {
    for (const name of ['enable_seqscan', 'enable_bitmapscan'])
      await sql`set local ${sql.raw(name)} = off`.execute(trx)
    const { rows } = await sql<Record<string, string>>`explain ${locking}`.execute(trx)
    // A row that is locked names the transaction in `xmax`.
    await locking.execute(trx)
    const found = await sql<{ pid: string }>`
      select pid from permits where xmax = pg_current_xact_id()::xid order by pid`.execute(trx)
    return {
      plan: rows.flatMap((row) => Object.values(row)).join('\n'),
      locked: found.rows.map(({ pid }) => pid),
    }
  })
  assert.deepEqual(locked, ['P3', 'P5', 'P7', 'P9'])
  assert.match(plan, /permits_pid_key on permits p.*\n\s+Index Cond: \(pid = /)
})
