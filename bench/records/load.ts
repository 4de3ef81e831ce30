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

/** One call over a kept connection. */
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
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

/**
 * Requests a second over so many kept connections, each asking again as soon as it was answered. Throws for
 * an answer that is not 200.
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
 * Requests a second of several calls, their windows taking turns so that what else the machine does falls on
 * all of them; medians.
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
 * Milliseconds of several calls, one after the other by turns, `times` each, after some turns that do not
 * count; a call may differ from one time to the next.
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
