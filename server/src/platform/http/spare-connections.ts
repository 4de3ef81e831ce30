import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Time that a connection has for its first request while the server stops. */
const graceMs = 1_000

function endUnused(connection: Socket): void {
  if (connection.bytesRead === 0) connection.destroy()
}

/**
 * Ends connections that never sent anything when the server closes. Browsers open some in advance, and the
 * server would wait for them until its stop takes too long and counts as failed.
 */
export function addSpareConnections(app: FastifyInstance): void {
  const connections = new Set<Socket>()
  let isClosing = false
  app.server.on('connection', (connection: Socket) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
    if (isClosing) setTimeout(endUnused, graceMs, connection).unref()
  })
  app.addHook('preClose', async () => {
    isClosing = true
    for (const connection of connections) endUnused(connection)
  })
}
