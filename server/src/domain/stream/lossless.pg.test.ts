import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { openServer } from '#platform/database/server-database.ts'
import { createRandom } from '#domain/seed/random.ts'
import type { SeedRandom } from '#domain/seed/random.ts'
import { listenAnywhere } from '#test-support/event-stream.ts'
import { openMigratedPostgres } from '#test-support/open-migrated-postgres.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { Viewer } from './test-support/viewer.ts'

/** `PROVE=1` runs the full counts: 200 viewers, 20 writers, ten minutes. */
const isFull = process.env['PROVE'] === '1'
const seed = Number(process.env['SEED'] ?? (isFull ? Math.floor(Math.random() * 1e9) : 20_261_122))
const viewerCount = isFull ? 200 : 10
const writerCount = isFull ? 20 : 4
const lastsMs = isFull ? 600_000 : 5_000
const maxConnectedMs = isFull ? 20_000 : 1_200
const maxTransactionMs = isFull ? 20_000 : 1_500
const arrivesWithinMs = isFull ? 60_000 : 20_000

/** A permit that writers change. Its events are identified by version. */
interface Written {
  pid: string
  versions: Set<number>
}

let lastVersion = 1

/**
 * Changes permits in transactions: most are short, some are long, some are rolled back, and a few change many
 * rows.
 */
async function write(
  pool: pg.Pool,
  permits: readonly Written[],
  random: SeedRandom,
  untilMs: number,
): Promise<void> {
  while (Date.now() < untilMs) {
    const client = await pool.connect()
    const written: [Written, number][] = []
    try {
      await client.query('begin')
      const isLong = random.chance(0.1)
      const lines = random.chance(0.02) ? 300 : random.int(1, 4)
      for (let line = 0; line < lines; line += 1) {
        const permit = random.pick(permits)
        lastVersion += 1
        const version = lastVersion
        const text =
          "insert into history (at, collection, pid, action, version) values (now(), 'permits', $1, 'update', $2)"
        await client.query(text, [permit.pid, version])
        written.push([permit, version])
        if (lines < 5) await pause(random.int(0, isLong ? maxTransactionMs / lines : 12))
      }
      if (random.chance(0.1)) {
        await client.query('rollback')
      } else {
        await client.query("select pg_notify('history', '')")
        await client.query('commit')
        for (const [permit, version] of written) permit.versions.add(version)
      }
    } finally {
      client.release()
    }
    await pause(random.int(0, isFull ? 400 : 60))
  }
}

async function twoOffices(portal: TestApp) {
  const { given, crud, clock } = portal
  // The age of a position is measured with the clock, which is fixed in other tests.
  clock.set(new Date())
  const orgs = [await given.org(), await given.org()]
  const team = await given.user({ role: 'team' })
  const permits: Written[] = []
  for (const org of orgs) {
    const made = await crud(team, {
      apiPath: 'permits',
      method: 'POST',
      body: { title: 'Porch', org, permitType: 'BUILDING' },
    })
    assert.equal(made.statusCode, 201, made.body)
    permits.push({ pid: made.json<{ pid: string }>().pid, versions: new Set() })
  }
  return { orgs, permits }
}

const name = `F6: ${viewerCount} viewers that disconnect at random get every event of ${writerCount} writers once, on two servers`

test(`${name}, seed ${seed}`, { timeout: lastsMs + 300_000 }, async (t) => {
  const log = pino({ level: 'silent' })
  const { database: cluster, url } = await openMigratedPostgres(log)
  const portals = [
    await startTestApp({ deps: { log, database: await openServer(url, log) } }),
    await startTestApp({ deps: { log, database: await openServer(url, log) } }),
  ]
  const pool = new pg.Pool({ connectionString: url, max: writerCount })
  const random = createRandom(`lossless ${seed}`)
  const viewers: Viewer[] = []
  try {
    const [portal, other] = portals
    assert.ok(portal && other)
    const { orgs, permits } = await twoOffices(portal)
    other.clock.set(new Date())
    const origins = [await listenAnywhere(portal.app), await listenAnywhere(other.app)]
    for (let n = 0; n < viewerCount; n += 1) {
      const isStaff = n % 2 === 0
      const org = orgs[n % orgs.length] ?? null
      const person = await portal.given.user(isStaff ? { role: 'admin' } : { role: 'client', org })
      const sees = permits.filter((_, index) => isStaff || orgs[index] === org)
      viewers.push(
        new Viewer({
          origins,
          cookie: await portal.given.cookieOf(person),
          sees,
          random: random.fork(`viewer ${n}`),
          longestConnectedMs: maxConnectedMs,
        }),
      )
    }
    await Promise.all(viewers.map((viewer) => viewer.begin()))
    const endMs = Date.now() + lastsMs
    const clocks = setInterval(() => portals.forEach(({ clock }) => clock.set(new Date())), 1_000)
    await Promise.all(
      Array.from({ length: writerCount }, (_, n) => write(pool, permits, random.fork(`writer ${n}`), endMs)),
    )
    const isOver = await Promise.all(viewers.map((viewer) => viewer.finish(arrivesWithinMs)))
    clearInterval(clocks)
    const reports = viewers.map((viewer) => viewer.report())
    const sum = (key: 'missing' | 'twice' | 'foreign' | 'resets' | 'reconnects') =>
      reports.reduce((all, report) => all + report[key], 0)
    const events = permits.reduce((all, { versions }) => all + versions.size, 0)
    t.diagnostic(
      `${events} events, ${sum('reconnects')} reconnects: ${sum('missing')} missing, ${sum('twice')} twice, ${sum('resets')} resets`,
    )
    viewers.forEach((viewer, index) => {
      if (isOver[index] === false) t.diagnostic(`viewer ${index}: ${viewer.describeMissing()}`)
    })
    assert.deepEqual(
      {
        missing: sum('missing'),
        twice: sum('twice'),
        foreign: sum('foreign'),
        resets: sum('resets'),
        late: isOver.filter((each) => !each).length,
      },
      { missing: 0, twice: 0, foreign: 0, resets: 0, late: 0 },
    )
    assert.ok(sum('reconnects') >= viewerCount)
  } finally {
    for (const viewer of viewers) viewer.close()
    await pool.end()
    for (const portal of portals) await portal.close()
    await cluster.close()
  }
})
