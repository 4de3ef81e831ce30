import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { z } from 'zod'
import { WorkerRequest } from './pglite-worker-messages.ts'
import type { WorkerReply } from './pglite-worker-messages.ts'

// Runs PGlite in a worker thread, because a slow statement would block the event loop of the server for
// seconds.
const { folder } = z.object({ folder: z.string() }).parse(workerData)
const lite = await PGlite.create({ dataDir: folder, extensions: { pg_trgm, unaccent } })

async function answer(request: WorkerRequest): Promise<WorkerReply> {
  try {
    if (request.kind === 'exec') return { id: request.id, bytes: await lite.execProtocolRaw(request.bytes) }
    await lite.close()
    return { id: request.id, bytes: new Uint8Array() }
  } catch (error) {
    return { id: request.id, failure: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.on('message', (message: unknown) => {
  void answer(WorkerRequest.parse(message)).then((reply) => parentPort?.postMessage(reply))
})
parentPort?.postMessage({ id: 0, bytes: new Uint8Array() } satisfies WorkerReply)
