import { createHash, timingSafeEqual } from 'node:crypto'
import { Refusal, isAdministrator, toRole } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sessionUserOf } from '#platform/sessions/session.ts'
import type { PlatformDeps } from '../deps.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether the request carries METRICS_TOKEN. The comparison takes constant time. */
function hasToken({ headers }: FastifyRequest, token: string | null): boolean {
  const sent = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  return token !== null && sent !== undefined && timingSafeEqual(digest(sent), digest(token))
}

/**
 * Measures every request, and serves `/metrics` to administrators and to callers with METRICS_TOKEN; 401 for
 * others.
 */
export function addMetrics(
  app: FastifyInstance,
  { metrics, environment: { metricsToken } }: Pick<PlatformDeps, 'metrics' | 'environment'>,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { recordCall } = request
    const { elapsedTime, statusCode: status } = reply
    const route = request.routeOptions.url ?? 'unknown'
    metrics.countRequest({ method: request.method, route, status }, elapsedTime)
    // A URL that Fastify refuses gets a request without it.
    if (recordCall) {
      const { collection, operation } = recordCall
      metrics.countRecordCall({ collection, operation, status }, elapsedTime)
    }
    done()
  })
  app.route({
    method: 'GET',
    url: '/metrics',
    // The handler checks for the token or an administrator.
    config: { access: 'public' },
    handler: async (request, reply) => {
      const role = toRole(sessionUserOf(request)?.role)
      const mayRead = hasToken(request, metricsToken) || (role !== null && isAdministrator(role))
      if (!mayRead)
        throw new Refusal(
          'unauthenticated',
          'This needs METRICS_TOKEN (Authorization: Bearer <token>) or an administrator.',
        )
      return reply
        .header('cache-control', 'no-store')
        .type(metrics.contentType)
        .send(await metrics.text())
    },
  })
}
