declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  /** Types of the part that the tests use. The package has no types. */
  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
  }
}
