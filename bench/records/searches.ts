import { Agent } from 'node:http'
import { z } from 'zod'
import { durationsTogether, percentile95, samples, send, valueAt } from './load.ts'
import type { Call } from './load.ts'
import { responseOf } from './servers.ts'
import type { Servers } from './servers.ts'
import type { Measure } from './measures.ts'

const common = ['remodel', 'plumbing', 'electrical']
/** The orders in which searches are measured. */
export const searchOrders = ['-createdAt', 'title', 'targetDate']
const times = 60
const wait = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs))

function within(what: string, durationsMs: readonly number[], goalMs: number): Measure {
  const took = percentile95(durationsMs)
  return {
    what: `${what}, p95`,
    ours: `${took.toFixed(took < 10 ? 2 : 0)} ms`,
    limit: '',
    ratio: '',
    goal: `<= ${goalMs} ms`,
    isMet: took <= goalMs,
  }
}

const search = (servers: Servers, searchToken: string, sort?: string) =>
  servers.crud('permits/search', 'GET', { searchToken, ...(sort !== undefined && { sort }) })

/** Durations of calls that follow each other on one connection, the call varying by turn. */
async function inTurn(callAt: (turn: number) => Call): Promise<number[]> {
  const [found = []] = await samples([callAt], times, 6)
  return found
}

/** Twenty lists a second while four searches a second for common words go on. */
async function listsBesideSearches(servers: Servers): Promise<Measure[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const found = { list: Array<number>(), search: Array<number>() }
  let refused = 0
  const ask = async (kind: keyof typeof found, call: Call) => {
    const beganMs = performance.now()
    const { status } = await send(agent, call)
    if (status === 503) refused += 1
    found[kind].push(performance.now() - beganMs)
  }
  const asked: Promise<void>[] = []
  for (let turn = 0; turn < 400; turn += 1) {
    asked.push(ask('list', servers.crud('permits', 'GET', { page: 1 + (turn % 5), pageSize: 50 })))
    if (turn % 5 === 0) asked.push(ask('search', search(servers, valueAt(common, turn / 5))))
    await wait(50)
  }
  await Promise.all(asked)
  agent.destroy()
  const beside = 'while 4 searches a second for common words go on'
  return [
    within(`lists ${beside}`, found.list, 30),
    within(`the searches meanwhile`, found.search, 300),
    {
      what: `calls refused with 503 ${beside}`,
      ours: String(refused),
      limit: '',
      ratio: '',
      goal: '0',
      isMet: refused === 0,
    },
  ]
}

const Numbered = z.object({ permits: z.array(z.object({ refNo: z.string() })) })

/** Searches as people make them: for numbers, words and mistyped words, one at a time and many at once. */
export async function searches(servers: Servers, words: readonly string[]): Promise<Measure[]> {
  const page = await responseOf(
    servers.crud('processed', 'GET', { page: 1, pageSize: 100, fields: 'refNo', sort: 'title' }),
  )
  const numbers = Numbered.parse(JSON.parse(page.text)).permits.map(({ refNo }) => refNo)
  const [absent, elsewhere, mistyped] = [
    await inTurn((turn) => search(servers, `PM-2026-99${String(turn).padStart(4, '0')}`)),
    await inTurn((turn) => search(servers, valueAt(numbers, turn))),
    await inTurn((turn) => search(servers, valueAt(['mezza', 'electrcal'], turn))),
  ]
  const bySort = []
  for (const sort of searchOrders) {
    const took = await inTurn((turn) => search(servers, valueAt(words, turn), sort))
    bySort.push(within(`search for a word by ${sort}`, took, 15))
  }
  const crowd = await durationsTogether(
    (turn) => search(servers, valueAt(words, turn), valueAt(searchOrders, turn)),
    {
      connections: 16,
      times: times * 4,
    },
  )
  return [
    within('search for a number that is nowhere', absent, 40),
    within('search for a number of the other bucket', elsewhere, 40),
    within('search for a mistyped word', mistyped, 120),
    ...bySort,
    within('search for a word, 16 connections', crowd, 150),
    ...(await listsBesideSearches(servers)),
  ]
}
