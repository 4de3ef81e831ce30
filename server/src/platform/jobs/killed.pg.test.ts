import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Job } from '@portal/contract'
import fc from 'fast-check'
import { z } from 'zod'
import { startKillable } from '#test-support/killable-server.ts'
import type { KillableServer } from '#test-support/killable-server.ts'

/**
 * `PROVE=1` kills more often, in larger jobs. `SEED=n` chooses the same moments again, as far as timing
 * allows.
 */
const isFull = process.env['PROVE'] === '1'
const seed = Number(process.env['SEED'] ?? (isFull ? Math.floor(Math.random() * 1e9) : 20_261_121))
const rowCount = isFull ? 25_000 : 3_000
const changedCount = isFull ? 10_000 : 3_000
const kills = isFull
  ? { import: 6, change: 4, deletion: 4, upload: 4, undo: 4, merge: 4 }
  : { import: 2, change: 1, deletion: 1, upload: 1, undo: 1, merge: 1 }

let server: KillableServer
let cookie: string
const headers = () => ({ cookie, 'content-type': 'application/json' })

/** `both`: also kills PostgreSQL. */
async function killAndRestart(both: boolean): Promise<void> {
  await server.kill(both)
  await server.start()
}

before(
  async () => {
    server = await startKillable('jobs-killed')
    await server.besides(async ({ given }) => {
      const { admin } = await given.everyRole(await given.org({ name: 'Acme' }))
      cookie = await given.cookieOf(admin)
    })
  },
  { timeout: 120_000 },
)
after(() => server.close())

const Started = z.object({ job: z.object({ id: z.string() }) })

async function responseOf(response: Response, status: number): Promise<unknown> {
  const text = await response.text()
  assert.equal(response.status, status, text)
  return JSON.parse(text)
}

async function jobNow(id: string): Promise<Job> {
  return Job.parse(await responseOf(await fetch(server.url(`/api/jobs/${id}`), { headers: headers() }), 200))
}

async function jobWhen(id: string, isSo: (job: Job) => boolean): Promise<Job> {
  for (;;) {
    const job = await jobNow(id)
    if (isSo(job)) return job
    await wait(5)
  }
}
const hasEnded = ({ state }: Job) => state === 'done' || state === 'failed'

function upload(prefix: string): Promise<Response> {
  const lines = Array.from({ length: rowCount }, (_, n) => `Permit ${n},Acme,${prefix}-${n},"$1,000.50",SIGN`)
  const form = new FormData()
  form.append(
    'file',
    new Blob([`title,org,authorityNumber,valuation,permitType\n${lines.join('\n')}\n`], { type: 'text/csv' }),
    'permits.csv',
  )
  return fetch(server.url('/api/import/permits'), { method: 'POST', headers: { cookie }, body: form })
}

async function bulk(method: 'PATCH' | 'DELETE', body: object): Promise<string> {
  const call = JSON.stringify({ apiPath: 'permits', method, body })
  const response = await responseOf(
    await fetch(server.url('/api/crud'), { method: 'POST', headers: headers(), body: call }),
    202,
  )
  return Started.parse(response).job.id
}

/**
 * Kills the server at moments spread over the job and follows the job to its end. Returns the job and the
 * number of kills before it ended.
 */
async function killThrough(
  id: string,
  total: number,
  moments: readonly { part: number; afterMs: number }[],
): Promise<{ job: Job; kills: number }> {
  let before = 0
  for (const [place, { part, afterMs }] of moments.entries()) {
    const from = ((place + part) / (moments.length + 1)) * total
    const job = await jobWhen(id, (each) => hasEnded(each) || each.done >= from)
    if (hasEnded(job)) break
    await wait(afterMs)
    await killAndRestart(place % 2 === 1)
    const found = await jobNow(id)
    assert.ok(found.done >= job.done, `what was told as done stays done: ${found.done} of ${job.done}`)
    if (!hasEnded(found)) before += 1
  }
  return { job: await jobWhen(id, hasEnded), kills: before }
}

const moment = fc.record({ part: fc.double({ min: 0, max: 0.9, noNaN: true }), afterMs: fc.nat(60) })
const momentsFor = (what: keyof typeof kills) =>
  fc.sample(moment, { numRuns: kills[what], seed: seed + Object.keys(kills).indexOf(what) })

const Tally = z.object({ rows: z.number(), numbers: z.number(), versions: z.number(), lines: z.number() })
type Tally = z.infer<typeof Tally>

/**
 * Counts the permits whose number has this prefix: rows, distinct numbers, the sum of their versions, and
 * their history entries.
 */
async function tally(prefix: string): Promise<Tally | undefined> {
  return server.besides(async ({ database }) => {
    const rows = await database.query(
      `select count(*) as rows, count(distinct p.authority_number) as numbers, coalesce(sum(p.version), 0)::bigint as versions,
        coalesce(sum((select count(*) from history h where h.pid = p.pid)), 0)::bigint as lines from permits p where p.authority_number like $1`,
      [`${prefix}-%`],
      Tally,
    )
    return rows[0]
  })
}

