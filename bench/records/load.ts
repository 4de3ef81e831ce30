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

/** The value whose turn it is. */
export const valueAt = (values: readonly string[], turn: number): string => values[turn % values.length] ?? ''

/**
 * Sends calls over `connections` keep-alive connections, each of which sends the next one as soon as the last
 * is answered, while `goesOn`. Turns count from 1. Tells `answered` the milliseconds of each call. Throws for
 * any status except 200.
 */
async function sendAll(
  connections: number,
  goesOn: (turn: number) => boolean,
  callAt: (turn: number) => Call,
  answered: (tookMs: number, turn: number) => void,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let next = 1
  const one = async () => {
    while (goesOn(next)) {
      const turn = next
      next += 1
      const beganMs = performance.now()
      const { status, text } = await send(agent, callAt(turn))
      if (status !== 200) throw new Error(`${status} ${text.slice(0, 300)}`)
      answered(performance.now() - beganMs, turn)
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
  agent.destroy()
}

/** Requests per second over several connections. */
async function window(call: () => Call, connections: number, durationMs: number): Promise<number> {
  const beganMs = performance.now()
  let count = 0
  await sendAll(
    connections,
    () => performance.now() - beganMs < durationMs,
    call,
    () => (count += 1),
  )
  return (count * 1000) / (performance.now() - beganMs)
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
  const found: number[] = []
  const beganMs = performance.now()
  const isOther = (turn: number) => turn % 5 === 0
  await sendAll(
    connections,
    () => performance.now() - beganMs < durationMs,
    (turn) => (isOther(turn) ? other(turn) : call(turn)),
    (tookMs, turn) => {
      if (!isOther(turn)) found.push(tookMs)
    },
  )
  return found
}

/** Durations in milliseconds of `times` calls over `connections` connections, the call varying by turn. */
export async function durationsTogether(
  callAt: (turn: number) => Call,
  { connections, times }: { connections: number; times: number },
): Promise<number[]> {
  const found: number[] = []
  await sendAll(
    connections,
    (turn) => turn <= times,
    callAt,
    (tookMs) => found.push(tookMs),
  )
  return found
}
