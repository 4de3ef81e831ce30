import type { Generated } from 'kysely'
import type { Json, Timestamp } from './column-types.ts'
import type { IdentityTables } from '#identity/identity.tables.ts'
import type { JobTables } from '#jobs/jobs.tables.ts'
import type { RecordTables } from '#records/record-tables.ts'
import type { FileTables } from '#features/files/files.tables.ts'
import type { MailTables } from '#features/mail/mail.tables.ts'

export interface ConfigurationTable {
  id: number
  version: number
  config: Json
  updated_at: Timestamp
  updated_by: string | null
}

export interface RemoteVersionTable {
  name: string
  version: string
  integrity: string
  manifest: Json
  published_at: Timestamp
  published_by: string | null
  label: string | null
}

export interface RemoteActivationTable {
  id: Generated<number>
  name: string
  version: string
  /** `start` = by a server that activated its own build; `deploy` and `rollback` = by a person or token. */
  reason: string
  at: Timestamp
  by: string | null
}

export interface RateLimitTable {
  key: string
  window_start: Timestamp
  count: number
}

export interface FoundationTables {
  configuration: ConfigurationTable
  remote_versions: RemoteVersionTable
  remote_activations: RemoteActivationTable
  rate_limits: RateLimitTable
}

/** All tables Kysely knows: each feature's own interface, joined here. */
export interface Tables extends FoundationTables, IdentityTables, FileTables, MailTables, JobTables, RecordTables {}
