import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StoreRefusal } from '#platform/storage/file-store.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { createEmbeddedStore } from '../embedded-store.ts'

/** An embedded store in a folder. No server answers its signed URLs unless `origin` names one. */
export function openStoreIn(
  folder: string,
  origin = 'http://localhost',
): ReturnType<typeof createEmbeddedStore> {
  return createEmbeddedStore({ folder, origin, secretKey: 'x'.repeat(32), now: () => new Date() })
}

/** A store to test, and how to close its resources. */
export interface OpenedStore {
  store: FileStore
  close(): Promise<void>
}

/** An embedded store with a minimal HTTP server for its signed URLs. */
export async function openListeningStore(): Promise<OpenedStore> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-store-'))
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The test listens on no port.')
  const store = await openStoreIn(folder, `http://127.0.0.1:${address.port}`)
  server.on('request', (request, response) => {
    const { 'content-type': contentType, 'content-length': length } = request.headers
    const upload = {
      url: request.url ?? '',
      contentType,
      contentLength: length === undefined ? undefined : Number(length),
      body: request,
    }
    const result =
      request.method === 'PUT'
        ? store.receive(upload)
        : Promise.reject(new StoreRefusal('bad-signature', 'Signed for PUT.'))
    result.then(
      () => response.writeHead(200).end(),
      (error: unknown) => response.writeHead(error instanceof StoreRefusal ? 403 : 500).end(String(error)),
    )
  })
  return {
    store,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
