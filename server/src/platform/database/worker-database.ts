import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Database } from './database.ts'
import { WorkerReply } from './pglite-worker-messages.ts'
import type { WorkerRequest } from './pglite-worker-messages.ts'
import { createSessionDatabase } from './session-database.ts'

/**
 * PGlite on a folder, in a worker thread, for machines where the embedded PostgreSQL cannot run. A power cut
 * may lose data.
 */
export async function openWorkerDatabase(folder: string): Promise<Database> {
  const worker = new Worker(new URL('pglite-worker.ts', import.meta.url), { workerData: { folder } })
  const waiting = new Map<number, PromiseWithResolvers<Uint8Array>>()
  let lastId = 0
  await once(worker, 'message')
  worker.on('message', (message: unknown) => {
    const reply = WorkerReply.parse(message)
    const waiter = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('failure' in reply) waiter?.reject(new Error(reply.failure))
    else waiter?.resolve(reply.bytes)
  })
  worker.on('error', (error) => {
    for (const waiter of waiting.values()) waiter.reject(error)
    waiting.clear()
  })
  worker.unref()

  const ask = (request: WorkerRequest): Promise<Uint8Array> => {
    const waiter = Promise.withResolvers<Uint8Array>()
    waiting.set(request.id, waiter)
    worker.ref()
    worker.postMessage(request)
    return waiter.promise.finally(() => {
      if (waiting.size === 0) worker.unref()
    })
  }
  const nextId = () => (lastId += 1)
  return createSessionDatabase({ exec: (bytes) => ask({ kind: 'exec', id: nextId(), bytes }) }, async () => {
    await ask({ kind: 'close', id: nextId() })
    await worker.terminate()
  })
}
