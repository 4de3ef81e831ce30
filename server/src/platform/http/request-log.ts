import type { FastifyInstance } from 'fastify'

/** The path without the query, which may contain signatures and search terms. */
function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

/**
 * Logs one line per request: method, path, status, duration. Headers, cookies, queries and bodies are never
 * logged.
 */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const line = {
      method: request.method,
      path: pathOf(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    request.log.debug(line, 'request')
    done()
  })
}
