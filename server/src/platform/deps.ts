import type { Configuration } from '@portal/contract'
import type { Logger } from 'pino'
import type { AuditQueue } from './auth/audit-queue.ts'
import type { Clock } from './clock.ts'
import type { AddedFieldsByCollection } from './configuration/added-fields.ts'
import type { KnownZone } from './configuration/office-zone.ts'
import type { RequirementsService } from './configuration/requirements/requirements-service.ts'
import type { PermitLibraryService } from './configuration/permit-library/permit-library-service.ts'
import type { StatusMapService } from './configuration/status-map/current-status-map.ts'
import type { Database } from './database/database.ts'
import type { Standby } from './database/standby.ts'
import type { WriteNotifier } from './database/write-notifier.ts'
import type { ReadyEnvironment } from './environment/environment.ts'
import type { DeployedRemotes } from './federation/deployed-remotes.ts'
import type { Draining } from './http/draining.ts'
import type { Ids } from './ids.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { SessionReader } from './sessions/session-row.ts'
import type { Disk } from './storage/disk-space.ts'
import type { FileStore } from './storage/file-store.ts'
import type { Tracing } from './tracing/tracing.ts'
import type { WakeSignal } from './workers/wake-signal.ts'

/**
 * Values that this server caches between requests. Each is read again by the rule of the module that uses
 * it.
 */
export interface PlatformMemory {
  configuration?: Configuration
  addedFields?: AddedFieldsByCollection
  officeZone?: KnownZone
  deployed?: DeployedRemotes
  /** Every route of this server, such as `GET /api/mail/folders`. */
  routes?: string[]
  sessions?: SessionReader
  /** When PostgreSQL last refused a write because its disk is full. */
  databaseFullAt?: Date
  /** Why files of another server are missing here, as of the last heartbeat. */
  storeConflict?: string
}

/**
 * What the platform needs. Each layer above adds its own dependencies; `app/deps.ts` has them all. They are
 * always passed as an argument; the server has no global instances.
 */
export interface PlatformDeps {
  environment: ReadyEnvironment
  database: Database
  store: FileStore
  disk: Disk
  clock: Clock
  ids: Ids
  log: Logger
  /** Gets the line of each request; absent = `log`. */
  accessLog?: Logger | undefined
  statusMap: StatusMapService
  requirements: RequirementsService
  permitLibrary: PermitLibraryService
  /** Announces writes to all servers. */
  writes: WriteNotifier
  /** Wakes the runner of jobs. */
  jobs: WakeSignal
  audit: AuditQueue
  draining: Draining
  metrics: Metrics
  /** Absent unless traces are exported. */
  tracing?: Tracing | undefined
  /** Reads on a standby of the database; absent = there is none. */
  standby?: Standby | undefined
  memory: PlatformMemory
}
