import type { IncomingMessage, ServerResponse } from 'node:http'
import { LocalServer } from './local-server.ts'

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
export class ScriptedFeed extends LocalServer {
  script: Script
  calls = 0

  constructor(script: Script = () => ({ json: [] })) {
    super()
    this.script = script
  }

  protected onRequest(request: IncomingMessage, response: ServerResponse): void {
    this.calls += 1
    request.resume()
    Promise.resolve(this.script(new URL(request.url ?? '/', this.origin), request)).then(
      ({ status = 200, headers = {}, json, body = JSON.stringify(json) ?? '' }) =>
        response.writeHead(status, headers).end(body),
      () => response.destroy(),
    )
  }
}
