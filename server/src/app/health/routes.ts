import type { Health } from '@portal/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '#platform/environment/loopback.ts'
import { authTimeState } from '#platform/auth/auth-time.ts'
import { isDiskLow } from '#platform/storage/disk-space.ts'
import { sweepProblem } from '#platform/storage/store-identity.ts'
import { addStandbyMetrics } from '#platform/metrics/standby-metrics.ts'
import { addBackupMetrics } from '../backups/backup-metrics.ts'
import type { Deps } from '../deps.ts'
import { sessionUserOf } from '#platform/sessions/session.ts'
import {
  askSeldom,
  backupReader,
  dependencyChecks,
  isDatabaseFull,
  standbyProblem,
} from './dependency-checks.ts'
import { serverVersion } from './version.ts'

const microsoftStates = { sent: 'ok', missing: 'no-auth-time', unknown: 'unknown' } as const

/** The known state of Microsoft sign-in, if configured. Makes no request to Microsoft. */
function microsoftOf({ environment: { oidc } }: Deps): Pick<Health, 'microsoft'> {
  return oidc === null ? {} : { microsoft: microsoftStates[authTimeState(oidc)] }
}

type Parts = NonNullable<Health['degraded']>
type Reasons = NonNullable<Health['reasons']>

/**
 * Whether the caller may see the version. On a public portal only staff may, because the version tells an
 * attacker which vulnerabilities to try.
 */
function knowsVersion({ environment }: Deps, request: FastifyRequest): boolean {
  const role = sessionUserOf(request)?.role ?? null
  return isLoopback(new URL(environment.publicOrigin).hostname) || (role !== null && role !== 'client')
}

/**
 * `GET /api/health`: 200 if the server can serve requests and save what they write, else 503 with what is
 * down.
 *
 * - `/api/health/live`: the process responds.
 * - `/api/health/ready`: the server may get traffic; 503 while it stops.
 *
 * Each dependency is checked at most once in ten seconds.
 */
export function healthRoutes(deps: Deps) {
  const readBackups = backupReader(deps)
  const checks = dependencyChecks(deps, readBackups)
  const sweeps = askSeldom(deps.clock, () => sweepProblem(deps))

  /** Parts that need an administrator while the portal still works, and what is wrong with them. */
  async function degradedParts(isDatabaseUp: boolean, scanner: string): Promise<[Parts, Reasons]> {
    const parts: Parts = []
    const reasons: Reasons = {}
    const stopped = isDatabaseUp ? await sweeps() : null
    const mail = isDatabaseUp ? await checks.outgoingMail() : null
    if (stopped !== null) {
      parts.push('sweeps')
      reasons['sweeps'] = stopped
    }
    if (await isDiskLow(deps)) {
      parts.push('disk')
      reasons['disk'] = `Little space is left on the disk of ${deps.environment.dataDir}.`
    }
    if (scanner === 'down') parts.push('scanner')
    const { storeConflict } = deps.memory
    if (storeConflict !== undefined) {
      parts.push('servers')
      reasons['servers'] = storeConflict
    }
    const backups = isDatabaseUp ? await checks.backups() : null
    if (backups !== null) {
      parts.push('backups')
      reasons['backups'] = backups
    }
    const standby = isDatabaseUp ? standbyProblem(await checks.standby()) : null
    if (standby !== null) {
      parts.push('standby')
      reasons['standby'] = standby
    }
    if (mail !== null) {
      parts.push('mail')
      reasons['mail'] = mail
    }
    return [parts, reasons]
  }

  async function readHealth(isKnown: boolean): Promise<Health> {
    const [answered, store, mail, scanner, disk] = await Promise.all([
      checks.database(),
      checks.store(),
      checks.mail(),
      deps.scanner.kind === 'none' ? 'none' : checks.scanner(),
      checks.disk(),
    ])
    const database = answered === 'ok' && isDatabaseFull(deps) ? 'disk-full' : answered
    const [degraded, reasons] = await degradedParts(answered === 'ok', scanner)
    const isServing = [database, store, mail, disk].every((state) => state === 'ok')
    return {
      status: isServing ? 'ok' : 'down',
      ...(isKnown && { version: serverVersion }),
      database,
      store,
      mail: mail === 'ok' && degraded.includes('mail') ? 'degraded' : mail,
      ...(disk === 'down' && { disk }),
      scanner,
      ...microsoftOf(deps),
      ...(degraded.length > 0 && { degraded }),
      ...(isKnown && Object.keys(reasons).length > 0 && { reasons }),
    }
  }

  /** Each part with 1 when it is well, 0 when it is down or needs an administrator. */
  async function readParts() {
    const { database, store, mail, disk, scanner, degraded = [] } = await readHealth(false)
    const states = {
      database: database === 'ok',
      store: store === 'ok',
      mail: mail === 'ok',
      disk: disk === undefined && !degraded.includes('disk'),
      sweeps: !degraded.includes('sweeps'),
      servers: !degraded.includes('servers'),
      ...(deps.environment.backupTo !== null && { backups: !degraded.includes('backups') }),
      ...(deps.standby !== undefined && { standby: !degraded.includes('standby') }),
      ...(scanner !== 'none' && { scanner: scanner === 'ok' }),
    }
    return Object.entries(states).map(([part, isWell]) => ({ labels: { part }, value: isWell ? 1 : 0 }))
  }
  deps.metrics.addGauge(
    {
      name: 'portal_part_ok',
      help: '1 if a part is well, 0 if it is down or needs an administrator; /api/health says why',
      labels: ['part'],
    },
    readParts,
  )
  addBackupMetrics(deps, readBackups)
  addStandbyMetrics(deps, checks.standby)

  return async (app: FastifyInstance): Promise<void> => {
    app.route({
      method: 'GET',
      url: '/api/health',
      config: { access: 'public' },
      handler: async (request, reply) => {
        const health = await readHealth(knowsVersion(deps, request))
        return reply.code(health.status === 'ok' ? 200 : 503).send(health)
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
