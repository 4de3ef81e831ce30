import type { FastifyReply } from 'fastify'

/** Aborts when the connection of a request closes before its response is sent: nobody waits for it. */
export function untilAbandoned({ raw }: FastifyReply): AbortSignal {
  const abandoned = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) abandoned.abort()
  })
  return abandoned.signal
}