test(
  `an import whose server is killed repeatedly imports every row once (SEED=${seed})`,
  { timeout: 470_000 },
  async () => {
    const { job } = Started.parse(await responseOf(await upload('K'), 202))
    const { job: ended, kills: before } = await killThrough(job.id, rowCount, momentsFor('import'))
    assert.deepEqual([ended.state, ended.result], ['done', { created: rowCount, skipped: 0, errors: [] }])
    assert.ok(before > 0, 'the server was killed before the import ended')
    assert.deepEqual(await tally('K'), {
      rows: rowCount,
      numbers: rowCount,
      versions: rowCount,
      lines: rowCount,
    })
  },
)

test(
  `a bulk change and a bulk deletion whose server is killed repeatedly apply to each record once (SEED=${seed})`,
  { timeout: 470_000 },
  async () => {
    const pids = await server.besides(({ database }) =>
      database.query(
        "select pid from permits where authority_number like 'K-%' order by seq limit $1",
        [changedCount],
        z.object({ pid: z.string() }),
      ),
    )
    const all = { filter: { authorityNumber: { startsWith: 'K-' } } }
    const selection = changedCount < rowCount ? { pids: pids.map(({ pid }) => pid) } : all
    const changed = await killThrough(
      await bulk('PATCH', { ...selection, patch: { city: 'Ghent' } }),
      changedCount,
      momentsFor('change'),
    )
    assert.deepEqual([changed.job.state, changed.job.result], ['done', { updated: changedCount, failed: [] }])
    assert.deepEqual(await tally('K'), {
      rows: rowCount,
      numbers: rowCount,
      versions: rowCount + changedCount,
      lines: rowCount + changedCount,
    })

    const deleted = await killThrough(await bulk('DELETE', selection), changedCount, momentsFor('deletion'))
    assert.deepEqual([deleted.job.state, deleted.job.result], ['done', { deleted: changedCount, failed: [] }])
    assert.ok(changed.kills + deleted.kills > 0, 'the server was killed before a job ended')
    const twice = rowCount + 2 * changedCount
    assert.deepEqual(await tally('K'), { rows: rowCount, numbers: rowCount, versions: twice, lines: twice })
  },
)

test(
  `an import that is undone while the server is killed repeatedly deletes each record once (SEED=${seed})`,
  { timeout: 470_000 },
  async () => {
    const { job } = Started.parse(await responseOf(await upload('Z'), 202))
    await jobWhen(job.id, hasEnded)
    const response = await fetch(server.url(`/api/jobs/${job.id}/undo`), {
      method: 'POST',
      headers: headers(),
      body: '{}',
    })
    const undo = Started.parse(await responseOf(response, 202))
    const { job: ended } = await killThrough(undo.job.id, rowCount, momentsFor('undo'))
    assert.deepEqual(
      [ended.state, ended.done, ended.result],
      ['done', rowCount, { deleted: rowCount, kept: 0, failed: [] }],
    )
    assert.deepEqual(await tally('Z'), {
      rows: rowCount,
      numbers: rowCount,
      versions: 2 * rowCount,
      lines: 2 * rowCount,
    })
  },
)

test(
  `a server killed during an upload imports none of its rows, or continues with all of them (SEED=${seed})`,
  { timeout: 300_000 },
  async () => {
    for (const [place, { afterMs }] of momentsFor('upload').entries()) {
      const prefix = `U${place}`
      const sent = upload(prefix).then(
        (response) => response.ok,
        () => false,
      )
      await wait(afterMs * 5)
      await killAndRestart(false)
      const wasTold = await sent
      const [job] = await server.besides(({ database }) =>
        database.query(
          "select id from jobs where kind = 'import' order by id desc limit 1",
          [],
          z.object({ id: z.string() }),
        ),
      )
      const ended = await jobWhen(job?.id ?? '', hasEnded)
      assert.equal(ended.state, 'done')
      const { rows = 0, numbers = 0 } = (await tally(prefix)) ?? {}
      assert.equal(rows, numbers)
      assert.ok(rows === rowCount || (rows === 0 && !wasTold), `${rows} rows, told: ${wasTold}`)
    }
  },
)

test(
  `a merge of organizations whose server is killed repeatedly moves each record once (SEED=${seed})`,
  { timeout: 470_000 },
  async () => {
    const { losing, into } = await server.besides(async ({ database, given }) => {
      const [acme] = await database.query(
        "select pid from orgs where legal_name = 'Acme'",
        [],
        z.object({ pid: z.string() }),
      )
      return { losing: acme?.pid ?? '', into: await given.org({ name: 'Acme Group' }) }
    })
    const known = await Promise.all(['K', 'Z'].map(tally))
    const body = JSON.stringify({ apiPath: `orgs/${losing}/merge`, method: 'POST', body: { into } })
    const response = await fetch(server.url('/api/crud'), { method: 'POST', headers: headers(), body })
    const { job } = Started.parse(await responseOf(response, 202))
    const { job: ended, kills: before } = await killThrough(job.id, 2 * rowCount, momentsFor('merge'))
    assert.equal(ended.state, 'done')
    assert.ok(before > 0, 'the server was killed before the merge ended')
    const moved = await Promise.all(['K', 'Z'].map(tally))
    assert.deepEqual(
      moved.map((each) => [each?.rows, each?.versions, each?.lines]),
      known.map((each) => [rowCount, Number(each?.versions) + rowCount, Number(each?.lines) + rowCount]),
    )
    const [left] = await server.besides(({ database }) =>
      database.query(
        'select count(*) as left from permits where org = $1',
        [losing],
        z.object({ left: z.number() }),
      ),
    )
    assert.equal(left?.left, 0)
  },
)
