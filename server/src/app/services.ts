import type { Configuration } from '@portal/contract'
import type { Logger } from 'pino'
import type { AddedFieldsByCollection } from '#platform/configuration/added-fields.ts'
import type { KnownZone } from '#platform/configuration/office-zone.ts'
import { StatusMapService } from '#platform/configuration/status-map/current-status-map.ts'
import type { Database } from '#platform/database/database.ts'
import type { CountCache } from '#engine/count/count-cache.ts'
import { PageAnchors } from '#engine/query/anchors.ts'
import { WriteNotifier } from '#platform/database/write-notifier.ts'
import type { DeployedRemotes } from '#platform/federation/deployed-remotes.ts'
import type { OfficeSenders } from '#mail/linking/office-senders.ts'
import { AuditQueue } from '#platform/auth/audit-queue.ts'
import { OnceAWhile } from '#platform/auth/once-a-while.ts'
import type { SessionReader } from '#platform/sessions/session-row.ts'
import { WakeSignal } from '#platform/workers/wake-signal.ts'

const hourMs = 60 * 60_000

/** Values that this server caches between requests. Each is read again by the rule of the module that uses it. */
interface ServerMemory {
  configuration?: Configuration
  addedFields?: AddedFieldsByCollection
  officeZone?: KnownZone
  deployed?: DeployedRemotes
  officeSenders?: OfficeSenders
  /** Bytes stored by the office, as of a time in milliseconds. */
  officeUsage?: { bytes: number; at: number }
  sessions?: SessionReader
}

/** The services of one server on one database. */
export interface Services {
  statusMap: StatusMapService
  /** Counts of rows by query. */
  counts: CountCache
  /** Row positions in long lists. */
  anchors: PageAnchors
  /** Announces writes to all servers. */
  writes: WriteNotifier
  /** Wakes the runner of jobs. */
  jobs: WakeSignal
  /** Wakes the outbox worker. */
  outbox: WakeSignal
  audit: AuditQueue
  /** Openings of office mailboxes that were audited on the same day. */
  mailboxOpenings: OnceAWhile
  /** Findings of the virus scanner that raised an alert within the hour; infected files are sent repeatedly. */
  virusFindings: OnceAWhile
  memory: ServerMemory
}

export function createServices(deps: { database: Database; log: Logger }): Services {
  const { database } = deps
  return {
    statusMap: new StatusMapService(database),
    counts: new Map(),
    anchors: new PageAnchors(),
    writes: new WriteNotifier(database),
    jobs: new WakeSignal(),
    outbox: new WakeSignal(),
    audit: new AuditQueue(deps),
    mailboxOpenings: new OnceAWhile(24 * hourMs),
    virusFindings: new OnceAWhile(hourMs),
    memory: {},
  }
}
