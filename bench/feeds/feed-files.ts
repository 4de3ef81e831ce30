import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { once } from 'node:events'

/** CSV feeds that never change, by path: they answer 304 to whoever has their entity tag. */
export class FeedFiles {
  /** Requests by status of their answer. */
  readonly answered = { 200: 0, 304: 0 }
  readonly #server: Server

  constructor(texts: ReadonlyMap<string, string>) {
    this.#server = createServer((request, response) => {
      const text = texts.get(request.url ?? '')
      if (text === undefined) {
        response.writeHead(404).end()
        return
      }
      const status = request.headers['if-none-match'] === '"1"' ? 304 : 200
      this.answered[status] += 1
      response.writeHead(status, { etag: '"1"', 'content-type': 'text/csv' })
      response.end(status === 304 ? undefined : text)
    })
  }

  /** Listens on a free port and resolves with the origin. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('The feeds have no port')
    return `http://127.0.0.1:${address.port}`
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}
