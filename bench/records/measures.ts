import { responseOf } from './servers.ts'
import type { Servers } from './servers.ts'
import { durations, median, rates } from './load.ts'

/** One line of the report: the portal, the baseline, their ratio, the goal, and whether it is met. */
export interface Measure {
  what: string
  ours: string
  limit: string
  ratio: string
  goal: string
  isMet: boolean
}

/** A duration that stands beside no baseline. */
export function within(what: string, oursMs: number, goalMs: number): Measure {
  return { what, ours: ms(oursMs), limit: '', ratio: '', goal: `<= ${goalMs} ms`, isMet: oursMs <= goalMs }
}

const perSecond = (value: number) => `${Math.round(value)}/s`
const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`
const wait = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs))

export function atMost(what: string, ours: number, limit: number, goal: number): Measure {
  const ratio = ours / limit
  return {
    what,
    ours: ms(ours),
    limit: ms(limit),
    ratio: ratio.toFixed(2),
    goal: `<= ${goal}`,
    isMet: ratio <= goal,
  }
}

function atLeast(what: string, ours: number, limit: number, goal: number): Measure {
  const ratio = ours / limit
  return {
    what,
    ours: perSecond(ours),
    limit: perSecond(limit),
    ratio: ratio.toFixed(2),
    goal: `>= ${goal}`,
    isMet: ratio >= goal,
  }
}

/** The list and page that most measures ask for. */
export const firstPage = { page: 1, pageSize: 50 }

/** Page 1 with its exact count compared with the page alone from the baseline. */
export async function pageOne(servers: Servers, connections: number): Promise<Measure> {
  const [ours = Number.NaN, limit = Number.NaN] = await rates(
    [() => servers.crud('permits', 'GET', firstPage), () => servers.limit('page')],
    connections,
  )
  return atLeast(`page 1, ${connections} connection${connections === 1 ? '' : 's'}`, ours, limit, 0.8)
}

/**
 * A page with its exact count during ten writes per second, compared with the same page without writes. Both
 * are warm.
 */
export async function pageUnderWrites(
  servers: Servers,
  connections: number,
  pids: readonly string[],
): Promise<Measure> {
  const call = () => servers.crud('permits', 'GET', firstPage)
  const once = async () => (await rates([call], connections, { windows: 1 }))[0] ?? Number.NaN
  const calm: number[] = []
  const written: number[] = []
  let n = 0
  // Alternates as all rates do, so that other load on the machine affects both sides.
  for (let turn = 0; turn < 5; turn += 1) {
    calm.push(await once())
    let isWriting = true
    const writer = (async () => {
      for (; isWriting; n += 1) {
        await responseOf(
          servers.crud(`permits/${pids[n % pids.length]}`, 'PATCH', undefined, { region: `Region ${n}` }),
        )
        await wait(100)
      }
    })()
    written.push(await once().finally(() => (isWriting = false)))
    await writer
  }
  return atLeast(
    `page 1 while 10 writes a second go on, beside without (limit), ${connections} connection${connections === 1 ? '' : 's'}`,
    median(written),
    median(calm),
    0.9,
  )
}

/**
 * An exact count that no cache can answer: each turn counts another city after a write. The first side reads
 * the rows from disk and the second from memory, so the order alternates.
 */
export async function coldCount(servers: Servers, cities: readonly string[], pid: string): Promise<Measure> {
  const found: number[][] = [[], []]
  for (const [at, city] of cities.entries()) {
    await responseOf(servers.crud(`permits/${pid}`, 'PATCH', undefined, { region: `Cold ${at}` }))
    const calls = [
      servers.crud('count', 'GET', {
        collection: 'permits',
        aggregate: [{ match: { city } }, { count: 'total' }],
      }),
      servers.limit('count', city),
    ] as const
    for (const place of at % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const beganMs = performance.now()
      await responseOf(calls[place])
      found[place]?.push(performance.now() - beganMs)
    }
  }
  return atMost('cold exact count of a city', median(found[0] ?? []), median(found[1] ?? []), 1)
}

const anchoredWithinMs = 5_000

/**
 * Deep pages of processed permits. The default sort is compared with a page a tenth as deep, other sorts with
 * a deferred join in plain SQL. Each turn reads a different nearby page, because users do not read the same
 * page repeatedly.
 */
export async function deepPages(servers: Servers, deepest: number): Promise<Measure[]> {
  const page = (number: number, sort: string) => {
    let turn = 0
    return () => servers.crud('processed', 'GET', { page: number - (turn++ % 20), pageSize: 50, sort })
  }
  const near = Math.max(21, Math.round(deepest / 10))
  // The portal builds page anchors for a list after the first deep read.
  for (const sort of ['-closedDate', 'title', 'targetDate']) {
    for (let turn = 0; turn < 2; turn += 1) await responseOf(page(deepest, sort)())
  }
  await wait(anchoredWithinMs)
  const [deep = Number.NaN, shallow = Number.NaN] = await durations(
    [page(deepest, '-closedDate'), page(near, '-closedDate')],
    15,
  )
  const measures = [
    atMost(`page ${deepest} of the default sort, beside page ${near} (limit)`, deep, shallow, 2),
  ]
  for (const [sort, name] of [
    ['title', 'deepTitle'],
    ['targetDate', 'deepDue'],
  ] as const) {
    const [ours = Number.NaN, limit = Number.NaN] = await durations(
      [page(deepest, sort), () => servers.limit(name, (deepest - 1) * 50)],
      11,
    )
    measures.push(atMost(`page ${deepest} by ${sort}, beside the deferred join`, ours, limit, 1.2))
  }
  return measures
}

/**
 * Calls of one or two milliseconds are measured often, because a single scheduling delay takes as long as the
 * call. Both sides are warmed up first: PostgreSQL replans a named statement for its first five runs on each
 * connection, and the portal uses several connections.
 */
const ofShortCalls = { times: 301, warmUps: 300 }
const ofOthers = { times: 21, warmUps: 1 }

/** Single calls compared with plain SQL. Calls of one or two milliseconds run after a warm-up. */
export async function questions(servers: Servers, pid: string, token: string): Promise<Measure[]> {
  let n = 0
  const each: [
    what: string,
    ours: () => ReturnType<Servers['crud']>,
    limit: () => ReturnType<Servers['limit']>,
  ][] = [
    [
      'search with count',
      () => servers.crud('permits/search', 'GET', { searchToken: token, sort: '-createdAt' }),
      () => servers.limit('search', token),
    ],
    ['distinct values', () => servers.crud('permits/fields/city', 'GET'), () => servers.limit('values')],
    [
      'group by status',
      () => servers.crud('permits/groups', 'GET', { groupBy: 'status' }),
      () => servers.limit('groups'),
    ],
    ['get', () => servers.crud(`permits/${pid}`, 'GET'), () => servers.limit('get', pid)],
    [
      'patch',
      () => servers.crud(`permits/${pid}`, 'PATCH', undefined, { region: `R ${(n += 1)}` }),
      () => servers.limit('patch', pid, `L ${(n += 1)}`),
    ],
  ]
  const measures: Measure[] = []
  for (const [what, ours, limit] of each) {
    const { times, warmUps } = ['get', 'patch'].includes(what) ? ofShortCalls : ofOthers
    const [mine = Number.NaN, theirs = Number.NaN] = await durations([ours, limit], times, warmUps)
    measures.push(atMost(`${what}, beside plain SQL`, mine, theirs, 1.5))
  }
  return measures
}
