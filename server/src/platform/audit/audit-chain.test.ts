import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { appendEvent } from '#platform/database/outbox.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import type { AuditLine } from '#platform/auth/audit-trail.ts'
import { verifyAudit } from './verify-audit.ts'

let portal: TestApp
before(async () => {
  portal = await startTestApp()
})
after(() => portal.close())

const line = (name: string): AuditLine => ({
  kind: 'sign-out',
  at: portal.clock.now(),
  actor: 'A',
  person: 'P',
  origin: null,
  detail: { name, umlaut: 'Ä' },
})
const kysely = () => portal.deps.database.kysely
const last = async () =>
  (await sql<{ id: number }>`select id from audit order by id desc limit 1`.execute(kysely())).rows[0]?.id ??
  0

/** Changes the audit as only its owner could, returns what the verification finds, and rolls back. */
async function tampered(
  change: ReturnType<typeof sql>,
): Promise<Awaited<ReturnType<typeof verifyAudit>>['broken']> {
  const stop = new Error('rolled back')
  let broken: Awaited<ReturnType<typeof verifyAudit>>['broken'] = null
  await kysely()
    .transaction()
    .execute(async (trx) => {
      await sql`set local session_replication_role = 'replica'`.execute(trx)
      await change.execute(trx)
      broken = (await verifyAudit(trx)).broken
      throw stop
    })
    .catch((error: unknown) => assert.equal(error, stop))
  return broken
}

test('S-29: audit rows are chained by hash, also with concurrent writers and rollbacks', async () => {
  const before = (await verifyAudit(kysely())).verified
  await Promise.all(Array.from({ length: 20 }, (_, at) => writeAudit(kysely(), line(`row ${at}`))))
  await kysely()
    .transaction()
    .execute(async (trx) => {
      await writeAudit(trx, line('taken back'))
      throw new Error('taken back')
    })
    .catch(() => undefined)
  await kysely()
    .transaction()
    .execute(async (trx) => {
      for (const name of ['one', 'two', 'three']) await writeAudit(trx, line(name))
    })
  assert.deepEqual(await verifyAudit(kysely()), { verified: before + 23, broken: null })
})

test('S-29: verification finds a row that was changed, removed or inserted', async () => {
  for (const name of ['one', 'two', 'three', 'four']) await writeAudit(kysely(), line(name))
  const id = (await last()) - 1
  const [{ position } = { position: 0 }] = (
    await sql<{ position: number }>`select position from audit_chain where audit = ${id}`.execute(kysely())
  ).rows
  assert.deepEqual(await tampered(sql`update audit set detail = '{"name":"nothing"}' where id = ${id}`), {
    position,
    reason: `row ${id} was changed, or the one before it`,
  })
  assert.deepEqual(
    await tampered(sql`update audit set at = at + interval '1 microsecond' where id = ${id}`),
    {
      position,
      reason: `row ${id} was changed, or the one before it`,
    },
  )
  assert.deepEqual(await tampered(sql`delete from audit where id = ${id}`), {
    position,
    reason: `row ${id} was removed`,
  })
  const withLink = sql`with gone as (delete from audit where id = ${id}) delete from audit_chain where audit = ${id}`
  assert.equal((await tampered(withLink))?.reason, `the row before it is missing: position ${position}`)
  const between = sql`insert into audit (at, kind, detail) values (now(), 'sign-in', '{}')`
  assert.match((await tampered(between))?.reason ?? '', /^row \d+ is not part of the chain$/)
  assert.equal((await verifyAudit(kysely())).broken, null)
})

test('S-29: the audit cannot be updated, deleted or truncated', async () => {
  await writeAudit(kysely(), line('stays'))
  for (const change of [
    sql`update audit set kind = 'sign-in'`,
    sql`delete from audit`,
    sql`truncate audit`,
    sql`update audit_chain set hash = 'x'`,
    sql`delete from audit_chain`,
    sql`update audit_anchor set position = 9`,
  ]) {
    await assert.rejects(change.execute(kysely()), /only ever added/)
  }
})

test('S-29: the chain includes changes of roles and configuration, and downloads from the restricted folder', async () => {
  const person = await portal.given.user({ role: 'team' })
  const before = (await verifyAudit(kysely())).verified
  const changes = [{ field: 'role', from: 'team', to: 'admin' }]
  const event = { pid: person.pid, version: 2, actor: person.pid, at: portal.clock.now() }
  await kysely()
    .transaction()
    .execute(async (trx) => {
      await appendEvent(trx, { ...event, collection: 'users', action: 'update', changes })
      await appendEvent(trx, {
        ...event,
        collection: 'users',
        action: 'update',
        changes: [{ field: 'name', from: 'A', to: 'B' }],
      })
      await appendEvent(trx, { ...event, collection: 'files', action: 'download' })
      await appendEvent(trx, { ...event, collection: 'permits', action: 'update' })
    })
  assert.deepEqual(await verifyAudit(kysely()), { verified: before + 2, broken: null })
})
