import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { RecordEvent } from '@portal/contract'
import type { SeedRandom } from '#domain/seed/random.ts'

interface Seen {
  pid: string
  versions: ReadonlySet<number>
}

export interface ViewerOptions {
  /** Servers of one database. Each connection uses one of them. */
  origins: readonly string[]
  cookie: string
  /** The events that this person may see, as they were written. */
  sees: readonly Seen[]
  random: SeedRandom
  longestConnectedMs: number
}

/** The response to a call on its own connection, which ends with the signal. */
function open(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const call = get(url, { headers, signal, agent: false }, (response) => {
      if (response.statusCode === 200) resolve(response)
      else reject(new Error(`The stream answered ${response.statusCode}`))
    })
    call.on('error', reject)
  })
}

/** Reads the stream as a browser does, with the last event id, and loses its connection repeatedly. */
export class Viewer {
  readonly #options: ViewerOptions
  readonly #counts = new Map<string, number>()
  #lastId: string | undefined
  #resets = 0
  #reconnects = 0
  #isFinishing = false
  #isClosed = false
  #connection = new AbortController()
  #running: Promise<void> = Promise.resolve()

  constructor(options: ViewerOptions) {
    this.#options = options
  }

  /** Resolves when the first stream has started. */
  async begin(): Promise<void> {
    const begun = Promise.withResolvers<void>()
    this.#running = this.#run(begun.resolve)
    this.#running.catch(begun.reject)
    await begun.promise
  }

  /** Stays connected from now on. Returns whether all written events arrived in time. */
  async finish(withinMs: number): Promise<boolean> {
    this.#isFinishing = true
    const untilMs = Date.now() + withinMs
    // The report compares every event, which is too slow to repeat for 200 viewers.
    const mayMiss = () =>
      this.#counts.size < this.#options.sees.reduce((all, { versions }) => all + versions.size, 0)
    while (mayMiss() && Date.now() < untilMs) await pause(100)
    // A duplicate would arrive shortly afterwards.
    await pause(1_000)
    const isThere = this.report().missing === 0
    this.close()
    await this.#running
    return isThere
  }

  close(): void {
    this.#isClosed = true
    this.#connection.abort()
  }

  /**
   * Which of the written events are missing, in the order of their versions, and how the viewer is
   * connected.
   */
  describeMissing(): string {
    const written = this.#options.sees.flatMap(({ pid, versions }) =>
      [...versions].map((version) => ({ pid, version })),
    )
    const ordered = written.toSorted((a, other) => a.version - other.version)
    const places = ordered.flatMap(({ pid, version }, index) =>
      this.#counts.has(`${pid} ${version}`) ? [] : [index],
    )
    return `${places.length} missing at ${places.slice(0, 3).join(', ')}..${places.at(-1)} of ${ordered.length}, last id ${this.#lastId}, ${this.#reconnects} reconnects`
  }

  report(): { missing: number; twice: number; foreign: number; resets: number; reconnects: number } {
    const all = this.#options.sees.flatMap(({ pid, versions }) =>
      [...versions].map((version) => `${pid} ${version}`),
    )
    const own = new Set(this.#options.sees.map(({ pid }) => pid))
    return {
      missing: all.filter((key) => !this.#counts.has(key)).length,
      twice: [...this.#counts.values()].filter((count) => count > 1).length,
      foreign: [...this.#counts.keys()].filter((key) => !own.has(key.slice(0, key.indexOf(' ')))).length,
      resets: this.#resets,
      reconnects: this.#reconnects,
    }
  }

  async #run(onBegun: () => void): Promise<void> {
    const { random, longestConnectedMs } = this.#options
    while (!this.#isClosed) {
      const connection = new AbortController()
      this.#connection = connection
      const isLast = this.#isFinishing
      const timer = setTimeout(
        () => connection.abort(),
        isLast ? 2 ** 30 : random.int(20, longestConnectedMs),
      )
      try {
        await this.#read(connection.signal, onBegun)
      } finally {
        clearTimeout(timer)
      }
      if (this.#isClosed) return
      // A server may end a connection that is too slow; a browser reconnects then, also to the last one.
      this.#reconnects += 1
      await pause(random.int(0, random.chance(0.1) ? longestConnectedMs : 50))
    }
  }

  async #read(signal: AbortSignal, onBegun: () => void): Promise<void> {
    const { origins, cookie, random } = this.#options
    const headers = {
      cookie,
      accept: 'text/event-stream',
      ...(this.#lastId === undefined ? {} : { 'last-event-id': this.#lastId }),
    }
    try {
      const response = await open(`${random.pick(origins)}/api/stream`, headers, signal)
      let text = ''
      for await (const part of response.setEncoding('utf8')) {
        const blocks = `${text}${String(part)}`.split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) this.#take(block)
        if (this.#lastId !== undefined) onBegun()
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  #take(block: string): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
    this.#lastId = field('id') ?? this.#lastId
    if (field('event') === 'reset') this.#resets += 1
    if (field('event') !== 'record') return
    const { collection, pid, action, version } = RecordEvent.parse(JSON.parse(field('data') ?? ''))
    if (collection !== 'permits' || action !== 'update') return
    const key = `${pid} ${version}`
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }
}
