import { randomBytes } from 'node:crypto'
import { Agent } from 'node:http'
import { z } from 'zod'
import { send } from '../records/load.ts'
import { exportAll, importRows } from '../records/long-work.ts'
import { responseOf } from '../records/servers.ts'
import type { Servers } from '../records/servers.ts'

const Created = z.object({ pid: z.string() })
const Made = z.object({ file: z.object({ pid: z.string() }), signedUrl: z.string() })
const wait = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs))

/** What the load works on: permits of the seed, words of their addresses, and an organization. */
export interface Material {
  pids: readonly string[]
  words: readonly string[]
  org: { pid: string; title: string }
}

/** One kind of work. `shares` of all turns do it. */
interface Work {
  shares: number
  run(turn: number): Promise<unknown>
}

/** The parts of an office's day that a person does, with how often each is done. */
function workOf(servers: Servers, { pids, words, org }: Material, agent: Agent): Work[] {
  const ask = async (call: Parameters<typeof send>[1]): Promise<string> => {
    const { status, text } = await send(agent, call)
    if (status >= 300) throw new Error(`${status} ${text.slice(0, 300)}`)
    return text
  }
  const crud = (...parts: Parameters<Servers['crud']>) => ask(servers.crud(...parts))
  const pidOf = (turn: number) => pids[(turn * 7919) % pids.length] ?? ''
  const searchWordOf = (turn: number) => words[turn % words.length] ?? ''
  const statuses = ['DRAFT', 'SUBMITTED', 'UNDER_REVIEW']
  return [
    { shares: 25, run: (turn) => crud('permits', 'GET', { page: 1 + (turn % 20), pageSize: 50 }) },
    {
      shares: 10,
      run: (turn) =>
        crud('permits', 'GET', {
          page: 1,
          pageSize: 50,
          sort: '-targetDate',
          filter: { siteAddress: { contains: searchWordOf(turn) }, status: statuses[turn % statuses.length] },
        }),
    },
    { shares: 20, run: (turn) => crud(`permits/${pidOf(turn)}`, 'GET') },
    {
      shares: 15,
      run: (turn) => crud(`permits/${pidOf(turn)}`, 'PATCH', undefined, { region: `Area ${turn}` }),
    },
    { shares: 8, run: (turn) => crud('permits/search', 'GET', { searchToken: searchWordOf(turn) }) },
    { shares: 4, run: () => crud('permits/overview', 'GET') },
    { shares: 4, run: () => crud('permits/board', 'GET') },
    {
      shares: 4,
      run: (turn) => crud('permits/groups', 'GET', { groupBy: turn % 2 === 0 ? 'city' : 'status' }),
    },
    { shares: 3, run: () => crud('tasks', 'GET', { page: 1, pageSize: 50 }) },
    {
      shares: 4,
      async run(turn) {
        const { pid } = Created.parse(
          JSON.parse(
            await crud('permits', 'POST', undefined, {
              title: `Mixed load ${turn}`,
              org: org.pid,
              permitType: 'SIGN',
            }),
          ),
        )
        await crud(`permits/${pid}`, 'DELETE')
      },
    },
    {
      shares: 3,
      async run(turn) {
        const bytes = randomBytes(200_000)
        const made = Made.parse(
          JSON.parse(
            await ask({
              ...servers.call('/api/aws/createFile'),
              method: 'POST',
              body: JSON.stringify({
                name: `mixed-load-${turn}.bin`,
                parentId: 'team',
                size: bytes.byteLength,
                mimeType: 'application/octet-stream',
                root: 'team',
              }),
            }),
          ),
        )
        const sent = await fetch(made.signedUrl, {
          method: 'PUT',
          headers: { 'content-type': 'application/octet-stream' },
          body: bytes,
        })
        if (!sent.ok) throw new Error(`The upload answered ${sent.status}`)
        await ask({ ...servers.call(`/api/aws/markAsDone?pid=${made.file.pid}`), method: 'POST' })
        await ask(servers.call(`/api/files/${made.file.pid}/content`))
      },
    },
  ]
}

/** How many turns were done, and what went wrong. */
export interface Outcome {
  turns: number
  failures: string[]
}

/**
 * Does mixed work for `durationMs`: `perSecond` turns a second over 16 connections, beside it an import of
 * 1,000 rows every two minutes and an export of all permits every ten.
 */
export async function mixedLoad(
  servers: Servers,
  material: Material,
  { durationMs, perSecond }: { durationMs: number; perSecond: number },
): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const works = workOf(servers, material, agent)
  const order = works.flatMap(({ shares, run }) => Array.from({ length: shares }, () => run))
  const outcome: Outcome = { turns: 0, failures: [] }
  const fail = (error: unknown) =>
    outcome.failures.push(error instanceof Error ? error.message : String(error))
  const endsAtMs = performance.now() + durationMs
  const every = async (pauseMs: number, run: () => Promise<unknown>) => {
    while (performance.now() < endsAtMs) {
      await run().catch(fail)
      await wait(Math.min(pauseMs, Math.max(0, endsAtMs - performance.now())))
    }
  }
  const lanes = 16
  const lane = async (first: number) => {
    for (let turn = first; performance.now() < endsAtMs; turn += lanes) {
      const run = order[(turn * 37) % order.length]
      const beganMs = performance.now()
      await run?.(turn).then(() => (outcome.turns += 1), fail)
      await wait(Math.max(0, (lanes * 1_000) / perSecond - (performance.now() - beganMs)))
    }
  }
  await Promise.all([
    ...Array.from({ length: lanes }, (_, first) => lane(first)),
    every(120_000, () => importRows(servers, material.org.title, 1_000)),
    every(600_000, () => exportAll(servers)),
  ])
  agent.destroy()
  return outcome
}

/** Reads the material from the newest permits. */
export async function materialOf(servers: Servers): Promise<Material> {
  const Permits = z.object({
    permits: z.array(
      z.object({
        pid: z.string(),
        siteAddress: z.string().nullable(),
        org: z.object({ pid: z.string(), title: z.string() }).nullable(),
      }),
    ),
  })
  const { text } = await responseOf(servers.crud('permits', 'GET', { page: 1, pageSize: 1_000 }))
  const { permits } = Permits.parse(JSON.parse(text))
  const org = permits.find((permit) => permit.org !== null)?.org
  const words = permits.flatMap(({ siteAddress }) => siteAddress?.toLowerCase().match(/[a-z]{5,}/g) ?? [])
  if (org === undefined || org === null || words.length === 0)
    throw new Error('The seed has no permit to work on')
  return { pids: permits.map(({ pid }) => pid), words: [...new Set(words)], org }
}
