import type { Health } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '#platform/environment/loopback.ts'
import { authTimeState } from '#platform/auth/auth-time.ts'
import { isDiskLow } from '#platform/storage/disk-space.ts'
import { sweepProblem } from '#platform/storage/store-identity.ts'
import type { Deps } from '../deps.ts'
import { sessionUserOf } from '#platform/sessions/session.ts'
import { askSeldom, dependencyChecks } from './dependency-checks.ts'
import { serverVersion } from './version.ts'

const microsoftStates = { sent: 'ok', missing: 'no-auth-time', unknown: 'unknown' } as const

/** The known state of Microsoft sign-in, if configured. Makes no request to Microsoft. */
function microsoftOf({ environment: { oidc } }: Deps): Pick<Health, 'microsoft'> {
  return oidc === null ? {} : { microsoft: microsoftStates[authTimeState(oidc)] }
}

type Degraded = NonNullable<Health['degraded']>

/**
 * Whether the caller may see the version. On a public portal only staff may, because the version tells an
 * attacker which vulnerabilities to try.
 */
function knowsVersion({ environment }: Deps, request: FastifyRequest): boolean {
  const role = sessionUserOf(request)?.role ?? null
  return isLoopback(new URL(environment.publicOrigin).hostname) || (role !== null && role !== 'client')
}

/**
 * `GET /api/health`: 200 if the server can serve requests, else 503 with the dependencies that are down.
 *
 * - `/api/health/live`: the process responds.
 * - `/api/health/ready`: the server may get traffic; 503 while it stops.
 *
 * Each dependency is checked at most once in ten seconds.
 */
export function healthRoutes(deps: Deps) {
  const checks = dependencyChecks(deps)
  const sweeps = askSeldom(deps.clock, () => sweepProblem(deps))

  /** Parts that need an administrator while the portal still works; left out when there are none. */
  async function degradedParts(isDatabaseUp: boolean, scanner: string): Promise<Pick<Health, 'degraded'>> {
    const degraded: Degraded = []
    if (isDatabaseUp && (await sweeps()) !== null) degraded.push('sweeps')
    if (await isDiskLow(deps)) degraded.push('disk')
    if (scanner === 'down') degraded.push('scanner')
    return degraded.length === 0 ? {} : { degraded }
  }

  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/api/health',
      config: { access: 'public' },
      handler: async (request, reply) => {
        const [database, store, mail, scanner] = await Promise.all([
          checks.database(),
          checks.store(),
          checks.mail(),
          deps.scanner.kind === 'none' ? 'none' : checks.scanner(),
        ])
        const degraded = await degradedParts(database === 'ok', scanner)
        const isServing = [database, store, mail].every((state) => state === 'ok')
        const health: Health = {
          status: isServing ? 'ok' : 'down',
          ...(knowsVersion(deps, request) && { version: serverVersion }),
          database,
          store,
          mail,
          scanner,
          ...microsoftOf(deps),
          ...degraded,
        }
        return reply.code(isServing ? 200 : 503).send(health)
      },
    })
    app.route({
      method: 'GET',
      url: '/api/health/live',
      config: { access: 'public' },
      handler: async () => ({ status: 'ok' }),
    })
    app.route({
      method: 'GET',
      url: '/api/health/ready',
      config: { access: 'public' },
      handler: async (_request, reply) => {
        const [database, store, migrations] = await Promise.all([
          checks.database(),
          checks.store(),
          checks.migrations(),
        ])
        const { hasBegun: isStopping } = deps.draining
        const isReady = !isStopping && [database, store, migrations].every((state) => state === 'ok')
        return reply.code(isReady ? 200 : 503).send({
          status: isReady ? 'ok' : 'down',
          database,
          store,
          migrations,
          ...(isStopping && { stopping: true }),
        })
      },
    })
  }
}
