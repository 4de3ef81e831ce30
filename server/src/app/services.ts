import type { Logger } from 'pino'
import { PageAnchors } from '#engine/query/anchors.ts'
import { KnownPostings } from '#engine/search/postings/known-postings.ts'
import { RelayState } from '#mail/outbox/relay-state.ts'
import { AuditQueue } from '#platform/auth/audit-queue.ts'
import { OnceAWhile } from '#platform/auth/once-a-while.ts'
import type { Clock } from '#platform/clock.ts'
import { RequirementsService } from '#platform/configuration/requirements/requirements-service.ts'
import { PermitLibraryService } from '#platform/configuration/permit-library/permit-library-service.ts'
import { StatusMapService } from '#platform/configuration/status-map/current-status-map.ts'
import type { Database } from '#platform/database/database.ts'
import { Metrics } from '#platform/metrics/metrics.ts'
import { WriteNotifier } from '#platform/database/write-notifier.ts'
import { Draining } from '#platform/http/draining.ts'
import { SharedWork } from '#platform/shared-work.ts'
import { WakeSignal } from '#platform/workers/wake-signal.ts'
import type { Deps } from './deps.ts'

const hourMs = 60 * 60_000

/** Dependencies that every server creates for itself, on its database. */
type Services = Pick<
  Deps,
  | 'statusMap'
  | 'requirements'
  | 'permitLibrary'
  | 'counts'
  | 'runningCounts'
  | 'runningReads'
  | 'runningPages'
  | 'anchors'
  | 'postings'
  | 'writes'
  | 'jobs'
  | 'outbox'
  | 'audit'
  | 'draining'
  | 'metrics'
  | 'relayState'
  | 'mailboxOpenings'
  | 'virusFindings'
  | 'memory'
>

export function createServices(deps: { database: Database; clock: Clock; log: Logger }): Services {
  const { database } = deps
  const permitLibrary = new PermitLibraryService(database)
  return {
    statusMap: new StatusMapService(database),
    requirements: new RequirementsService({ ...deps, permitLibrary }),
    permitLibrary,
    counts: new Map(),
    runningCounts: new SharedWork(),
    runningReads: new SharedWork(),
    runningPages: new SharedWork(),
    anchors: new PageAnchors(),
    postings: new KnownPostings(),
    writes: new WriteNotifier(database),
    jobs: new WakeSignal(),
    outbox: new WakeSignal(),
    audit: new AuditQueue(deps),
    draining: new Draining(),
    metrics: new Metrics(deps.log),
    relayState: new RelayState(deps.log),
    mailboxOpenings: new OnceAWhile(24 * hourMs),
    virusFindings: new OnceAWhile(hourMs),
    memory: {},
  }
}
