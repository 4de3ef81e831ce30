import assert from 'node:assert/strict'
import { access, chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { embeddedUrl } from '#test-support/embedded-url.ts'
import { startServer, untilReady } from '#test-support/server-process.ts'
import type { StartedServer } from '#test-support/server-process.ts'

let folder: string
const started: StartedServer[] = []
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-stopped-'))
  await chmod(folder, 0o711)
})
after(async () => {
  for (const { child } of started) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** Starts a server on a new folder; `pidFile` is there as long as its PostgreSQL runs. */
async function start(name: string, variables: Record<string, string> = {}) {
  const dataDir = join(folder, name)
  // No request arrives before the server listens, so a stopped start has nothing to drain.
  const server = await startServer({ DATA_DIR: dataDir, DEMO: '1', DRAIN_SECONDS: '300', ...variables })
  started.push(server)
  return { server, dataDir, pidFile: join(dataDir, 'postgres/data/postmaster.pid') }
}

/** Waits until the file is there, or the server has ended. */
async function untilThere(path: string, { child }: StartedServer): Promise<void> {
  while (!(await isThere(path)) && child.exitCode === null) await wait(5)
}

/** Waits until the server inserts permits, which it does within the one transaction of its first import. */
async function untilImporting(dataDir: string): Promise<void> {
  // The whole name: a migration inserts into permits_values before the server can stop in order.
  const sql = String.raw`select 1 from pg_stat_activity
    where pid <> pg_backend_pid() and query ~ '^insert into .?permits\M'`
  for (;;) {
    const client = new pg.Client({ connectionString: await embeddedUrl(dataDir) })
    client.on('error', () => undefined)
    try {
      await client.connect()
      while ((await client.query(sql)).rowCount === 0) await wait(5)
      return
    } catch {
      // The database is not there yet.
      await wait(50)
    } finally {
      await client.end()
    }
  }
}

/** Waits until PostgreSQL has ended, at most 20 s. */
async function untilGone(pidFile: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < 20_000 && (await isThere(pidFile)); waitedMs += 50) await wait(50)
  assert.equal(await isThere(pidFile), false, 'PostgreSQL is still running')
}

test('a server that is stopped while it opens its database leaves no PostgreSQL', async () => {
  const { server, pidFile } = await start('opening')
  await untilThere(pidFile, server)
  server.child.kill('SIGTERM')
  assert.equal(await server.exit, 143, server.stderr())
  await untilGone(pidFile)
})

test('a server that is stopped during its first import ends in order and leaves no PostgreSQL', async () => {
  const { server, dataDir, pidFile } = await start('importing')
  await untilThere(pidFile, server)
  await untilImporting(dataDir)
  server.child.kill('SIGTERM')
  assert.equal(await server.exit, 0, server.stderr())
  assert.equal(server.stderr(), '')
  await untilGone(pidFile)
})

test('a stop that PostgreSQL holds up is broken off after 10 s, and says so', async () => {
  const { server, pidFile } = await start('held', { DEMO: '0', DRAIN_SECONDS: '0' })
  await untilReady(server)
  const postmaster = Number((await readFile(pidFile, 'utf8')).split('\n')[0])
  process.kill(postmaster, 'SIGSTOP')
  try {
    server.child.kill('SIGTERM')
    assert.equal(await server.exit, 1)
    assert.match(server.stderr(), /the stop took longer than 10 s and is broken off/)
  } finally {
    process.kill(postmaster, 'SIGCONT')
  }
  await untilGone(pidFile)
})
