import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { writeAudit } from '#platform/auth/audit-trail.ts'
import type { Database } from '#platform/database/database.ts'
import { openOwnPostgres } from '#test-support/open-migrated-postgres.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { guardAudit, releaseAudit } from './guard-audit.ts'
import { retainAudit } from './retain-audit.ts'
import { verifyAudit } from './verify-audit.ts'

/** The guard is set up by the owner of the PostgreSQL server. */
async function startOnOwnPostgres(): Promise<TestApp> {
  const log = pino({ level: 'silent' })
  const { database } = await openOwnPostgres(log)
  return startTestApp({ deps: { log, database } })
}

let portal: TestApp
before(async () => {
  portal = await startOnOwnPostgres()
})
after(() => portal.close())

const write = (name: string) =>
  writeAudit(portal.deps.database.kysely, {
    kind: 'sign-out',
    at: new Date(),
    actor: null,
    person: null,
    origin: null,
    detail: { name },
  })

test('S-29: on PostgreSQL the portal’s login can only insert into the audit and read it', async () => {
  const { database } = portal.deps
  const warnings: string[] = []
  for (let start = 0; start < 2; start += 1) {
    await releaseAudit(database)
    await guardAudit(database, (line) => warnings.push(line))
  }
  assert.deepEqual(warnings, [])
  await write('one')
  await database.kysely.transaction().execute(async (trx) => {
    await sql`insert into history (at, collection, pid, action, version, changes) values (now(), 'config', 'C', 'update', 2, '[]')`.execute(
      trx,
    )
  })
  assert.deepEqual(await verifyAudit(database.kysely), { verified: 2, broken: null })
  for (const change of [
    sql`update audit set kind = 'x'`,
    sql`delete from audit`,
    sql`truncate audit`,
    sql`insert into audit_chain (position, audit, hash) values (99, 99, 'x')`,
    sql`delete from audit_chain`,
    sql`update audit_anchor set position = 9`,
    sql`alter table audit disable trigger all`,
    sql`set session_replication_role = 'replica'`,
    sql`alter function chain_audit() owner to portal`,
  ]) {
    await assert.rejects(change.execute(database.kysely), { code: '42501' })
  }
  assert.deepEqual(await verifyAudit(database.kysely), { verified: 2, broken: null })
})

/** Runs `test` on a database that lacks its last migration. */
async function lackingMigration({ kysely }: Database, test: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{
    name: string
    checksum: string
  }>`delete from migrations where name = (select max(name) from migrations) returning name, checksum`.execute(
    kysely,
  )
  const [last] = rows
  assert.ok(last)
  try {
    await test()
  } finally {
    await sql`insert into migrations (name, checksum) values (${last.name}, ${last.checksum})`.execute(kysely)
  }
}

test('a server whose login may not take the audit back starts, unless migrations are missing', async () => {
  const { database } = portal.deps
  const unprivileged: Database = { ...database }
  delete unprivileged.administer
  const refuseWarning = (line: string) => assert.fail(line)
  await guardAudit(database, refuseWarning)
  await releaseAudit(unprivileged)
  await guardAudit(unprivileged, refuseWarning)
  await lackingMigration(database, async () => {
    await assert.rejects(
      releaseAudit(unprivileged),
      /^StartRefusal: The login in DATABASE_URL \(portal\) is not/,
    )
    await releaseAudit(database)
    await sql`comment on table audit_anchor is null`.execute(database.kysely)
    await guardAudit(database, refuseWarning)
  })
  await assert.rejects(sql`comment on table audit_anchor is null`.execute(database.kysely), {
    code: '42501',
  })
})

test('the portal’s login deletes audit rows that are older than a year through the retention alone', async () => {
  const { database, environment } = portal.deps
  const dayMs = 86_400_000
  const retain = (days: number) =>
    retainAudit({ database, environment }, new Date(Date.now() - days * dayMs), new AbortController().signal)
  const other = await startOnOwnPostgres()
  try {
    for (const days of [500, 0])
      await writeAudit(other.deps.database.kysely, {
        kind: 'sign-out',
        at: new Date(Date.now() - days * dayMs),
        actor: null,
        person: null,
        origin: null,
      })
    await guardAudit(other.deps.database, () => assert.fail('the ownership is transferred'))
    await assert.rejects(sql`delete from audit`.execute(other.deps.database.kysely), { code: '42501' })
    const { signal } = new AbortController()
    const before = new Date(Date.now() - 400 * dayMs)
    assert.equal(await retainAudit(other.deps, before, signal), 1)
    assert.deepEqual(await verifyAudit(other.deps.database.kysely), { verified: 1, broken: null })
  } finally {
    await other.close()
  }
  await assert.rejects(retain(300), { code: '42501' })
  assert.equal(await retain(366), 0)
})

test('S-29: concurrent writers produce one chain', { timeout: 120_000 }, async () => {
  const before = (await verifyAudit(portal.deps.database.kysely)).verified
  const start = performance.now()
  const writers = 10
  const each = 50
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let at = 0; at < each; at += 1) await write(`${writer} ${at}`)
    }),
  )
  const rate = Math.round((writers * each) / ((performance.now() - start) / 1000))
  assert.ok(rate > 20, `${rate} rows a second`)
  process.stdout.write(`# ${rate} rows a second by ${writers} writers\n`)
  assert.deepEqual(await verifyAudit(portal.deps.database.kysely), {
    verified: before + writers * each,
    broken: null,
  })
})
