import { randomUUID } from 'node:crypto'
import type { ChildProcess } from 'node:child_process'
import { z } from 'zod'
import type { Metrics } from '#platform/metrics/metrics.ts'

/**
 * Workers share a port, so a call of `/metrics` reaches any one of them. It asks the process above, which asks
 * every worker, and tells the sum.
 */
const values = z.array(z.record(z.string(), z.unknown()))
const Message = z.discriminatedUnion('about', [
  /** From a worker: what do all workers tell? */
  z.object({ about: z.literal('ask-all'), id: z.string() }),
  /** To a worker: what do you tell? */
  z.object({ about: z.literal('ask-one'), id: z.string() }),
  /** From a worker: its own metrics. */
  z.object({ about: z.literal('one'), id: z.string(), values }),
  /** To a worker: the metrics of all workers. */
  z.object({ about: z.literal('all'), id: z.string(), parts: z.array(values) }),
])
type Message = z.infer<typeof Message>
type Values = z.infer<typeof values>

/** A worker that has more to do than this is left out, and its part is missing once. */
const answerWithinMs = 2_000

/** Waits for an answer, at most for a while; null without one. */
function within<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), answerWithinMs)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** The part of the process above: passes metrics between its workers. */
export class WorkerMetrics {
  readonly #workers = new Set<ChildProcess>()
  readonly #waiting = new Map<string, (told: Values) => void>()

  add(worker: ChildProcess): void {
    this.#workers.add(worker)
    worker.once('exit', () => this.#workers.delete(worker))
    worker.on('message', (message) => {
      const { data } = Message.safeParse(message)
      if (data?.about === 'one') this.#waiting.get(data.id)?.(data.values)
      if (data?.about === 'ask-all') void this.#answer(worker, data.id)
    })
  }

  async #answer(worker: ChildProcess, id: string): Promise<void> {
    const told = await Promise.all([...this.#workers].map((each) => this.#ask(each)))
    const parts = told.filter((part) => part !== null)
    if (worker.connected) worker.send({ about: 'all', id, parts } satisfies Message)
  }

  async #ask(worker: ChildProcess): Promise<Values | null> {
    if (!worker.connected) return null
    const id = randomUUID()
    const told = Promise.withResolvers<Values>()
    this.#waiting.set(id, told.resolve)
    worker.send({ about: 'ask-one', id } satisfies Message)
    try {
      return await within(told.promise)
    } finally {
      this.#waiting.delete(id)
    }
  }
}

/** The part of a worker: tells its own metrics, and lets `/metrics` tell those of all workers. */
export function shareMetrics(metrics: Metrics): void {
  const waiting = new Map<string, (parts: Values[]) => void>()
  const tell = async (id: string) =>
    process.send?.({ about: 'one', id, values: await metrics.values() } satisfies Message)
  process.on('message', (message) => {
    const { data } = Message.safeParse(message)
    if (data?.about === 'all') waiting.get(data.id)?.(data.parts)
    if (data?.about === 'ask-one') void tell(data.id)
  })
  metrics.gather(async () => {
    const id = randomUUID()
    const all = Promise.withResolvers<Values[]>()
    waiting.set(id, all.resolve)
    process.send?.({ about: 'ask-all', id } satisfies Message)
    try {
      return (await within(all.promise)) ?? [await metrics.values()]
    } finally {
      waiting.delete(id)
    }
  })
}
