import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { tooSlow } from './connection-errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its body is a file and may take as long as the server lets a request take, while bytes keep coming. */
    slowBody?: boolean
  }
}

/** How long a caller may take to send a body. */
export interface BodyLimits {
  /**
   * A body of at most 1 MB is there in less; a caller who sends a byte now and then holds a connection for
   * nothing.
   */
  wholeMs: number
  /** A file may take long, but on no line does nothing come for so long. */
  silenceMs: number
}

const usual: BodyLimits = { wholeMs: 60_000, silenceMs: 60_000 }

function hangUp({ raw }: FastifyRequest, reply: FastifyReply): void {
  // A call of a test comes without a connection.
  if (raw.complete || !(raw.socket instanceof Socket)) return
  if (!reply.raw.headersSent) raw.socket.write(tooSlow)
  raw.socket.destroySoon()
}

/**
 * Hangs up when a whole interval brought no byte. Bytes that lie unread are the server's to fetch, unless it
 * has answered already.
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
 * Bodies arrive within a minute, or the connection is closed with 408. Routes that take files (`slowBody`)
 * judge by progress instead: a minute in which nothing comes ends them.
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
