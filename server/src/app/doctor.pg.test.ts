import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createFolderPlace } from '#backup/folder-place.ts'
import { writeCheckNote } from '#backup/check-note.ts'
import { startSmtpSink } from '#mail/test-support/smtp-sink.ts'
import { freePort } from '#test-support/server-process.ts'
import { startKillable } from '#test-support/killable-server.ts'
import type { KillableServer } from '#test-support/killable-server.ts'
import { completeBackup } from './backups/test-support/places.ts'
import { judgeClock } from './doctor/check-database.ts'
import { report, soon, stateOfLimit } from './doctor/findings.ts'

let server: KillableServer
before(
  async () => {
    server = await startKillable('doctor')
  },
  { timeout: 180_000 },
)
after(() => server.close())

/** Runs the doctor on a data folder. Returns its exit code and its lines. */
function examine(
  dataDir: string,
  variables: Record<string, string> = {},
): Promise<{ code: number; lines: string[]; err: string }> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', DEMO: '0', ...variables }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, 'doctor.ts')],
      { env },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, lines: out.trimEnd().split('\n'), err }),
    )
  })
}

const about = (lines: readonly string[], words: RegExp) => lines.filter((line) => words.test(line))

test('the doctor examines a running portal: one sentence a check, the next limit, exit code 0', async () => {
  const sink = await startSmtpSink()
  try {
    const { code, lines, err } = await examine(server.folder, {
      SMTP_URL: sink.url,
      METRICS_TOKEN: 'a-long-token',
    })
    assert.equal(code, 0, [...lines, err].join('\n'))
    for (const words of [
      /^ok {5}Configuration: valid, for http:\/\/localhost:3000\.$/,
      /^(ok|soon) +Disk: [\d.]+ of [\d.]+ GB are free in /,
      /^ok {5}Database: PostgreSQL 1\d\.\d+ answers and holds [\d.]+ GB\.$/,
      /^ok {5}Connections: \d+ of \d+ are in use; one server needs up to 19\.$/,
      /^ok {5}Transactions: /,
      /^ok {5}Migrations: all have run\.$/,
      /^(ok|soon) +Events: /,
      /^ok {5}Clock: the clocks of this server and the database differ by 0\.\d s\.$/,
      /^ok {5}Servers: .+ \(process \d+\)\.$/,
      /^ok {5}Files: the folder of files answers\.$/,
      /^ok {5}Mail: the server of SMTP_URL answers\.$/,
      /^ok {5}Outbox: no message waits\.$/,
      /^ok {5}Jobs: none failed within a day\.$/,
      /^soon {3}Backup: there is no schedule \(BACKUP_TO\), so backups are made by command alone\.$/,
      /^soon {3}Scanner: none is configured/,
      /^Next limit: .+, \d+ % used\.$/,
      /^Nothing is wrong \(\d+ checks passed, \d need attention soon\)\.$/,
    ])
      assert.equal(about(lines, words).length, 1, `${words}\n${lines.join('\n')}`)
  } finally {
    await sink.close()
  }
})

