import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { FileMade, FileResponse, fileContentUrl } from '@portal/contract'
import fc from 'fast-check'
import { z } from 'zod'
import { startKillable } from '#test-support/killable-server.ts'
import type { KillableServer } from '#test-support/killable-server.ts'

/** `PROVE=1` kills 300 times; `KILLS=n` another number. `SEED=n` repeats the moments, as far as timing allows. */
const isProof = process.env['PROVE'] === '1'
const onlyProof = isProof ? false : 'npm run prove -- kills runs it'
const kills = Number(process.env['KILLS'] ?? 300)
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e9))
/** Longest time from a kill until a write is acknowledged again. */
const maxDownMs = 10_000

const kinds = ['server', 'PostgreSQL', 'power'] as const

let server: KillableServer
let cookie: string
/** Acknowledged titles by task, and hashes of acknowledged files. */
const tasks = new Map<string, string>()
const files = new Map<string, string>()

before(
  async () => {
    if (!isProof) return
    server = await startKillable('kills-under-load')
    cookie = await server.besides(async ({ given }) => given.cookieOf(await given.user({ role: 'team' })))
  },
  { timeout: 120_000 },
)
after(async () => {
  if (isProof) await server.close()
})

class Down extends Error {}

/** Responses of a server that was killed or waits for its PostgreSQL are `Down`; any other failure is a bug. */
async function call(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { cookie, 'content-type': 'application/json' }
  const response = await fetch(server.url(path), { headers, ...init }).catch((error: unknown) => {
    throw new Down(String(error))
  })
  if (response.status === 503) throw new Down(await response.text())
  if (!response.ok) assert.fail(`${path}: ${response.status} ${await response.text()}`)
  return response
}

/** The body of a response, which ends early when the server is killed meanwhile. */
async function bodyOf<Value>(response: Response, schema: z.ZodType<Value>): Promise<Value> {
  const text = await response.text().catch((error: unknown) => {
    throw new Down(String(error))
  })
  return schema.parse(JSON.parse(text))
}

async function crud(apiPath: string, method: string, body: object): Promise<string> {
  const response = await call('/api/crud', {
    method: 'POST',
    body: JSON.stringify({ apiPath, method, body }),
  })
  const { pid } = await bodyOf(response, z.object({ pid: z.string() }))
  return pid
}

/** Creates a task and renames it twice. A rename whose response was lost leaves the title unknown. */
async function writeTask(): Promise<void> {
  const title = randomBytes(6).toString('hex')
  const pid = await crud('tasks', 'POST', { title })
  tasks.set(pid, title)
  for (const version of [1, 2]) {
    tasks.delete(pid)
    await crud(`tasks/${pid}`, 'PATCH', { version, title: `${title} ${version}` })
    tasks.set(pid, `${title} ${version}`)
  }
}

async function writeFile(): Promise<void> {
  const bytes = randomBytes(1 + Math.floor(Math.random() * 100_000))
  const values = { name: 'plan.pdf', parentId: 'team', root: 'team', mimeType: 'application/pdf' }
  const body = JSON.stringify({ ...values, size: bytes.length })
  const made = await bodyOf(await call('/api/aws/createFile', { method: 'POST', body }), FileMade)
  const headers = { 'content-type': 'application/pdf' }
  const path = new URL(made.signedUrl ?? '')
  await call(path.pathname + path.search, { method: 'PUT', headers, body: Uint8Array.from(bytes) })
  await bodyOf(await call(`/api/aws/markAsDone?pid=${made.file.pid}`, { method: 'POST' }), FileResponse)
  files.set(made.file.pid, createHash('sha256').update(bytes).digest('hex'))
}

let isOver = false
let acknowledged = 0

async function forever(work: () => Promise<void>): Promise<void> {
  while (!isOver) {
    try {
      await work()
      acknowledged += 1
    } catch (error) {
      if (!(error instanceof Down)) throw error
      await wait(20)
    }
  }
}

/** Waits for a write that began after this call. */
async function untilAcknowledged(running: Promise<unknown>): Promise<void> {
  const wanted = acknowledged + 5
  while (acknowledged < wanted) await Promise.race([running, wait(5)])
}

async function killOnce(kind: (typeof kinds)[number]): Promise<void> {
  if (kind === 'PostgreSQL') return server.killDatabase()
  await server.kill(kind === 'power')
  await server.start()
}

/** Compares all acknowledged tasks with the table. */
async function assertTasksKept(): Promise<void> {
  const known = new Map(tasks)
  const rows = await server.besides(({ database }) =>
    database.query(
      'select pid, title from tasks where pid = any($1::text[])',
      [[...known.keys()]],
      z.object({ pid: z.string(), title: z.string() }),
    ),
  )
  const found = new Map(rows.map(({ pid, title }) => [pid, title]))
  // A task that is being renamed has left `tasks` or has a newer title.
  const lost = [...known].filter(([pid, title]) => found.get(pid) !== title && tasks.get(pid) === title)
  assert.deepEqual(lost, [])
}

test(
  'no acknowledged write is lost when server, PostgreSQL or both are killed under load, and the portal comes back',
  { skip: onlyProof, timeout: 7_200_000 },
  async (context) => {
    const moments = fc.sample(fc.integer({ min: 0, max: 1_500 }), { numRuns: kills, seed })
    const running = Promise.all([writeTask, writeTask, writeTask, writeFile].map(forever))
    running.catch(() => undefined)
    let longest = 0
    try {
      for (const [round, moment] of moments.entries()) {
        await Promise.race([running, wait(moment)])
        const kind = kinds[round % kinds.length] ?? 'server'
        const begin = performance.now()
        await killOnce(kind)
        await untilAcknowledged(running)
        longest = Math.max(longest, performance.now() - begin)
        if (round % 10 === 9) {
          await assertTasksKept()
          context.diagnostic(
            `${round + 1} kills (seed ${seed}): ${tasks.size} tasks, ${files.size} files, longest ${Math.round(longest)} ms`,
          )
        }
      }
    } finally {
      isOver = true
    }
    await running
    await assertTasksKept()
    for (const [pid, sha256] of files) {
      const bytes = await (await call(fileContentUrl(pid))).arrayBuffer()
      assert.equal(createHash('sha256').update(new Uint8Array(bytes)).digest('hex'), sha256)
    }
    assert.ok(longest <= maxDownMs, `back after ${longest} ms`)
  },
)
