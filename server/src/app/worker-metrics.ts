import { randomUUID } from 'node:crypto'
import type { ChildProcess } from 'node:child_process'
import { z } from 'zod'
import type { Metrics } from '#platform/metrics/metrics.ts'

/** A worker that does not tell its metrics in this time is left out. */
const withinMs = 2_000

const Snapshot = z.array(z.looseObject({ name: z.string() }))
type Snapshot = z.infer<typeof Snapshot>

/**
 * Messages between a worker and the process above it: a worker asks for the metrics of all, each worker is
 * asked for its own, tells them, and the first one gets them all.
 */
const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ask-all'), id: z.string() }),
  z.object({ kind: z.literal('ask-one'), id: z.string() }),
  z.object({ kind: z.literal('one'), id: z.string(), snapshot: Snapshot }),
  z.object({ kind: z.literal('all'), id: z.string(), snapshots: z.array(Snapshot) }),
])
type Message = z.infer<typeof Message>

/** Metrics of a worker: `/metrics` of any worker has those of all, with a label for each. */
export function shareMetrics(metrics: Metrics, place: string): void {
  metrics.labelAs(place)
  const tell = (message: Message) => process.send?.(message)
  const waiting = new Map<string, (snapshots: Snapshot[]) => void>()
  process.on('message', (received: unknown) => {
    const message = Message.safeParse(received).data
    if (message?.kind === 'ask-one')
      void metrics.snapshot().then((snapshot) => tell({ kind: 'one', id: message.id, snapshot }))
    if (message?.kind === 'all') {
      waiting.get(message.id)?.(message.snapshots)
      waiting.delete(message.id)
    }
  })
  metrics.gatherFrom(() => {
    const id = randomUUID()
    const { promise, resolve } = Promise.withResolvers<Snapshot[]>()
    waiting.set(id, resolve)
    tell({ kind: 'ask-all', id })
    return promise
  })
}

/** Answers the questions of a worker for the metrics of all workers. */
export function relayMetrics(worker: ChildProcess, workers: ReadonlySet<ChildProcess>): void {
  worker.on('message', (received: unknown) => {
    const message = Message.safeParse(received).data
    if (message?.kind !== 'ask-all') return
    const { id } = message
    void Promise.all([...workers].map((worker) => snapshotOf(worker))).then((snapshots) => {
      if (worker.connected)
        worker.send({ kind: 'all', id, snapshots: snapshots.filter((snapshot) => snapshot !== null) })
    })
  })
}

/** The metrics of a worker; null if it does not tell them in time. */
function snapshotOf(worker: ChildProcess): Promise<Snapshot | null> {
  const id = randomUUID()
  const { promise, resolve } = Promise.withResolvers<Snapshot | null>()
  const onMessage = (received: unknown) => {
    const message = Message.safeParse(received).data
    if (message?.kind === 'one' && message.id === id) resolve(message.snapshot)
  }
  worker.on('message', onMessage)
  const late = setTimeout(() => resolve(null), withinMs)
  if (worker.connected) worker.send({ kind: 'ask-one', id })
  else resolve(null)
  return promise.finally(() => {
    clearTimeout(late)
    worker.off('message', onMessage)
  })
}
