import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { retainAudit } from './retain-audit.ts'
import { verifyAudit } from './verify-audit.ts'

const dayMs = 86_400_000
let portal: TestApp
before(async () => {
  portal = await startTestApp()
})
after(() => portal.close())

const kysely = () => portal.deps.database.kysely
/** The database decides by its own clock, so these times are real ones. */
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)
const write = (name: string, at: Date) =>
  writeAudit(kysely(), { kind: 'sign-out', at, actor: null, person: null, origin: null, detail: { name } })
const names = async () =>
  (
    await sql<{ name: string }>`select detail->>'name' as name from audit order by id`.execute(kysely())
  ).rows.map(({ name }) => name)
const retain = (before: Date, environment = portal.deps.environment) =>
  retainAudit({ database: portal.deps.database, environment }, before, new AbortController().signal)

test('the audit loses its oldest rows, and the chain of the others is still whole', async () => {
  for (const days of [900, 800, 700]) await write(`${days} days`, daysAgo(days))
  // A later row with an earlier time waits for the row before it.
  await write('today', daysAgo(0))
  await write('850 days', daysAgo(850))
  assert.equal(await retain(daysAgo(750)), 2)
  assert.deepEqual(await names(), ['700 days', 'today', '850 days'])
  assert.deepEqual(await verifyAudit(kysely()), { verified: 3, broken: null })
  await write('after', daysAgo(0))
  assert.deepEqual(await verifyAudit(kysely()), { verified: 4, broken: null })
  assert.equal(await retain(daysAgo(750)), 0)
})

test('rows that AUDIT_LOG has not got yet are kept', async () => {
  const auditLog = { kind: 'file', path: '/somewhere' } as const
  const environment = { ...portal.deps.environment, auditLog }
  assert.equal(await retain(daysAgo(400), environment), 0)
  await sql`insert into audit_sent (destination, position) select '/somewhere', min(position) from audit_chain`.execute(
    kysely(),
  )
  assert.equal(await retain(daysAgo(400), environment), 1)
  assert.deepEqual(await verifyAudit(kysely()), { verified: 3, broken: null })
})

test('nobody deletes audit rows of the last year, nor old ones without the anchor of the chain', async () => {
  await assert.rejects(retain(daysAgo(364)), { code: '42501' })
  await write('another old one', daysAgo(500))
  const before = await names()
  for (const change of [
    sql`delete from audit where detail->>'name' = 'today'`,
    sql`update audit set kind = 'x'`,
    sql`delete from audit_chain`,
    sql`update audit_anchor set position = position - 1`,
    sql`update audit_anchor set position = (select max(position) from audit_chain), hash = 'x'`,
    sql`update audit_anchor set (position, hash) = (select position, hash from audit_chain order by position desc limit 1)`,
  ])
    await assert.rejects(change.execute(kysely()), { code: '42501' })
  assert.deepEqual(await names(), before)
  assert.equal((await verifyAudit(kysely())).broken, null)
})

test('an audit that was deleted to its end goes on from its anchor', async () => {
  const other = await startTestApp()
  try {
    const { database, environment } = other.deps
    const row = { kind: 'sign-out', actor: null, person: null, origin: null } as const
    const { rows } = await sql<{ n: number }>`select count(*) as n from audit`.execute(database.kysely)
    for (const days of [900, 800]) await writeAudit(database.kysely, { ...row, at: daysAgo(days) })
    assert.equal(rows[0]?.n, 0)
    const { signal } = new AbortController()
    assert.equal(await retainAudit({ database, environment }, daysAgo(400), signal), 2)
    await writeAudit(database.kysely, { ...row, at: new Date() })
    assert.deepEqual(await verifyAudit(database.kysely), { verified: 1, broken: null })
  } finally {
    await other.close()
  }
})
