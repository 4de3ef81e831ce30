import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { pino } from 'pino'
import { z } from 'zod'
import { endOfJob } from '#platform/jobs/test-support/end-of-job.ts'
import type { Person } from '#test-support/given.ts'
import { openMigratedPostgres } from '#test-support/open-migrated-postgres.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { compareWithRows, replay } from './test-support/replay.ts'
import type { RecordInHistory } from './test-support/replay.ts'

/** `PROVE=1` makes the full number of edits; `SEED=n` repeats a run, apart from timing. */
const isFull = process.env['PROVE'] === '1'
const seed = Number(process.env['SEED'] ?? (isFull ? Math.floor(Math.random() * 1e9) : 20_261_120))
const editCount = isFull ? 2_000 : 60
const atOnce = 10

let one: TestApp
let other: TestApp
let people: Person[]
let orgs: string[]

before(async () => {
  const { database } = await openMigratedPostgres(pino({ level: 'silent' }))
  const environment = { rateLimitPerMinute: 0 }
  one = await startTestApp({ deps: { database }, environment })
  other = await startTestApp({ deps: { database }, environment })
  orgs = [await one.given.org({ name: 'Acme' }), await one.given.org({ name: 'Best' })]
  people = [
    await one.given.user({ role: 'admin' }),
    await one.given.user({ role: 'superadmin' }),
    await one.given.user({ role: 'team' }),
  ]
})
after(async () => {
  await other.app.close()
  await one.close()
})

const Made = z.object({ pid: z.string() })
const Saved = z.looseObject({ pid: z.string(), version: z.number(), title: z.string() })
const Problem = z.looseObject({
  type: z.string(),
  current: z.looseObject({ version: z.number(), title: z.string() }).optional(),
})

async function made(collection: string, body: object): Promise<string> {
  const response = await one.crud(people[0] ?? assert.fail(), { apiPath: collection, method: 'POST', body })
  assert.equal(response.statusCode, 201, response.body)
  return Made.parse(response.json()).pid
}

async function imported(count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, n) => `Imported ${n},Acme,I-${n},12.5,SIGN`)
  const mark = 'a-boundary-of-the-test'
  const csv = `title,org,authorityNumber,valuation,permitType\n${lines.join('\n')}\n`
  const payload = `--${mark}\r\ncontent-disposition: form-data; name="file"; filename="x.csv"\r\n\r\n${csv}\r\n--${mark}--\r\n`
  const admin = people[0] ?? assert.fail()
  const headers = { 'content-type': `multipart/form-data; boundary=${mark}` }
  const response = await one.send({ method: 'POST', url: '/api/import/permits', headers, payload }, admin)
  assert.equal(response.statusCode, 202, response.body)
  const job = await endOfJob(one, admin, response.json<{ job: { id: string } }>().job.id)
  assert.equal(job.result?.['created'], count, JSON.stringify(job))
}

type Kind = 'careful' | 'blind' | 'move' | 'several' | 'delete' | 'restore'
interface Edit {
  kind: Kind
  record: number
  also: number
  by: number
  server: number
  /** How many versions the user's page is behind the latest known version. */
  behind: number
  value: number
}
const kinds: readonly Kind[] = [
  ...Array<Kind>(8).fill('careful'),
  ...Array<Kind>(3).fill('blind'),
  ...(['move', 'several', 'delete', 'restore', 'restore', 'restore'] as const),
]
const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom(...kinds),
  record: fc.nat(3),
  also: fc.nat(3),
  by: fc.nat(2),
  server: fc.nat(1),
  behind: fc.constantFrom(0, 0, 0, 1),
  value: fc.nat(5),
})

interface Outcome {
  edit: Edit
  pid: string
  title: string
  asked: number
  status: number
  body: unknown
}

async function attempt(
  wanted: Edit,
  pids: readonly string[],
  versions: ReadonlyMap<string, number>,
  number: number,
): Promise<Outcome> {
  const pid = pids[wanted.record] ?? assert.fail()
  const also = pids[wanted.also] ?? assert.fail()
  const title = `Edit ${number}`
  const asked = Math.max(1, (versions.get(pid) ?? 1) - wanted.behind)
  const blind = { title, tags: [String(wanted.value)], valuation: wanted.value }
  const calls: Record<Kind, object> = {
    careful: {
      apiPath: `permits/${pid}`,
      method: 'PATCH',
      body: { title, city: `City ${wanted.value}`, version: asked },
    },
    blind: { apiPath: `permits/${pid}`, method: 'PATCH', body: blind },
    move: { apiPath: `permits/${pid}`, method: 'PATCH', body: { title, org: orgs[wanted.value % 2] } },
    several: {
      apiPath: 'permits',
      method: 'PATCH',
      body: { pids: [...new Set([pid, also])], patch: { title, region: `Region ${wanted.value}` } },
    },
    delete: { apiPath: `permits/${pid}`, method: 'DELETE' },
    restore: { apiPath: `permits/${pid}/restore`, method: 'POST' },
  }
  // Only administrators restore.
  const by = wanted.kind === 'restore' || wanted.kind === 'delete' ? wanted.by % 2 : wanted.by
  const response = await (wanted.server === 0 ? one : other).crud(
    people[by] ?? assert.fail(),
    calls[wanted.kind],
  )
  return { edit: wanted, pid, title, asked, status: response.statusCode, body: response.json() }
}

