import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'

/** What a scripted feed answers: a value that is sent as JSON, or an answer of any kind. */
export interface ScriptedAnswer {
  status?: number
  headers?: Record<string, string>
  body?: string | Uint8Array
  json?: unknown
}

/** How a scripted feed answers a request. Query and path are those of `url`. */
export type Script = (url: URL, request: IncomingMessage) => ScriptedAnswer | Promise<ScriptedAnswer>

/** A local feed that answers as its script says, for answers that no honest service gives. */
export class ScriptedFeed {
  script: Script
  calls = 0
  #server: Server | undefined
  #origin = ''

  constructor(script: Script = () => ({ json: [] })) {
    this.script = script
  }

  get origin(): string {
    return this.#origin
  }

  async listen(): Promise<void> {
    this.#server = createServer((request, response) => {
      this.calls += 1
      request.resume()
      Promise.resolve(this.script(new URL(request.url ?? '/', this.#origin), request)).then(
        ({ status = 200, headers = {}, json, body = JSON.stringify(json) ?? '' }) =>
          response.writeHead(status, headers).end(body),
        () => response.destroy(),
      )
    })
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
