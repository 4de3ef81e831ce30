import { z } from 'zod'
import { roles } from '../roles.ts'
import { RemoteManifest, RemoteName } from './manifest.ts'
import { BuildVersion, Integrity } from './registry.ts'

/** Largest upload: a gzip tar of 20 MB. Source: contract.md 8. */
export const largestUploadBytes = 20 * 1_048_576

/**
 * How long a build that is not in force stays served: so many versions or so many days, whichever is longer.
 * Source: contract.md 8.
 */
export const keptVersions = 20
export const keptDays = 30

/**
 * Whom a canary is for: a part of all viewers in per cent, the same people each time, or everybody of one
 * role.
 */
export const Canary = z.union([
  z.strictObject({ percent: z.int().min(1).max(99) }),
  z.strictObject({ role: z.enum(roles) }),
])
export type Canary = z.infer<typeof Canary>

/** The canary that `10%` or `team` stands for, or null. */
export function toCanary(text: string): Canary | null {
  const percent = /^(\d{1,2})\s*%$/.exec(text.trim())?.[1]
  const parsed = Canary.safeParse(
    percent === undefined ? { role: text.trim().toLowerCase() } : { percent: Number(percent) },
  )
  return parsed.success ? parsed.data : null
}

const Note = z.string().trim().max(500)

/**
 * Body of `POST /api/federation/remotes/{name}/activate`. With a canary the version in force stays in force
 * for everybody else.
 */
export const ActivateBody = z.strictObject({
  version: BuildVersion,
  canary: Canary.optional(),
  note: Note.optional(),
})
export type ActivateBody = z.infer<typeof ActivateBody>

/**
 * Body of `POST /api/federation/remotes/{name}/rollback`: a canary ends, else the version before the one in
 * force comes back.
 */
export const RollbackBody = z.strictObject({ note: Note.optional() })

/** Answer of activate and rollback. */
export const ActivateResult = z.object({
  name: RemoteName,
  version: BuildVersion,
  from: BuildVersion.nullable(),
  canary: Canary.nullable(),
})
export type ActivateResult = z.infer<typeof ActivateResult>

/**
 * Answer of `PUT /api/federation/remotes/{name}/versions/{version}`: 201 when it is new, 200 when the same
 * bytes were there already.
 */
export const UploadResult = z.object({
  name: RemoteName,
  version: BuildVersion,
  integrity: Integrity,
  size: z.number(),
  files: z.number(),
})
export type UploadResult = z.infer<typeof UploadResult>

/**
 * Who published or activated a build: a person, a deploy token (`name` is its label), or a server that
 * started with its own build.
 */
export const Deployer = z.object({ kind: z.enum(['person', 'token', 'start']), name: z.string() })
export type Deployer = z.infer<typeof Deployer>

/**
 * `active`: for everybody a canary does not name; `canary`: for those it names; `kept`: served, so that open
 * pages go on, and free to be activated.
 */
export const versionStates = ['active', 'canary', 'kept'] as const

export const DeployedVersion = z.object({
  version: BuildVersion,
  state: z.enum(versionStates),
  /** Part of all active viewers who get this version, in per cent. */
  share: z.number(),
  deployedAt: z.string(),
  deployedBy: Deployer,
  /** Bytes of all its files, unpacked, and how many they are. */
  size: z.number(),
  files: z.number(),
  note: z.string().nullable(),
  /** Range of the contract it works with. */
  contract: z.string(),
  integrity: Integrity,
})
export type DeployedVersion = z.infer<typeof DeployedVersion>

/**
 * `start`: a server activated its own build; `end-canary`: a rollback that ended a canary and left the
 * version in force alone.
 */
export const deploymentActions = ['start', 'deploy', 'canary', 'rollback', 'end-canary'] as const

