import type { FastifyInstance } from 'fastify'

/** The address without its query, which may carry signatures and search words. */
function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end === -1 ? url : url.slice(0, end)
}

/**
 * One line a request: method, path, status, duration. Headers, cookies, queries and bodies are never logged.
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
