import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body is a file and may take as long as the server lets a request take. */
    slowBody?: boolean
  }
}

/** A body of at most 1 MB is there in less; a caller who sends a byte now and then holds a connection for nothing. */
const bodyWithinMs = 60_000

function hangUp({ raw }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete) return
  if (!reply.raw.headersSent) raw.socket.write('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  raw.socket.destroySoon()
}

/** Bodies arrive within a minute, or the connection is closed with 408; routes that take files (`slowBody`) give them more time. */
export function addBodyDeadline(app: FastifyInstance, withinMs = bodyWithinMs): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    const { 'transfer-encoding': encoding, 'content-length': length } = raw.headers
    const hasBody = encoding !== undefined || (length !== undefined && length !== '0')
    if (!hasBody || request.routeOptions.config.slowBody === true) return done()
    const timer = setTimeout(hangUp, withinMs, request, reply).unref()
    raw.once('end', () => clearTimeout(timer))
    raw.once('close', () => clearTimeout(timer))
    done()
  })
}
