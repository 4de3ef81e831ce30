import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import {
  ImportResult,
  StatusMapSettings,
  isAutomaticTransition,
  seedStatusMap,
  statusMapChanges,
} from '@portal/contract'
import type { PermitStatus, Role, StatusRow } from '@portal/contract'
import { pino } from 'pino'
import { z } from 'zod'
import { StoredStatuses } from '#platform/configuration/status-map/stored-map.ts'
import type { Database } from '#platform/database/database.ts'
import { openServer } from '#platform/database/server-database.ts'
import { endOfJob } from '#platform/jobs/test-support/end-of-job.ts'
import type { Person } from '#test-support/given.ts'
import { openMigratedPostgres } from '#test-support/open-migrated-postgres.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { sendTaskReminders } from '#domain/tasks/task-reminders.ts'
import { runAutomaticSteps } from './automatic-steps.ts'

/** `PROVE=1` runs the full number of records and rounds; `SEED=n` repeats a run. */
const isFull = process.env['PROVE'] === '1'
const seed = Number(process.env['SEED'] ?? (isFull ? Math.floor(Math.random() * 1e9) : 20_261_122))
const log = pino({ level: 'silent' })

let cluster: Database
let url: string
let servers: [TestApp, TestApp]
let people: Record<Role, Person>
before(async () => {
  ;({ database: cluster, url } = await openMigratedPostgres(log))
  const start = async () =>
    startTestApp({ environment: { rateLimitPerMinute: 0 }, deps: { database: await openServer(url, log) } })
  servers = [await start(), await start()]
  people = await servers[0].given.everyRole()
  // Reminders start with the first round, so it runs before the test data exists.
  await runAutomaticSteps(servers[0].deps)
})
after(async () => {
  for (const server of servers) await server.close()
  await cluster.close()
})

async function newPermits(count: number): Promise<string[]> {
  const body = { title: 'Two garages', org: people.client.org, permitType: 'SIGN' }
  const made = Array.from({ length: count }, async () =>
    (await servers[0].crud(people.team, { apiPath: 'permits', method: 'POST', body })).json<{
      pid: string
    }>(),
  )
  return (await Promise.all(made)).map(({ pid }) => pid)
}

