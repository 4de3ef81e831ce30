import type { Json, Timestamp } from './column-types.ts'
import type { ApprovalTables } from '#domain/approvals/approvals.tables.ts'
import type { AuthorityFeedTables } from '#domain/authorities/feeds/feeds.tables.ts'
import type { CalendarTables } from '#domain/calendar/calendar.tables.ts'
import type { DeliveryTables } from '#domain/notifications/delivery/deliveries.tables.ts'
import type { ExpectedDatesTables } from '#domain/expected-dates/expected-dates.tables.ts'
import type { FederationTables } from '#platform/federation/federation.tables.ts'
import type { IdentityTables } from '#platform/auth/identity.tables.ts'
import type { JobTables } from '#platform/jobs/jobs.tables.ts'
import type { RecordTables } from '#engine/sql/record-tables.ts'
import type { FileTables } from '#files/files.tables.ts'
import type { MailTables } from '#mail/mail.tables.ts'
import type { OrganizationMergeTables } from '#domain/organizations/merge/merge.tables.ts'
import type { ScanTables } from '#domain/scanning/scans.tables.ts'
import type { SchedulingTables } from '#platform/scheduling/scheduling.tables.ts'
import type { ServerTables } from '#platform/servers/servers.tables.ts'
import type { StorageTables } from '#platform/storage/file-stores.tables.ts'
import type { WatchingTables } from '#domain/watching/watching.tables.ts'

export interface ConfigurationTable {
  id: number
  version: number
  config: Json
  updated_at: Timestamp
  updated_by: string | null
}

export interface RateLimitTable {
  key: string
  window_start: Timestamp
  count: number
}

export interface FoundationTables {
  configuration: ConfigurationTable
  rate_limits: RateLimitTable
}

/** All tables known to Kysely. Each feature declares its own interface. */
export interface Tables
  extends
    FoundationTables,
    ApprovalTables,
    AuthorityFeedTables,
    CalendarTables,
    DeliveryTables,
    ExpectedDatesTables,
    FederationTables,
    IdentityTables,
    FileTables,
    MailTables,
    JobTables,
    OrganizationMergeTables,
    RecordTables,
    ScanTables,
    SchedulingTables,
    ServerTables,
    StorageTables,
    WatchingTables {}
