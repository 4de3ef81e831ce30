import type { FastifyInstance } from 'fastify'
import type { PlatformDeps } from '../deps.ts'

/** The inner call of a request to `/api/crud`. */
export interface RecordCallLabels {
  /** A collection of the contract or a name from the list of calls, never text of the caller. */
  collection: string
  /** Method and pattern of the call, such as `GET /{collection}/{pid}`. */
  operation: string
  /** The path as it was called. It holds names and pids only. */
  apiPath: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the inner call is known; null for all other requests. */
    recordCall: RecordCallLabels | null
  }
}

/** Calls of machines, which come every few seconds. They are logged at debug. */
const probes: ReadonlySet<string> = new Set(['/metrics', '/api/health/live', '/api/health/ready'])

/**
 * Logs one line per request at info. It holds the route instead of the path, because paths and queries can
 * hold signatures, links and search terms. Headers, cookies and bodies are never logged.
 */
export function addAccessLog(
  app: FastifyInstance,
  { log: serverLog, accessLog: log = serverLog }: Pick<PlatformDeps, 'log' | 'accessLog'>,
): void {
  app.decorateRequest('recordCall', null)
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const level = probes.has(route) ? 'debug' : 'info'
    if (!log.isLevelEnabled(level)) return done()
    // A URL that Fastify refuses gets a request without these.
    const { sessionUser, recordCall, traceId } = request
    // A logger of the request would be created for this line alone.
    log[level](
      {
        reqId: request.id,
        method: request.method,
        route,
        ...(recordCall && { apiPath: recordCall.apiPath }),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(sessionUser && { user: sessionUser.pid, role: sessionUser.role }),
        ...(traceId && { traceId }),
      },
      'request',
    )
    done()
  })
}
