import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { tooSlow } from './connection-errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file. It may take the whole request timeout while bytes keep arriving. */
    slowBody?: boolean
  }
}

/** Time limits for receiving a body. */
export interface BodyLimits {
  /**
   * For the whole body. A body of at most 1 MB arrives sooner, and a client that sends single bytes must not
   * keep a connection.
   */
  wholeMs: number
  /**
   * For the time between two bytes of a file. A file may take long, but a working connection is never silent
   * for this long.
   */
  silenceMs: number
}

const usual: BodyLimits = { wholeMs: 60_000, silenceMs: 60_000 }

function hangUp({ raw }: FastifyRequest, reply: FastifyReply): void {
  // Requests injected by tests have no connection.
  if (raw.complete || !(raw.socket instanceof Socket)) return
  if (!reply.raw.headersSent) raw.socket.write(tooSlow)
  raw.socket.destroySoon()
}

/**
 * Closes the connection if no byte arrives in a whole interval. Received bytes that the server has not read
 * yet count as progress, unless it has already responded.
 */
function watchProgress(request: FastifyRequest, reply: FastifyReply, silenceMs: number): NodeJS.Timeout {
  const { raw } = request
  let seen = raw.socket.bytesRead
  return setInterval(() => {
    const isWaitingForUs = raw.readableLength > 0 && !reply.raw.writableEnded
    if (raw.socket.bytesRead === seen && !isWaitingForUs) hangUp(request, reply)
    seen = raw.socket.bytesRead
  }, silenceMs).unref()
}

/**
 * Closes the connection with 408 if the body does not arrive within a minute. For routes with `slowBody`, the
 * limit is a minute without any bytes.
 */
export function addBodyDeadline(app: FastifyInstance, { wholeMs, silenceMs }: BodyLimits = usual): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    const { 'transfer-encoding': encoding, 'content-length': length } = raw.headers
    const hasBody = encoding !== undefined || (length !== undefined && length !== '0')
    if (!hasBody) return done()
    const isSlow = request.routeOptions.config.slowBody === true
    const timer = isSlow
      ? watchProgress(request, reply, silenceMs)
      : setTimeout(hangUp, wholeMs, request, reply).unref()
    raw.once('end', () => clearTimeout(timer))
    raw.once('close', () => clearTimeout(timer))
    done()
  })
}
