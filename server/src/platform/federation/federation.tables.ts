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
  /** Panels that servers of the last release cannot read, beside `manifest`; null where there are none. */
  slots: Json | null
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
  /** Time of its last trial in a real page. */
  tried_at: NullableTimestamp
  /** Why that trial failed; null when the build was mounted or not tried. */
  trial_failure: string | null
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

/** A source map of a build, without the sources themselves. No route serves it. */
export interface RemoteSourceMapTable {
  name: string
  version: string
  /** Path of the mapped file, with `.map`. */
  path: string
  size: number
  /** JSON with gzip. */
  packed: Buffer
  uploaded_at: Timestamp
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

/** A deployment of a branch that can be previewed until it ends. */
export interface RemotePreviewTable {
  pid: string
  name: string
  branch: string
  version: string
  /** Also for the roles for which the module is on. */
  for_roles: boolean
  /** The build was uploaded for the preview and is deleted with it. */
  remove_build: boolean
  created_at: Timestamp
  created_by: string | null
  token: string | null
  expires_at: Timestamp
  ended_at: NullableTimestamp
}

/** For whom a flag is on. */
export interface RemoteFlagTable {
  remote: string
  flag: string
  rule: Json
  changed_at: NullableTimestamp
  changed_by: string | null
  /** The end date of which administrators were alerted. */
  reported_for: string | null
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

/** A third-party app that an administrator registered. */
export interface AppTable {
  pid: string
  version: Generated<number>
  created_at: Timestamp
  created_by: string
  updated_at: Timestamp
  updated_by: string
  deleted_at: NullableTimestamp
  name_en: string
  name_es: string
  owner: string
  address: string
  roles: string[]
  page: boolean
  collections: string[]
  scopes: string[]
  is_active: boolean
}

/** What a person allowed an app. */
export interface AppGrantTable {
  app: string
  person: string
  origin: string
  scopes: string[]
  granted_at: Timestamp
  withdrawn_at: NullableTimestamp
}

/** Calls of an app for a person and a day. */
export interface AppCallTable {
  app: string
  person: string
  day: string
  method: string
  collection: string
  calls: number
  refused: number
  last_at: Timestamp
}

/** The back end of a remote. */
export interface RemoteBackEndTable {
  name: string
  address: string
  set_at: Timestamp
  set_by: string
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
  apps: AppTable
  app_grants: AppGrantTable
  app_calls: AppCallTable
  remote_back_ends: RemoteBackEndTable
  remote_versions: RemoteVersionTable
  remote_files: RemoteFileTable
  remote_source_maps: RemoteSourceMapTable
  remote_activations: RemoteActivationTable
  /** The steps of the history that no removal has ended. */
  remote_steps: RemoteActivationTable
  remote_removals: RemoteRemovalTable
  remote_previews: RemotePreviewTable
  remote_flags: RemoteFlagTable
  deploy_tokens: DeployTokenTable
}
