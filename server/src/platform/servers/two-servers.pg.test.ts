import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Health } from '@portal/contract'
import { pino } from 'pino'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { openEmbedded } from '#platform/database/embedded-database.ts'
import { embeddedUrl } from '#test-support/embedded-url.ts'
import { startServer, untilPrinted, untilReady } from '#test-support/server-process.ts'
import type { StartedServer } from '#test-support/server-process.ts'

let folder: string
let database: Database
/** DATABASE_URL of both servers. */
let url: string
let first: StartedServer
/** Servers started by a test. They are stopped before the database. */
const started: StartedServer[] = []
const secretKey = randomBytes(32).toString('base64')

/** Starts a server with files in its own data folder. */
async function startOn(name: string): Promise<StartedServer> {
  const server = await startServer({
    DATABASE_URL: url,
    SECRET_KEY: secretKey,
    DATA_DIR: join(folder, name),
  })
  started.push(server)
  return server
}

before(
  async () => {
    folder = await mkdtemp(join(tmpdir(), 'portal-two-servers-'))
    await chmod(folder, 0o711)
    database = await openEmbedded(folder, pino({ level: 'silent' }))
    url = await embeddedUrl(folder)
    first = await startOn('first')
    await untilReady(first)
  },
  { timeout: 180_000 },
)
after(async () => {
  for (const { child, exit } of started) {
    child.kill('SIGKILL')
    await exit
  }
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

async function stop({ child, exit }: StartedServer): Promise<void> {
  child.kill('SIGTERM')
  await exit
}

const registered = () => database.query('select pid from servers', [], z.object({ pid: z.number() }))
const healthOf = async ({ port }: StartedServer) =>
  Health.parse(await (await fetch(`http://localhost:${port}/api/health`)).json())

test('a second server with files of its own is refused in one sentence that names the remedy', async () => {
  const second = await startOn('own-files')
  assert.equal(await second.exit, 1)
  assert.match(
    second.stderr(),
    /^The server on .+ \(process \d+\) works on this database with other files: .*Set S3_ENDPOINT, S3_BUCKET .*DATA_DIR\/files.*\n$/,
  )
  assert.deepEqual((await registered()).length, 1, 'only the first one runs')
})

test('a second server that shares the folder of files starts, and both are healthy', async () => {
  const dataDir = join(folder, 'shared-files')
  await mkdir(dataDir)
  await symlink(join(folder, 'first', 'files'), join(dataDir, 'files'))
  const second = await startOn('shared-files')
  await untilPrinted(second, /Files are kept on this machine alone \(no S3_ENDPOINT\)/)
  assert.equal((await registered()).length, 2)
  for (const server of [first, second]) assert.equal((await healthOf(server)).degraded, undefined)
  await stop(second)
  assert.equal((await registered()).length, 1, 'a server that stops leaves')
})

test(
  'a paused server whose place was taken by one with other files says so when it goes on',
  { timeout: 60_000 },
  async () => {
    first.child.kill('SIGSTOP')
    let second: StartedServer
    try {
      // As if the pause had lasted for minutes.
      await database.query("update servers set seen_at = seen_at - interval '5 minutes'", [])
      second = await startOn('other-files')
      await untilReady(second)
    } finally {
      first.child.kill('SIGCONT')
    }
    let health = await healthOf(first)
    for (let tries = 0; tries < 150 && health.degraded === undefined; tries += 1) {
      await wait(100)
      health = await healthOf(first)
    }
    assert.deepEqual([health.status, health.degraded], ['ok', ['servers']])
    assert.match(health.reasons?.['servers'] ?? '', /works on this database with other files/)
    await stop(second)
  },
)
