import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import { z } from 'zod'
import { createPooledDatabase } from '#platform/database/server-database.ts'
import { systemClock } from '#platform/clock.ts'
import { createIds } from '#platform/ids.ts'
import { installPortalCollections } from '#domain/collections.ts'
import { createGiven } from '#test-support/given.ts'
import { embeddedUrl } from '#test-support/embedded-url.ts'
import { startServer, untilPrinted } from '#test-support/server-process.ts'
import type { StartedServer } from '#test-support/server-process.ts'

let folder: string
let server: StartedServer
let cookie: string

/** Process ids of the workers of a server. */
async function workersOf({ child }: StartedServer): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    pids.map(async (pid) => {
      const [stat, line] = await Promise.all(
        ['stat', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
      )
      const parent = Number(stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      return parent === child.pid && line?.includes('main.ts') === true ? [Number(pid)] : []
    }),
  )
  return found.flat()
}

async function start(): Promise<StartedServer> {
  const started = await startServer({
    WORKERS: '2',
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    RATE_LIMIT_PER_MINUTE: '0',
  })
  await untilPrinted(started, /2 processes serve requests\./)
  return started
}

before(async () => {
  installPortalCollections()
  folder = await mkdtemp(join(tmpdir(), 'portal-workers-'))
  await chmod(folder, 0o711)
  server = await start()
  const database = createPooledDatabase({
    kind: 'server',
    connection: { connectionString: await embeddedUrl(folder) },
    log: pino({ level: 'silent' }),
    closeServer: async () => undefined,
  })
  const given = createGiven({
    database,
    clock: systemClock,
    ids: createIds(systemClock),
    environment: { demo: false },
  })
  cookie = await given.cookieOf((await given.everyRole()).admin)
  await database.close()
})
after(async () => {
  server.child.kill('SIGTERM')
  await server.exit
  await rm(folder, { recursive: true, force: true })
})

const Created = z.object({ pid: z.string() })

async function crud(call: object): Promise<Response> {
  return fetch(`http://localhost:${server.port}/api/crud`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, connection: 'close' },
    body: JSON.stringify(call),
  })
}
const createOrganization = (name: string) =>
  crud({ method: 'POST', apiPath: 'orgs', body: { legalName: name } })

test('a killed worker is replaced, and no acknowledged write is lost', { timeout: 180_000 }, async () => {
  const [killed] = await workersOf(server)
  assert.ok(killed !== undefined)
  const acknowledged: string[] = []
  const write = async (turn: number) => {
    // A call that the killed worker had begun fails; nothing of it is acknowledged.
    const result = await createOrganization(`Worker ${turn}`).catch(() => null)
    if (result?.status === 201) acknowledged.push(Created.parse(await result.json()).pid)
  }
  for (let turn = 0; turn < 20; turn += 1) {
    if (turn === 5) process.kill(killed, 'SIGKILL')
    await write(turn)
  }
  assert.ok(acknowledged.length >= 18, `${acknowledged.length} of 20`)
  for (const pid of acknowledged)
    assert.equal((await crud({ method: 'GET', apiPath: `orgs/${pid}` })).status, 200)
  while ((await workersOf(server)).length < 2) await delay(50)
})

test('metrics have the processes of all workers, whichever answers', { timeout: 60_000 }, async () => {
  const read = async () => {
    const response = await fetch(`http://localhost:${server.port}/metrics`, { headers: { cookie } })
    return (await response.text()).split('\n')
  }
  const placesIn = (lines: readonly string[]) =>
    lines
      .flatMap((line) => /^process_resident_memory_bytes\{worker="(\d)"\}/.exec(line)?.[1] ?? [])
      .toSorted()
  let lines = await read()
  // The worker that replaced the killed one may still be starting.
  for (; placesIn(lines).length < 2; lines = await read()) await delay(200)
  assert.deepEqual(placesIn(lines), ['1', '2'])
  assert.equal(lines.filter((line) => line.startsWith('# TYPE portal_http_request_seconds ')).length, 1)
})

test('a second server on the data folder is refused while workers run', { timeout: 60_000 }, async () => {
  const second = await startServer({ DATA_DIR: folder })
  assert.equal(await second.exit, 1)
  assert.match(second.stderr(), /is in use by another server/)
})

test('workers end with the killed server, and the next start works', { timeout: 180_000 }, async () => {
  const workers = await workersOf(server)
  server.child.kill('SIGKILL')
  await server.exit
  const isAlive = (pid: number) => {
    try {
      process.kill(pid, 0)
      return true
    } catch {
      return false
    }
  }
  while (workers.some(isAlive)) await delay(50)
  server = await start()
  assert.equal((await createOrganization('After a crash')).status, 201)
})

test('SIGTERM ends the server and its workers with code 0', { timeout: 60_000 }, async () => {
  const workers = await workersOf(server)
  server.child.kill('SIGTERM')
  assert.equal(await server.exit, 0)
  assert.deepEqual(await workersOf(server), [])
  assert.ok(workers.length === 2)
})

test('WORKERS without PostgreSQL, and a number that makes no sense, are refused in a sentence', async () => {
  const refused = await startServer({ WORKERS: '0' })
  assert.equal(await refused.exit, 1)
  assert.match(refused.stderr(), /^WORKERS must be from 1 to 64/)
})
