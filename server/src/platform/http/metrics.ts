import { createHash, timingSafeEqual } from 'node:crypto'
import { Refusal, isAdministrator, toRole } from '@portal/contract'
import type { RemoteLoad } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Histogram, Registry, collectDefaultMetrics } from '@prometheus-io/client'
import type { Environment } from '#platform/environment/environment.ts'
import { sessionUserOf } from '#platform/sessions/session.ts'

const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Metrics of the process, registered once even if the process builds several apps. */
let ofProcess: Registry | undefined

function processRegistry(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess
}

/** Metrics of one server since its start. Each server exports its own values; the collector adds them up. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #requests = new Histogram({
    name: 'portal_http_request_seconds',
    help: 'Time from a request to its answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: secondsBuckets,
    registers: [this.#registry],
  })
  readonly #loads = new Counter({
    name: 'portal_remote_loads_total',
    help: 'Remotes that pages loaded',
    labelNames: ['remote', 'version'],
    registers: [this.#registry],
  })
  readonly #phases = new Histogram({
    name: 'portal_remote_load_phase_seconds',
    help: 'How long the phases of loading a remote took in pages',
    labelNames: ['remote', 'phase'],
    buckets: secondsBuckets,
    registers: [this.#registry],
  })
  readonly #failures = new Counter({
    name: 'portal_remote_failures_total',
    help: 'Failures of remotes in pages, by the team that owns them and the phase',
    labelNames: ['remote', 'version', 'owner', 'phase'],
    registers: [this.#registry],
  })

  countRequest(labels: { method: string; route: string; status: number }, elapsedMs: number): void {
    this.#requests.observe(labels, elapsedMs / 1000)
  }

  countLoad(load: RemoteLoad, owner: string): void {
    const { remote } = load
    const version = load.version ?? ''
    if (load.outcome === 'failed') return this.#failures.inc({ remote, version, owner, phase: load.phase })
    this.#loads.inc({ remote, version })
    for (const [phase, ms] of Object.entries(load.phases)) this.#phases.observe({ remote, phase }, ms / 1000)
  }

  /** All metrics in the Prometheus text format. */
  async text(): Promise<string> {
    return `${await this.#registry.metrics()}\n${await processRegistry().metrics()}`
  }

  get contentType(): string {
    return this.#registry.contentType
  }
}

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
  metrics: Metrics,
  { metricsToken }: Pick<Environment, 'metricsToken'>,
): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    metrics.countRequest({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime)
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
