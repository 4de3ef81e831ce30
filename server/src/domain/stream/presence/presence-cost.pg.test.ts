import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { test } from 'node:test'
import { presenceBeatMs } from '@portal/contract'
import { pino } from 'pino'
import { createPooledDatabase } from '#platform/database/server-database.ts'
import { systemClock } from '#platform/clock.ts'
import { createIds } from '#platform/ids.ts'
import { installPortalCollections } from '#domain/collections.ts'
import { embeddedUrl } from '#test-support/embedded-url.ts'
import { openStream } from '#test-support/event-stream.ts'
import type { EventStream } from '#test-support/event-stream.ts'
import { createGiven } from '#test-support/given.ts'
import { startServer, untilReady } from '#test-support/server-process.ts'
import type { StartedServer } from '#test-support/server-process.ts'

/** `PROVE=1` opens the full number of pages and measures. */
const isFull = process.env['PROVE'] === '1'
const pages = isFull ? 1_000 : 12
/** Pages at one record. */
const together = 4
/** Time over which every page repeats its report once. */
const measuredMs = isFull ? presenceBeatMs : 500
const maxShare = 0.05
const ticksPerSecond = 100

/** Parent and CPU time in seconds of every process. */
async function processes(): Promise<Map<number, { parent: number; seconds: number }>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = new Map<number, { parent: number; seconds: number }>()
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    found.set(Number(pid), {
      parent: Number(fields[1]),
      seconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
    })
  }
  return found
}

/** CPU seconds that a server and its PostgreSQL have used. */
async function cpuSecondsOf({ child }: StartedServer): Promise<number> {
  const all = await processes()
  const isOfServer = (pid: number): boolean => {
    for (let at = pid, depth = 0; at > 1 && depth < 10; depth += 1) {
      if (at === child.pid) return true
      at = all.get(at)?.parent ?? 0
    }
    return false
  }
  return [...all].reduce((sum, [pid, { seconds }]) => (isOfServer(pid) ? sum + seconds : sum), 0)
}

interface Page {
  cookie: string
  pid: string
  stream: EventStream
}

async function report(
  origin: string,
  { cookie, pid }: Page,
  tab: string,
  field: string | null,
): Promise<void> {
  const response = await fetch(`${origin}/api/presence`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ tab, at: { collection: 'permits', pid, field } }),
  })
  assert.equal(response.status, 200, await response.text())
}

test(
  'a thousand open pages that report where they are cost at most a twentieth of one core',
  { timeout: 900_000 },
  async (t) => {
    installPortalCollections()
    const folder = await mkdtemp(join(tmpdir(), 'portal-presence-'))
    await chmod(folder, 0o711)
    const server = await startServer({ DATA_DIR: folder, LOG_LEVEL: 'error', RATE_LIMIT_PER_MINUTE: '0' })
    const open: Page[] = []
    try {
      await untilReady(server)
      const origin = `http://localhost:${server.port}`
      const database = createPooledDatabase({
        kind: 'server',
        connection: { connectionString: await embeddedUrl(folder) },
        log: pino({ level: 'silent' }),
        closeServer: async () => undefined,
      })
      const environment = { demo: false }
      const given = createGiven({ database, clock: systemClock, ids: createIds(systemClock), environment })
      const org = await given.org()
      const author = await given.cookieOf(await given.user({ role: 'team' }))
      let pid = ''
      for (let page = 0; page < pages; page += 1) {
        if (page % together === 0) {
          const body = { title: `Permit ${page}`, org, permitType: 'SIGN' }
          const made = await fetch(`${origin}/api/crud`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', cookie: author },
            body: JSON.stringify({ apiPath: 'permits', method: 'POST', body }),
          })
          pid = String(Reflect.get(Object(await made.json()), 'pid'))
        }
        const cookie = await given.cookieOf(await given.user({ role: 'team' }))
        open.push({ cookie, pid, stream: await openStream(origin, cookie) })
      }
      await database.close()
      const share = async (work: () => Promise<void>): Promise<number> => {
        const [before, from] = [await cpuSecondsOf(server), performance.now()]
        await work()
        await delay(Math.max(0, from + measuredMs - performance.now()))
        return ((await cpuSecondsOf(server)) - before) / ((performance.now() - from) / 1_000)
      }
      const idle = await share(async () => undefined)
      for (const [at, page] of open.entries()) await report(origin, page, `page-of-test-${at}`, null)
      // Everybody repeats the report once; one in ten edits something, which the others at the record learn.
      const busy = await share(async () => {
        const from = performance.now()
        for (const [at, page] of open.entries()) {
          await delay(Math.max(0, from + (at / open.length) * measuredMs - performance.now()))
          await report(origin, page, `page-of-test-${at}`, at % 10 === 0 ? 'targetDate' : null)
        }
      })
      const [first] = open
      const told = await first?.stream.next('presence', 10_000)
      assert.equal(Reflect.get(Object(told?.data), 'pid'), first?.pid)
      const cost = busy - idle
      t.diagnostic(`${pages} pages: ${(cost * 100).toFixed(1)} % of one core, with PostgreSQL`)
      if (isFull) assert.ok(cost <= maxShare, `${(cost * 100).toFixed(1)} % of one core`)
    } finally {
      for (const { stream } of open) stream.close()
      server.child.kill('SIGTERM')
      await server.exit
      await rm(folder, { recursive: true, force: true })
    }
  },
)