/** Compares the response with the history of the record. */
function judge(
  { edit: { kind }, pid, title, asked, status, body }: Outcome,
  told: ReadonlyMap<string, RecordInHistory[]>,
): string {
  const versions = told.get(pid) ?? assert.fail(`${pid} has no history`)
  const where = `${title} (${kind}) ${JSON.stringify(body)}`
  const written = versions.filter(
    (version, at) =>
      version.values['title'] === title && versions[at - 1]?.values['title'] !== title && kind !== 'restore',
  )
  if (status === 200 && (kind === 'careful' || kind === 'blind' || kind === 'move')) {
    const saved = Saved.parse(body)
    assert.equal(written.length, 1, `${where}: what was called saved is in the history once`)
    assert.deepEqual([written[0]?.version, saved.title], [saved.version, title], where)
    if (kind === 'careful')
      assert.equal(saved.version, asked + 1, `${where}: saved on top of the version it was made from`)
    return 'saved'
  }
  if (status === 200) return kind
  assert.equal(written.length, 0, `${where}: what was refused left nothing`)
  const { type, current } = Problem.parse(body)
  if (status === 404) return 'not-found'
  assert.deepEqual([status, type, kind], [409, 'version-conflict', 'careful'], where)
  assert.ok(current && current.version !== asked, where)
  assert.equal(
    versions[current.version - 1]?.values['title'],
    current.title,
    `${where}: the current record is a version that was`,
  )
  return 'conflict'
}

test(`concurrent edits are each saved or refused, and the replayed history matches every record (SEED=${seed})`, async (run) => {
  const { database } = one.deps
  await imported(20)
  const pids: string[] = []
  for (let n = 0; n < 4; n += 1) {
    const permit = await made('permits', {
      title: `Shared ${n}`,
      org: orgs[0],
      permitType: 'SIGN',
      tags: ['a'],
    })
    await made('tasks', { title: `Task of ${n}`, permit })
    await made('ctasks', { title: `Client task of ${n}`, permit, assignedOrg: orgs[0], taskType: 'SIGN' })
    await made('payments', { permit, kind: 'FEE', feeCode: 'PLAN_REVIEW', amount: 100 + n })
    pids.push(permit)
  }
  const admin = people[0] ?? assert.fail()
  for (const call of [
    { apiPath: `permits/${pids[3]}`, method: 'DELETE' },
    { apiPath: `permits/${pids[3]}/restore`, method: 'POST' },
  ]) {
    assert.equal((await one.crud(admin, call)).statusCode, 200)
  }
  const outcomes: Outcome[] = []
  const edits = fc.sample(edit, { seed, numRuns: editCount })
  for (let from = 0; from < edits.length; from += atOnce) {
    const rows = await database.query(
      'select pid, version from permits where pid = any($1::text[])',
      [pids],
      z.object({ pid: z.string(), version: z.number() }),
    )
    const versions = new Map(rows.map(({ pid, version }) => [pid, version]))
    outcomes.push(
      ...(await Promise.all(
        edits.slice(from, from + atOnce).map((edit, at) => attempt(edit, pids, versions, from + at)),
      )),
    )
  }
  const told = await replay(database, 'permits')
  const ends = outcomes.map((outcome) => judge(outcome, told))
  const counts = Map.groupBy(ends, (end) => end)
  run.diagnostic([...counts].map(([end, all]) => `${end} ${all.length}`).join(', '))
  // Conflicts depend on timing, so the rarer outcomes are only required in the full run.
  for (const end of isFull
    ? ['saved', 'conflict', 'several', 'delete', 'restore', 'not-found']
    : ['saved', 'conflict'])
    assert.ok((counts.get(end) ?? []).length > 0, `some edit ended as ${end}`)
  assert.equal(await compareWithRows(database, 'permits', told), 24)
  assert.equal(await compareWithRows(database, 'tasks', await replay(database, 'tasks')), 8)
  assert.equal(await compareWithRows(database, 'payments', await replay(database, 'payments')), 4)
})
