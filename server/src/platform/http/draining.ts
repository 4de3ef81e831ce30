import type { FastifyInstance } from 'fastify'

/**
 * Whether the server is about to stop. Until then it answers as before, but it asks clients to end their
 * connections, and `/api/health/ready` tells a load balancer to send new requests to other servers.
 */
export class Draining {
  #began = false

  get hasBegun(): boolean {
    return this.#began
  }

  begin(): void {
    this.#began = true
  }
}

/** Ends connections with their next answer while the server drains. */
export function addDraining(app: FastifyInstance, draining: Draining): void {
  app.addHook('onSend', async (_request, reply) => {
    if (draining.hasBegun) reply.header('connection', 'close')
  })
}