export const DeploymentStep = z.object({
  at: z.string(),
  by: Deployer,
  action: z.enum(deploymentActions),
  /** In force by it, or tried out by a canary. */
  version: BuildVersion,
  from: BuildVersion.nullable(),
  canary: Canary.nullable(),
  size: z.number(),
  note: z.string().nullable(),
})
export type DeploymentStep = z.infer<typeof DeploymentStep>

export const DeployedRemote = z.object({
  name: RemoteName,
  owner: z.string(),
  active: BuildVersion,
  canary: z.object({ version: BuildVersion, to: Canary }).nullable(),
  /** What `rollback` would bring back: null when there is nothing earlier. */
  rollbackTo: BuildVersion.nullable(),
  /** Newest first. */
  versions: z.array(DeployedVersion),
  /** Newest first, the last 50. */
  history: z.array(DeploymentStep),
})
export type DeployedRemote = z.infer<typeof DeployedRemote>

/** Answer of `GET /api/federation/remotes`, for administrators. */
export const DeployedRemotes = z.object({ contract: z.string(), remotes: z.array(DeployedRemote) })
export type DeployedRemotes = z.infer<typeof DeployedRemotes>

/** `upload` publishes versions and puts none in force; `deploy` does both, and rolls back. */
export const DeployTokenScope = z.enum(['upload', 'deploy'])
export type DeployTokenScope = z.infer<typeof DeployTokenScope>

/** So long a deploy token opens its remote at most, and where nothing else is asked. */
export const maxTokenDays = 90

/**
 * Body of `POST /api/federation/tokens`. The remote may be one that was never deployed; `admin` is for
 * superadmins.
 */
export const DeployTokenBody = z.strictObject({
  remote: RemoteName,
  label: z.string().trim().min(1).max(100),
  expiresInDays: z.int().min(1).max(maxTokenDays).default(maxTokenDays),
  scope: DeployTokenScope.default('deploy'),
})
export type DeployTokenBody = z.infer<typeof DeployTokenBody>

/** Answer of `POST /api/federation/tokens`: the only time the token is told. */
export const MadeDeployToken = z.object({ pid: z.string(), token: z.string(), expiresAt: z.string() })
export type MadeDeployToken = z.infer<typeof MadeDeployToken>

/** A deploy token as it is listed; `DELETE /api/federation/tokens/{pid}` revokes it. */
export const DeployToken = z.object({
  pid: z.string(),
  remote: RemoteName,
  label: z.string(),
  createdAt: z.string(),
  createdBy: z.string(),
  lastUsedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  scope: DeployTokenScope,
  expiresAt: z.string(),
  /** Why it opens nothing any more: `maker` = who made it left or may not deploy this remote now. */
  ended: z.enum(['revoked', 'expired', 'maker']).nullable(),
})
export type DeployToken = z.infer<typeof DeployToken>

/** Answer of `GET /api/federation/tokens`, newest first. */
export const DeployTokens = z.object({ tokens: z.array(DeployToken) })

const SizeBudgetKb = z.number().positive()

/**
 * `portal-build.json`, written beside a remote's build: what a portal publishes. `shared` are the ranges of
 * what it takes from the shell.
 */
export const BuildRecord = z.object({
  name: RemoteName,
  version: BuildVersion,
  entry: z.literal('remoteEntry.js'),
  manifest: RemoteManifest,
  shared: z.record(z.string(), z.string()).optional(),
  /** What its scripts and styles may weigh, where that is not the usual (`whyTooHeavy`). */
  sizeBudgetKb: SizeBudgetKb.optional(),
})
export type BuildRecord = z.infer<typeof BuildRecord>

/** `portal-build.json` of the shell. `provided` are the versions of what it shares with remotes. */
export const ShellRecord = z.object({
  name: z.literal('shell'),
  version: BuildVersion,
  provided: z.record(z.string(), z.string()),
})
export type ShellRecord = z.infer<typeof ShellRecord>

/** What a build reads in the package.json of a remote. */
export const RemotePackage = z.object({ portal: z.object({ sizeBudgetKb: SizeBudgetKb }).optional() })
