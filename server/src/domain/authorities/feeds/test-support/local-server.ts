import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/** An HTTP server on loopback, at a free port. */
export abstract class LocalServer {
  #server: Server | undefined
  #origin = ''

  get origin(): string {
    return this.#origin
  }

  protected abstract onRequest(request: IncomingMessage, response: ServerResponse): void

  async listen(): Promise<void> {
    this.#server = createServer((request, response) => this.onRequest(request, response))
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    this.#origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  }

  async close(): Promise<void> {
    this.#server?.closeAllConnections()
    this.#server?.close()
    if (this.#server !== undefined) await once(this.#server, 'close')
  }
}
