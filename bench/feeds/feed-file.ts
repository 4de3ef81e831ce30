import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { once } from 'node:events'

/** A CSV feed that never changes: it answers 304 to whoever has its entity tag. */
export class FeedFile {
  /** Requests by status of their answer. */
  readonly answered = { 200: 0, 304: 0 }
  readonly #server: Server

  constructor(text: string) {
    this.#server = createServer((request, response) => {
      const isKnown = request.headers['if-none-match'] === '"1"'
      this.answered[isKnown ? 304 : 200] += 1
      response.writeHead(isKnown ? 304 : 200, { etag: '"1"', 'content-type': 'text/csv' })
      response.end(isKnown ? undefined : text)
    })
  }

  /** Listens on a free port and resolves with the origin. */
  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('The feed has no port')
    return `http://127.0.0.1:${address.port}`
  }

  close(): void {
    this.#server.close()
  }
}
