import { Agent, request } from 'node:http'

export interface Call {
  url: URL
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string
}

export interface Answer {
  status: number
  text: string
}

/** Sends one call over a keep-alive connection. */
export function send(agent: Agent, { url, method = 'GET', headers = {}, body }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length =
      body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(url, { agent, method, headers: { ...headers, ...length } }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
      )
      response.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, other) => a - other)[Math.floor(values.length / 2)] ?? Number.NaN

/** The value that 95 of 100 do not exceed. */
export const percentile95 = (values: readonly number[]): number =>
  values.toSorted((a, other) => a - other)[Math.floor(values.length * 0.95)] ?? Number.NaN

/**
 * Requests per second over `connections` keep-alive connections; each connection sends the next request as
 * soon as the last one is answered. Throws for any status except 200.
 */
async function window(call: () => Call, connections: number, durationMs: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const beganMs = performance.now()
  let answered = 0
  const one = async () => {
    while (performance.now() - beganMs < durationMs) {
      const { status, text } = await send(agent, call())
      if (status !== 200) throw new Error(`${status} ${text.slice(0, 300)}`)
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  const perSecond = (answered * 1000) / (performance.now() - beganMs)
  agent.destroy()
  return perSecond
}

/**
 * Median requests per second of several calls. Their windows alternate, so that other load on the machine
 * affects all calls equally.
 */
export async function rates(
  calls: readonly (() => Call)[],
  connections: number,
  { windows = 5, durationMs = 1_500 } = {},
): Promise<number[]> {
  const found = calls.map(() => Array<number>())
  for (const call of calls) await window(call, connections, 300)
  for (let turn = 0; turn < windows; turn += 1) {
    for (const [place, call] of calls.entries())
      found[place]?.push(await window(call, connections, durationMs))
  }
  return found.map(median)
}

/**
 * Durations in milliseconds of several calls, measured in alternation, `times` each, after `warmUps` turns
 * that are not counted. A call can vary by turn.
 */
export async function samples(
  calls: readonly ((turn: number) => Call)[],
  times: number,
  warmUps = 1,
): Promise<number[][]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const found = calls.map(() => Array<number>())
  for (let turn = -warmUps; turn < times; turn += 1) {
    for (const [place, call] of calls.entries()) {
      const asked = call(Math.max(0, turn))
      const beganMs = performance.now()
      const { status, text } = await send(agent, asked)
      if (status !== 200) throw new Error(`${status} ${text.slice(0, 300)}`)
      if (turn >= 0) found[place]?.push(performance.now() - beganMs)
    }
  }
  agent.destroy()
  return found
}

/** The medians of `samples`. */
export async function durations(
  calls: readonly (() => Call)[],
  times: number,
  warmUps?: number,
): Promise<number[]> {
  return (await samples(calls, times, warmUps)).map(median)
}

/**
 * Durations in milliseconds of a call over `connections` connections, each of which sends the next one as
 * soon as
 * the last is answered. Every fifth call is the other one, which is not counted.
 */
export async function durationsBeside(
  call: (turn: number) => Call,
  other: (turn: number) => Call,
  { connections, durationMs }: { connections: number; durationMs: number },
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const found: number[] = []
  const beganMs = performance.now()
  let turn = 0
  const one = async () => {
    while (performance.now() - beganMs < durationMs) {
      turn += 1
      const isOther = turn % 5 === 0
      const sentMs = performance.now()
      const { status, text } = await send(agent, isOther ? other(turn) : call(turn))
      if (status !== 200) throw new Error(`${status} ${text.slice(0, 300)}`)
      if (!isOther) found.push(performance.now() - sentMs)
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  agent.destroy()
  return found
}

/** Durations in milliseconds of `times` calls over `connections` connections, the call varying by turn. */
export async function durationsTogether(
  callAt: (turn: number) => Call,
  { connections, times }: { connections: number; times: number },
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const found: number[] = []
  let turn = 0
  const one = async () => {
    while (turn < times) {
      const call = callAt((turn += 1))
      const beganMs = performance.now()
      const { status, text } = await send(agent, call)
      if (status !== 200) throw new Error(`${status} ${text.slice(0, 300)}`)
      found.push(performance.now() - beganMs)
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  agent.destroy()
  return found
}