test('what is wrong is named and is exit code 1: a dead outgoing server, an unsafe setting, a failed job', async () => {
  await server.besides(async ({ database }) => {
    await database.query('alter role current_user set synchronous_commit = off', [])
    await database.query(
      `insert into jobs (id, kind, state, owner, collection, params, total, created_at, finished_at) values
        ('J1', 'import', 'failed', 'nobody', 'permits', '{}', 1, now(), now())`,
      [],
    )
  })
  try {
    const { code, lines } = await examine(server.folder, { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` })
    assert.equal(code, 1)
    for (const words of [
      /^WRONG {2}Mail: the server of SMTP_URL does not take mail: .*ECONNREFUSED/,
      /^WRONG {2}Database: synchronous_commit is off, so a power cut may lose or damage data: turn it on\.$/,
      /^soon {3}Jobs: failed within a day: 1 of import\.$/,
      /^2 of \d+ checks found something wrong\.$/,
    ])
      assert.equal(about(lines, words).length, 1, `${words}\n${lines.join('\n')}`)
  } finally {
    await server.besides(({ database }) =>
      database.query('alter role current_user reset synchronous_commit', []),
    )
  }
})

test('the doctor tells age, size and rehearsal of the last backup, and that it is too old', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-doctor-'))
  const variables = { BACKUP_TO: folder, BACKUP_EVERY_HOURS: '24' }
  const now = new Date()
  const made = (at: Date) => at.toISOString().slice(0, 16).replace('T', ' ')
  try {
    const old = new Date(now.getTime() - 37 * 60 * 60_000)
    const first = await completeBackup(createFolderPlace(folder), old, 3 * 1_048_576)
    const late = await examine(server.folder, variables)
    assert.equal(late.code, 1)
    for (const line of [
      `WRONG  Backup: The last backup is from ${made(old)}, older than 36 hours.`,
      'soon   Rehearsal: no backup has been rehearsed: npm run backup -- --check <a backup>.',
    ])
      assert.ok(late.lines.includes(line), late.lines.join('\n'))
    const last = await completeBackup(createFolderPlace(folder), now, 3 * 1_048_576)
    await writeCheckNote(last, { at: now, problems: [] })
    const good = await examine(server.folder, variables)
    for (const line of [
      `ok     Backup: the last one is from ${made(now)}, 3.0 MB, ${last.location}.`,
      `ok     Rehearsal: the last one, ${made(now)}, found ${last.location} good.`,
    ])
      assert.ok(good.lines.includes(line), good.lines.join('\n'))
    await writeCheckNote(first, { at: new Date(now.getTime() + 1_000), problems: ['A file is missing.'] })
    const bad = await examine(server.folder, variables)
    assert.equal(about(bad.lines, /^WRONG {2}Rehearsal: .+ is not good .+: A file is missing\.$/).length, 1)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('a missing migration is named with the command that runs it', async () => {
  await server.besides(({ database }) =>
    database.query("update migrations set name = '0000-other' where name = '0520-servers'", []),
  )
  try {
    const { code, lines } = await examine(server.folder)
    assert.equal(code, 1)
    assert.equal(
      about(lines, /^WRONG {2}Migrations: 1 have not run \(0520-servers .*npm run migrate\.$/).length,
      1,
      lines.join('\n'),
    )
  } finally {
    await server.besides(({ database }) =>
      database.query("update migrations set name = '0520-servers' where name = '0000-other'", []),
    )
  }
})

test('a bad variable is one sentence, and the doctor makes no data in an empty folder', async () => {
  const bad = await examine(server.folder, { PORT: 'many' })
  assert.deepEqual([bad.code, bad.lines], [1, ['']])
  assert.match(bad.err, /^PORT must be a port number/)
  const folder = await mkdtemp(join(tmpdir(), 'portal-doctor-'))
  try {
    const { code, lines } = await examine(join(folder, 'data'))
    assert.equal(code, 1)
    assert.equal(about(lines, /^WRONG {2}Data: there are none in .*: npm start makes them\.$/).length, 1)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('a clock that is off by two seconds needs attention, by half a minute it is wrong; the way there does not count', () => {
  assert.equal(judgeClock(1_500, 10).state, 'ok')
  assert.equal(judgeClock(-2_500, 10).state, 'soon')
  assert.equal(judgeClock(2_500, 1_000).state, 'ok')
  const { state, says } = judgeClock(-3_600_000, 10)
  assert.deepEqual([state, says.includes('differ by 3600.0 s: synchronize both')], ['wrong', true])
})

test('the limit that is nearest comes last in the report', () => {
  const limits = [
    { name: 'connections', usedPart: 0.2 },
    { name: 'disk', usedPart: 0.81 },
  ]
  assert.deepEqual(
    limits.map((limit) => stateOfLimit(limit)),
    ['ok', 'soon'],
  )
  assert.deepEqual(report({ findings: [soon('Disk', 'nearly full.')], limits }), [
    'soon   Disk: nearly full.',
    'Next limit: disk, 81 % used.',
    'Nothing is wrong (0 checks passed, 1 need attention soon).',
  ])
})