test(
  'two servers, one of them killed during its round, apply every due transition exactly once',
  { timeout: 240_000 },
  async () => {
    const pids = await newPermits(isFull ? 2_000 : 60)
    const [one, other] = servers
    await one.deps.database.query(
      `update permits set status = 'ISSUED', bucket = 'processed', pipeline_stage = 'POST_DECISION', court = 'NONE', outcome = 'ISSUED',
      clock_started_at = null, expiry_date = $2::date - 1 where pid = any($1)`,
      [pids, one.clock.now()],
    )
    const expired = async () => {
      const [row] = await one.deps.database.query(
        "select count(*) as n from permits where pid = any($1) and status = 'EXPIRED'",
        [pids],
        z.object({ n: z.number() }),
      )
      return row?.n ?? 0
    }
    const script = join(import.meta.dirname, '../../../test-support/round-forever.ts')
    const child = spawn(process.execPath, [script, url, one.clock.now().toISOString()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const gone = once(child, 'exit')
    await once(child.stdout, 'data')
    while ((await expired()) === 0) assert.equal(child.exitCode, null)
    child.kill('SIGKILL')
    await gone
    const rounds = await Promise.all([runAutomaticSteps(one.deps), runAutomaticSteps(other.deps)])
    assert.equal(await expired(), pids.length)
    assert.equal((await runAutomaticSteps(one.deps)).steps, 0)
    assert.ok(rounds.reduce((sum, { steps }) => sum + steps, 0) < pids.length)
    const told = await one.deps.database.query(
      `select h.pid, count(*) as n from history h, jsonb_array_elements(h.changes) c
      where h.pid = any($1) and c.value->>'field' = 'status' and c.value->>'to' = 'EXPIRED' group by h.pid having count(*) <> 1`,
      [pids],
      z.object({ pid: z.string(), n: z.number() }),
    )
    assert.deepEqual(told, [])
  },
)

test(
  'two servers, one of them killed again and again while it sends, send every reminder exactly once',
  { timeout: 240_000 },
  async () => {
    const [one, other] = servers
    const { pid: assignedTo } = people.team
    const body = { title: 'Call the city', assignedTo, remindAt: one.clock.now().toISOString() }
    const made = Array.from({ length: isFull ? 2_000 : 60 }, async () =>
      (await one.crud(people.admin, { apiPath: 'tasks', method: 'POST', body })).json<{ pid: string }>(),
    )
    const pids = (await Promise.all(made)).map(({ pid }) => pid)
    const sent = () =>
      one.deps.database.query(
        "select related_pid as pid, count(*) as n from alerts where rule = 'task-reminder' and related_pid = any($1) group by 1",
        [pids],
        z.object({ pid: z.string(), n: z.number() }),
      )
    const script = join(import.meta.dirname, '../../../test-support/round-forever.ts')
    for (let kills = 0; kills < (isFull ? 20 : 2); kills += 1) {
      const before = (await sent()).length
      const child = spawn(process.execPath, [script, url, one.clock.now().toISOString()], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const gone = once(child, 'exit')
      await once(child.stdout, 'data')
      while ((await sent()).length === before && before < pids.length) assert.equal(child.exitCode, null)
      child.kill('SIGKILL')
      await gone
    }
    const { signal } = new AbortController()
    await Promise.all([sendTaskReminders(one.deps, signal), sendTaskReminders(other.deps, signal)])
    assert.deepEqual(
      (await sent()).filter(({ n }) => n !== 1),
      [],
    )
    assert.equal((await sent()).length, pids.length)
  },
)

const path = 'permit-status-map'
const planCheck: StatusRow = {
  key: 'PLAN_CHECK',
  label: 'Plan check',
  clientLabel: 'Plans being checked',
  stage: 'PREPARATION',
  bucket: 'processing',
  court: 'AUTHORITY',
  colour: 'teal',
  icon: 'flag',
  slaDays: null,
  staleAfterDays: null,
  requires: [],
  notify: [],
  next: ['IN_PREPARATION', 'ON_HOLD', 'WITHDRAWN'].map((to) => ({
    to,
    roles: ['team', 'admin', 'superadmin'],
    guard: [],
    askReason: true,
  })),
}
/** The status map with one more status, which intake review and preparation lead to. */
const withPlanCheck: StatusRow[] = [
  ...seedStatusMap.map((status) =>
    ['NEW', 'INTAKE_REVIEW', 'IN_PREPARATION'].includes(status.key)
      ? {
          ...status,
          next: [
            ...status.next,
            { to: 'PLAN_CHECK', roles: ['team' as const, 'admin' as const], guard: [], askReason: false },
          ],
        }
      : status,
  ),
  planCheck,
]

/**
 * Imports one permit in a status that always exists and one in the status that is added and removed. Either
 * both are created, or the second fails with an error for its row.
 */
async function importPermits(server: TestApp): Promise<void> {
  const form = new FormData()
  form.set(
    'mapping',
    JSON.stringify({
      title: 'Name',
      status: 'Status',
      org: { value: people.client.org },
      permitType: { value: 'SIGN' },
    }),
  )
  form.set(
    'file',
    new Blob(['Name,Status\nBarn,NEW\nDeck,PLAN_CHECK\n'], { type: 'text/csv' }),
    'permits.csv',
  )
  const body = new Response(form)
  const response = await server.send(
    {
      method: 'POST',
      url: '/api/import/permits',
      headers: { 'content-type': body.headers.get('content-type') ?? '' },
      payload: Buffer.from(await body.arrayBuffer()),
    },
    people.admin,
  )
  assert.equal(response.statusCode, 202, response.body)
  const { state, result } = await endOfJob(
    server,
    people.admin,
    response.json<{ job: { id: string } }>().job.id,
  )
  assert.equal(state, 'done')
  const { created = 0, errors = [] } = result === null ? {} : ImportResult.parse(result)
  assert.ok(created === 2 || (created === 1 && errors[0]?.row === 2), JSON.stringify(result))
}

const Line = z.object({
  id: z.number(),
  pid: z.string(),
  from: z.string().nullable(),
  to: z.string(),
  job: z.string().nullable(),
})
type Line = z.infer<typeof Line>

/** The status maps, each with the history entry that put it into force. */
async function mapsInOrder(): Promise<{ id: number; statuses: readonly PermitStatus[] }[]> {
  const { database } = servers[0].deps
  const events = await database.query(
    "select id from history where collection = 'config' and action in ('map-published', 'map-reverted') order by id",
    [],
    z.object({ id: z.number() }),
  )
  const maps = await database.query(
    'select statuses from status_maps order by number',
    [],
    z.object({ statuses: StoredStatuses }),
  )
  assert.equal(events.length, maps.length)
  return [
    { id: 0, statuses: seedStatusMap },
    ...events.map(({ id }, index) => ({ id, statuses: maps[index]?.statuses ?? [] })),
  ]
}

test(
  `while status maps are published on two servers, every transition and new permit follows the current map (SEED=${seed})`,
  { timeout: 1_200_000 },
  async () => {
    const rounds = isFull ? 600 : 6
    const pids = await newPermits(isFull ? 100 : 12)
    const drawn = fc.sample(fc.nat(1_000_000), { seed, numRuns: rounds * 200 })
    let place = 0
    const below = (max: number) => (drawn[(place += 1) % drawn.length] ?? 0) % max
    const pick = <Value>(values: readonly Value[]): Value =>
      values[below(values.length)] ?? assert.fail('nothing to pick from')
    const targets = [
      'PLAN_CHECK',
      'PLAN_CHECK',
      'INTAKE_REVIEW',
      'IN_PREPARATION',
      'WAITING_CLIENT',
      'ON_HOLD',
      'WITHDRAWN',
      'NEW',
    ]
    const staff = [people.team, people.admin, people.superadmin]
    const publish = async (isOn: boolean) => {
      const server = pick(servers)
      const ask = (method: string, apiPath: string, body?: object) =>
        server.crud(people.admin, { apiPath, method, ...(body && { body }) })
      const { version } = StatusMapSettings.parse((await ask('GET', path)).json())
      const remap = isOn ? {} : { PLAN_CHECK: 'WAITING_CLIENT' }
      const drafted = await ask('PATCH', path, {
        version,
        statuses: isOn ? withPlanCheck : seedStatusMap,
        remap,
      })
      assert.equal(drafted.statusCode, 200, drafted.body.slice(0, 400))
      const published = await ask('POST', `${path}/publish`, { version: version + 1 })
      assert.equal(published.statusCode, 200, published.body.slice(0, 400))
    }
    let taken = 0
    for (let round = 0; round < rounds; round += 1) {
      const single = Array.from({ length: 12 }, async () => {
        const body = { to: pick(targets), reason: 'Because' }
        return pick(servers).crud(pick(staff), {
          apiPath: `permits/${pick(pids)}/transitions`,
          method: 'POST',
          body,
        })
      })
      const many = { pids: Array.from({ length: 6 }, () => pick(pids)), to: pick(targets), reason: 'All' }
      const bulk = pick(servers).crud(pick(staff), {
        apiPath: 'permits/transitions',
        method: 'POST',
        body: many,
      })
      const [, , ...answers] = await Promise.all([
        publish(round % 2 === 0),
        importPermits(pick(servers)),
        bulk,
        ...single,
      ])
      // A status that is not in the map at that moment is answered with 400.
      for (const { statusCode, body } of answers)
        assert.ok([200, 400, 403, 409].includes(statusCode), body.slice(0, 200))
      taken += answers.filter(({ statusCode }) => statusCode === 200).length
      // Reopens withdrawn permits; otherwise none would be left to move.
      const ended = await servers[0].deps.database.query(
        "select pid from permits where pid = any($1) and status = 'WITHDRAWN'",
        [pids],
        z.object({ pid: z.string() }),
      )
      for (const { pid } of ended)
        await servers[0].crud(people.admin, {
          apiPath: `processed/${pid}/transitions`,
          method: 'POST',
          body: { to: 'INTAKE_REVIEW', reason: 'Again' },
        })
    }
    assert.ok(taken > rounds)
    const maps = await mapsInOrder()
    assert.equal(maps.length, rounds + 1)
    assert.ok(statusMapChanges(maps[0]?.statuses ?? [], maps[1]?.statuses ?? []).length > 0)
    const lines = await servers[0].deps.database.query(
      `select h.id, h.pid, c.value->>'from' as from, c.value->>'to' as to, h.job from history h, jsonb_array_elements(h.changes) c
      where h.pid = any($1) and c.value->>'field' = 'status' and h.action = 'transition' order by h.id`,
      [pids],
      Line,
    )
    const stands = new Map(pids.map((pid) => [pid, 'NEW']))
    for (const { id, pid, from, to, job } of lines) {
      assert.equal(stands.get(pid), from, `${pid} at ${id}`)
      stands.set(pid, to)
      if (job !== null || from === 'ON_HOLD') continue
      const map = maps.findLast((map) => map.id < id)
      const leads =
        map?.statuses.find(({ key }) => key === from)?.next.some((step) => step.to === to) === true
      assert.ok(leads || isAutomaticTransition('permits', from, to), `${from} -> ${to} at ${id}`)
    }
    const now = await servers[0].deps.database.query(
      'select pid, status from permits where pid = any($1)',
      [pids],
      z.object({ pid: z.string(), status: z.string() }),
    )
    const known = new Set(maps.at(-1)?.statuses.map(({ key }) => key))
    const elsewhere = await servers[0].deps.database.query(
      'select pid, status from permits where status <> all($1)',
      [[...known]],
    )
    assert.deepEqual(elsewhere, [], 'permits were made in a status that was just going')
    for (const { pid, status } of now)
      assert.ok(known.has(status) && stands.get(pid) === status, `${pid} ${status}`)
  },
)
