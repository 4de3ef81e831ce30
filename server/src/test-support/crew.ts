import { z } from 'zod'

/** A call of a worker: start, end and status. */
export interface WorkCall {
  what: string
  beganMs: number
  endedMs: number
  status: number
}

export interface Worker {
  cookie: string
  /** A permit that only this worker changes. */
  permit: string
}

/** Pause between two calls of a worker. */
const pauseMs = 60

const Version = z.object({ version: z.number() })

/** People who list, open, change and search records, one call after another, until they are stopped. */
export class Crew {
  readonly calls: WorkCall[] = []
  readonly #url: string
  readonly #origin: string
  readonly #running: Promise<void>[]
  #isOver = false

  constructor(origin: string, workers: readonly Worker[]) {
    this.#origin = origin
    this.#url = `${origin}/api/crud`
    this.#running = workers.map((worker, at) => this.#work(worker, at))
  }

  /** Stops after the running calls. Rejects if one of them did not reach the server. */
  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#running)
  }

  /** Calls that were running at any time between two points in time. */
  during(beganMs: number, endedMs: number): WorkCall[] {
    return this.calls.filter((call) => call.endedMs > beganMs && call.beganMs < endedMs)
  }

  async #call(what: string, cookie: string, body: object): Promise<unknown> {
    const beganMs = performance.now()
    const headers = { cookie, 'content-type': 'application/json', origin: this.#origin }
    const response = await fetch(this.#url, { method: 'POST', headers, body: JSON.stringify(body) })
    const json: unknown = await response.json()
    this.calls.push({ what, beganMs, endedMs: performance.now(), status: response.status })
    return json
  }

  async #work({ cookie, permit }: Worker, at: number): Promise<void> {
    const path = `permits/${permit}`
    for (let round = at; !this.#isOver; round += 1) {
      if (round % 4 === 0)
        await this.#call('list', cookie, {
          apiPath: 'permits',
          method: 'GET',
          query: { pageSize: 20, sort: '-createdAt' },
        })
      else if (round % 4 === 1)
        await this.#call('search', cookie, {
          apiPath: 'permits/search',
          method: 'GET',
          query: { searchToken: `Work ${at}` },
        })
      else {
        const got = Version.safeParse(await this.#call('get', cookie, { apiPath: path, method: 'GET' }))
        if (round % 4 === 3 && got.success)
          await this.#call('patch', cookie, {
            apiPath: path,
            method: 'PATCH',
            body: { version: got.data.version, description: `Round ${round}` },
          })
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
}

/** Durations of the calls, sorted. */
export function durations(calls: readonly WorkCall[]): number[] {
  return calls.map(({ beganMs, endedMs }) => endedMs - beganMs).toSorted((a, other) => a - other)
}

/** The quantile of sorted values; `share` is from 0 to 1. */
export function quantile(ordered: readonly number[], share: number): number {
  return ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))] ?? 0
}
