import type { Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '#platform/database/column-types.ts'

export interface RemoteVersionTable {
  name: string
  version: string
  integrity: string
  manifest: Json
  /**
   * SHA-256 of the paths and hashes of all files. Null for builds published before files were stored in the
   * database.
   */
  digest: string | null
  manifest_integrity: string | null
  /** What the build uses of the portal (`BuildUses`); null when its record does not say it. */
  uses: Json | null
  /** The ranges of the packages it takes from the shell. */
  shared: Json | null
  published_at: Timestamp
  /** Pid of a person; null when a token or a starting server published the build. */
  published_by: string | null
  token: string | null
  size: Generated<number>
  files: Generated<number>
  /** Time when its files were removed; its history remains. */
  swept_at: NullableTimestamp
  /** Origin that serves its files; null when the portal does. */
  served_from: string | null
}

export interface RemoteFileTable {
  name: string
  version: string
  path: string
  size: number
  sha256: string
  bytes: Buffer
}

export interface RemoteActivationTable {
  id: Generated<number>
  name: string
  version: string
  /**
   * One of `deploymentActions`. `start`: a server activated its own build. All others: a person or a token.
   */
  reason: string
  from_version: string | null
  canary: Json | null
  note: string | null
  at: Timestamp
  by: string | null
  token: string | null
}

/** A remote that was removed. Its row stays after it was restored. */
export interface RemoteRemovalTable {
  id: Generated<number>
  name: string
  /** The version that was active. */
  version: string
  /** Id of the last step of the history that the removal ends. */
  last_step: number
  removed_at: Timestamp
  removed_by: string
  note: string | null
  /** Number of deploy tokens that were revoked with it. */
  tokens: number
  restored_at: NullableTimestamp
  restored_by: string | null
}

export interface DeployTokenTable {
  pid: string
  token_hash: string
  remote: string
  label: string
  created_at: Timestamp
  created_by: string
  last_used_at: NullableTimestamp
  revoked_at: NullableTimestamp
  revoked_by: string | null
  expires_at: Timestamp
  scope: Generated<'upload' | 'deploy'>
}

/** Where builds may be served from besides the portal. */
export interface RemoteOriginTable {
  origin: string
  added_at: Timestamp
  added_by: string
}

/** The last check of a build at the origin that serves it. */
export interface RemoteOriginCheckTable {
  name: string
  version: string
  checked_at: Timestamp
  problem: string | null
  alerted_at: NullableTimestamp
}

export interface FederationTables {
  remote_origins: RemoteOriginTable
  remote_origin_checks: RemoteOriginCheckTable
  remote_versions: RemoteVersionTable
  remote_files: RemoteFileTable
  remote_activations: RemoteActivationTable
  /** The steps of the history that no removal has ended. */
  remote_steps: RemoteActivationTable
  remote_removals: RemoteRemovalTable
  deploy_tokens: DeployTokenTable
}
