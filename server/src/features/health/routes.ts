import type { Health } from '@portal/contract'
import type { FastifyInstance } from 'fastify'
import { authTimeState } from '#identity/auth-time.ts'
import { isDiskLow } from '#storage/disk-space.ts'
import { sweepProblem } from '#storage/store-identity.ts'
import type { Deps } from '../../deps.ts'
import { serverVersion } from './version.ts'

const answerWithinMs = 3_000

/** `ok`, or `down` when a part does not answer in time. */
async function stateOf(deps: Deps, name: string, ping: () => Promise<void>): Promise<string> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`${name} did not answer within ${answerWithinMs} ms`)), answerWithinMs)
  try {
    await Promise.race([ping(), late.promise])
    return 'ok'
  } catch (error) {
    deps.log.warn({ err: error }, `${name} is down`)
    return 'down'
  } finally {
    clearTimeout(timer)
  }
}

const microsoftStates = { sent: 'ok', missing: 'no-auth-time', unknown: 'unknown' } as const

/** What is known of Microsoft sign-in, where it is configured. Nobody is asked for it. */
function microsoftOf({ environment: { oidc } }: Deps): Pick<Health, 'microsoft'> {
  return oidc === null ? {} : { microsoft: microsoftStates[authTimeState(oidc)] }
}

/** What needs an administrator although the portal serves; absent where nothing does. */
async function degradedParts(deps: Deps, isDatabaseUp: boolean, scanner: string): Promise<Pick<Health, 'degraded'>> {
  const degraded: NonNullable<Health['degraded']> = []
  if (isDatabaseUp && (await sweepProblem(deps)) !== null) degraded.push('sweeps')
  if (await isDiskLow(deps)) degraded.push('disk')
  if (scanner === 'down') degraded.push('scanner')
  return degraded.length === 0 ? {} : { degraded }
}

/** `GET /api/health`: 200 when the server can serve, else 503 naming what is down. Source: contract.md section 1. */
export function healthRoutes(deps: Deps) {
  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/api/health',
      config: { access: 'public' },
      handler: async (_request, reply) => {
        const [database, store, mail, scanner] = await Promise.all([
          stateOf(deps, 'database', () => deps.database.ping()),
          stateOf(deps, 'store', () => deps.store.ping()),
          stateOf(deps, 'mail', () => deps.mail.ping()),
          deps.scanner.kind === 'none' ? 'none' : stateOf(deps, 'scanner', () => deps.scanner.ping()),
        ])
        const degraded = await degradedParts(deps, database === 'ok', scanner)
        const isServing = [database, store, mail].every((state) => state === 'ok')
        const health: Health = {
          status: isServing ? 'ok' : 'down',
          version: serverVersion,
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
  }
}
