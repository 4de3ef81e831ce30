import type { AppEntry, RemoteManifest, Role } from '@portal/contract'
import type { DeploymentState } from './deployment-state.ts'
import type { RemoteBuild } from './federation.queries.ts'

/** One remote with the builds that viewers can get. */
export interface DeployedRemote {
  active: RemoteBuild
  canary: { build: RemoteBuild; rule: NonNullable<DeploymentState['canary']> } | null
  /** The version that was active before. */
  previous: RemoteBuild | null
  /** The active version as fallback of canaries and previews; null if it would not start. */
  fallback: RemoteBuild | null
}

/** A remote that was removed and not restored. */
export interface RemovedRemote {
  name: string
  version: string
  manifest: RemoteManifest
  removedAt: Date
}

/** A third-party app that is on, with the roles that may open it. */
export interface PlacedApp {
  entry: AppEntry
  roles: readonly Role[]
}

/** The remotes and apps of an activation. */
export interface DeployedRemotes {
  activation: number
  remotes: readonly DeployedRemote[]
  removed: readonly RemovedRemote[]
  apps: readonly PlacedApp[]
}
