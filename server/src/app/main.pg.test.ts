import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { isOpenToAll } from '#platform/database/embedded/launcher.ts'
import { StartRefusal } from '#platform/environment/start-refusal.ts'
import { requireFolding, requirePostgresVersion } from '#platform/database/server-database.ts'
import { freePort, startServer as start, untilPrinted, untilReady } from '#test-support/server-process.ts'
import type { StartedServer } from '#test-support/server-process.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-main-'))
})
/** Servers started by a test. They are stopped after the test, also when it fails. */
const started: StartedServer[] = []
after(async () => {
  for (const { child } of started) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

async function oneSentence(variables: Record<string, string>, uid?: number): Promise<string> {
  const refused = await start(variables, uid)
  assert.equal(await refused.exit, 1, refused.stderr())
  assert.equal(refused.stdout(), '')
  const lines = refused.stderr().trim().split('\n')
  assert.equal(lines.length, 1, refused.stderr())
  return lines[0] ?? ''
}

test('an invalid variable is reported in one sentence with exit code 1', async () => {
  assert.match(await oneSentence({ RATE_LIMIT_PER_MINUTE: 'many' }), /^RATE_LIMIT_PER_MINUTE must be/)
})

test('a taken port is reported in one sentence before anything is written', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const dataDir = join(folder, 'taken')
  assert.match(
    await oneSentence({ PORT: String(port), DATA_DIR: dataDir }),
    new RegExp(`^PORT ${port} is taken`),
  )
  await assert.rejects(readdir(dataDir), { code: 'ENOENT' })
  other.close()
})

test('a data folder that cannot be written is reported in one sentence', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  assert.match(await oneSentence({ DATA_DIR: join(file, 'data') }), /^DATA_DIR .* cannot be written/)
})

test(
  'in production PostgreSQL that cannot run ends the start, and no other database takes its place',
  { skip: process.getuid?.() !== 0 && 'only root can start a server as another user' },
  async (context) => {
    if (!(await isOpenToAll(import.meta.dirname)))
      return context.skip('the portal lies in a folder closed to other users')
    // Platforms that run containers with arbitrary user ids have no entry in /etc/passwd for them.
    const uid = 12_345
    const dataDir = join(folder, 'nameless')
    await mkdir(dataDir)
    await chown(dataDir, uid, uid)
    await chmod(folder, 0o711)
    const sentence = await oneSentence({ DATA_DIR: dataDir, NODE_ENV: 'production' }, uid)
    assert.match(sentence, /PostgreSQL cannot run here \(.*could not look up effective user ID 12345/)
    assert.match(sentence, /NODE_ENV=production.*\/etc\/passwd.*DATABASE_URL/)
    assert.ok(!(await readdir(dataDir)).includes('pglite'))
  },
)

test('an unreachable database is reported in one sentence without its password', async () => {
  const url = `postgres://portal:secret-word@127.0.0.1:${await freePort()}/portal`
  const sentence = await oneSentence({
    DATABASE_URL: url,
    SECRET_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: join(folder, 'unreachable'),
  })
  assert.match(sentence, /^DATABASE_URL: PostgreSQL at 127\.0\.0\.1:\d+\/portal does not answer/)
  assert.equal(sentence.includes('secret-word'), false)
})

test('a PostgreSQL older than 15 and a database that cannot fold case are refused', () => {
  assert.throws(
    () => requirePostgresVersion(140_011),
    (error) => error instanceof StartRefusal && error.message.includes('PostgreSQL 14'),
  )
  assert.doesNotThrow(() => requirePostgresVersion(150_000))
  assert.throws(
    () => requireFolding('LATIN1', true),
    (error) => error instanceof StartRefusal && error.message.includes('LATIN1'),
  )
  assert.throws(
    () => requireFolding('UTF8', false),
    (error) => error instanceof StartRefusal && error.message.includes('ICU'),
  )
  assert.doesNotThrow(() => requireFolding('UTF8', true))
})

test(
  'a start prints address, sign-in and scanner state; the data folder stays locked until the server ends',
  { timeout: 180_000 },
  async () => {
    const dataDir = join(folder, 'data')
    const first = await start({ DATA_DIR: dataDir })
    started.push(first)
    await untilPrinted(first, /No virus scanner.*\n/)
    const lines = first.stdout().trim().split('\n')
    assert.equal(lines[0], `The permit portal is running at http://localhost:${first.port}`)
    assert.match(lines[1] ?? '', /one-time link: http:\/\/localhost:\d+\/sign-up#setup=[A-Za-z0-9_-]{43}$/)
    assert.match(lines[2] ?? '', /No virus scanner is configured/)
    const health = await fetch(`http://127.0.0.1:${first.port}/api/health`)
    assert.deepEqual(
      [health.status, await health.json()],
      [200, { status: 'ok', version: '0.1.0', database: 'ok', store: 'ok', mail: 'ok', scanner: 'none' }],
    )

    assert.match(await oneSentence({ DATA_DIR: dataDir }), /is in use by another server \(process \d+\)/)

    first.child.kill('SIGKILL')
    await first.exit
    const second = await start({ DATA_DIR: dataDir })
    started.push(second)
    await untilReady(second)
    const began = Date.now()
    second.child.kill('SIGTERM')
    assert.equal(await second.exit, 0)
    assert.equal(Date.now() - began < 10_000, true)
    await assert.rejects(readdir(join(dataDir, 'postgres/data/postmaster.pid')), { code: 'ENOENT' })
  },
)
