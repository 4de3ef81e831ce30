import { z } from 'zod'
import { roles } from '../roles.ts'
import { filledText } from '../query/values.ts'
import { RemoteFlag } from './flags.ts'
import { RemoteManifest, RemoteName } from './manifest.ts'
import { RemoteOrigin } from './origins.ts'
import { BuildVersion, Integrity } from './registry.ts'
import { Preview } from './previews.ts'
import { Trial } from './trials.ts'
import { BuildUses, ShellOffers } from './uses.ts'

/** Maximum size of an upload, a gzipped tar file. Source: contract.md 8. */
export const maxUploadBytes = 20 * 1_048_576

/**
 * How long an inactive build is still served: this number of versions or days, whichever keeps it longer.
 * Source: contract.md 8.
 */
export const retainedVersions = 20
export const retentionDays = 30

/** Audience of a canary: a stable share of all viewers in percent, or everyone with one role. */
export const Canary = z.union([
  z.strictObject({
    percent: z.int().min(1).max(99),
    /** Goes on to 25 %, 50 % and everybody by itself, as long as it fails no more often. */
    automatic: z.literal(true).optional(),
  }),
  z.strictObject({ role: z.enum(roles) }),
])
export type Canary = z.infer<typeof Canary>

/** Share with which an automatic canary begins. */
const firstShare = 5

/** Parses `10%`, `team` or `auto` into a canary; null when invalid. */
export function toCanary(text: string): Canary | null {
  if (text.trim() === 'auto') return { percent: firstShare, automatic: true }
  const percent = /^(\d{1,2})\s*%$/.exec(text.trim())?.[1]
  const parsed = Canary.safeParse(
    percent === undefined ? { role: text.trim().toLowerCase() } : { percent: Number(percent) },
  )
  return parsed.success ? parsed.data : null
}

const Note = z.string().trim().max(500)

/**
 * Body of `POST /api/federation/remotes/{name}/activate`. With a canary, the active version stays active for
 * everyone else.
 */
export const ActivateBody = z.strictObject({
  version: BuildVersion,
  canary: Canary.optional(),
  note: Note.optional(),
  /**
   * Activates a build although it uses what a live version of the portal lacks, or failed in a trial.
   * Recorded in the history.
   */
  anyway: z.literal(true).optional(),
})
export type ActivateBody = z.infer<typeof ActivateBody>

/**
 * Body of `POST /api/federation/remotes/{name}/rollback`. Ends a canary if there is one; otherwise activates
 * the previous version again.
 */
export const RollbackBody = z.strictObject({ note: Note.optional() })

/** Response of activate and rollback. */
export const ActivateResult = z.object({
  name: RemoteName,
  version: BuildVersion,
  from: BuildVersion.nullable(),
  canary: Canary.nullable(),
})
export type ActivateResult = z.infer<typeof ActivateResult>

/**
 * Response of `PUT /api/federation/remotes/{name}/versions/{version}`: 201 for a new version, 200 when the
 * same bytes already exist.
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
 * State of a version. `active`: served to everyone outside the canary. `canary`: served to the canary
 * audience. `kept`: its files are served for open pages, and it can be activated.
 */
export const versionStates = ['active', 'canary', 'kept'] as const

/**
 * What is known about a canary. Mounts are attempts, also those that failed. `likelihoodRatio` says how many
 * times more likely the failures are if the canary fails more often than the stable version in the same
 * seconds than if both fail alike; from 100 it is withdrawn.
 */
export const CanaryEvidence = z.object({
  mounts: z.number(),
  failures: z.number(),
  /** Mounts that succeeded and had an error within a minute. */
  errors: z.number().default(0),
  stableMounts: z.number(),
  stableFailures: z.number(),
  stableErrors: z.number().default(0),
  likelihoodRatio: z.number(),
})
export type CanaryEvidence = z.infer<typeof CanaryEvidence>

export const canaryVerdicts = ['running', 'passed', 'withdrawn'] as const

export const DeployedVersion = z.object({
  version: BuildVersion,
  state: z.enum(versionStates),
  /** Share of active viewers who get this version, in percent. */
  share: z.number(),
  deployedAt: z.string(),
  deployedBy: Deployer,
  /** Unpacked size of all files in bytes, and their number. */
  size: z.number(),
  files: z.number(),
  note: z.string().nullable(),
  /** Attempts to mount it in the last 30 days, also those that failed, and the failures. */
  mounts: z.number(),
  failures: z.number(),
  /** Errors after loading and in panels in the last 30 days. */
  errors: z.number().default(0),
  /** Verdict about its last time as a canary; absent when it never was one. */
  verdict: z.enum(canaryVerdicts).optional(),
  evidence: CanaryEvidence.optional(),
  /** Its last trial in a real page; null when it was not tried. */
  trial: Trial.nullable().default(null),
  /** Contract version range that it supports. */
  contract: z.string(),
  integrity: Integrity,
})
export type DeployedVersion = z.infer<typeof DeployedVersion>

/**
 * Deployment actions. `start`: a server activated its own build. `end-canary`: a rollback ended a canary and
 * kept the active version.
 */
export const deploymentActions = ['start', 'deploy', 'canary', 'rollback', 'end-canary'] as const

export const DeploymentStep = z.object({
  at: z.string(),
  by: Deployer,
  action: z.enum(deploymentActions),
  /** The version that this step activated or served as a canary. */
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
  /** The version that `rollback` would activate; null when there is no earlier version. */
  rollbackTo: BuildVersion.nullable(),
  /** What its versions in force need and a live shell or server does not have, in sentences. */
  problems: z.array(z.string()).default([]),
  /** Newest first. */
  versions: z.array(DeployedVersion),
  /** The last 50 steps, newest first. */
  history: z.array(DeploymentStep),
})
export type DeployedRemote = z.infer<typeof DeployedRemote>

/** How long a removed remote can be restored, as with deleted records. Its builds are served meanwhile. */
export const removedRemoteDays = 30

/** A remote that was removed. */
export const RemovedRemote = z.object({
  name: RemoteName,
  owner: z.string(),
  version: BuildVersion,
  removedAt: z.string(),
  removedBy: z.string(),
  note: z.string().nullable(),
  /** Until when it can be restored. */
  until: z.string(),
})
export type RemovedRemote = z.infer<typeof RemovedRemote>

/** Response of `GET /api/federation/remotes`, for administrators. */
export const DeployedRemotes = z.object({
  contract: z.string(),
  remotes: z.array(DeployedRemote),
  /** Those that can still be restored, latest first. */
  removed: z.array(RemovedRemote).default([]),
  /** Those that can be opened, newest first. */
  previews: z.array(Preview).default([]),
  /** Those that live versions declare, overdue ones first. */
  flags: z.array(RemoteFlag).default([]),
})
export type DeployedRemotes = z.infer<typeof DeployedRemotes>

/**
 * Response of `GET /api/federation/remotes/{name}/usage`, for administrators: what a remote has and who uses
 * it, before it is removed.
 */
export const RemoteUsage = z.object({
  name: RemoteName,
  /** Addresses of its pages, with the label of their menu entry. */
  routes: z.array(z.object({ path: z.string(), label: z.string().nullable() })),
  panels: z.array(z.object({ label: z.string(), collections: z.array(z.string()) })),
  versions: z.number(),
  /** Deploy tokens that are valid now. */
  tokens: z.number(),
  /** Roles for which it is switched off. */
  offFor: z.array(z.enum(roles)),
  /** Active people for whom it is on. */
  people: z.number(),
  /** Times that a page mounted it in the last 30 days, and the last one. */
  mounts: z.number(),
  lastAt: z.string().nullable(),
  /** Other deployed remotes whose code calls the addresses that this one declares as its own. */
  calledBy: z.array(RemoteName),
})
export type RemoteUsage = z.infer<typeof RemoteUsage>

/**
 * Body of `POST /api/federation/remotes/{name}/remove` (204). `confirm` is the name again, typed by the
 * administrator. `POST .../restore` (204) has no body.
 */
export const RemoveBody = z.strictObject({ confirm: z.string().max(100), note: Note.optional() })
export type RemoveBody = z.infer<typeof RemoveBody>

/** `upload` publishes versions without activating them; `deploy` publishes, activates and rolls back. */
export const DeployTokenScope = z.enum(['upload', 'deploy'])
export type DeployTokenScope = z.infer<typeof DeployTokenScope>

/** Maximum and default lifetime of a deploy token. */
export const maxTokenDays = 90

/**
 * Body of `POST /api/federation/tokens`. The remote does not have to be deployed yet. Only superadmins may
 * create tokens for `admin`.
 */
export const DeployTokenBody = z.strictObject({
  remote: RemoteName,
  label: filledText(100),
  expiresInDays: z.int().min(1).max(maxTokenDays).default(maxTokenDays),
  scope: DeployTokenScope.default('deploy'),
})
export type DeployTokenBody = z.infer<typeof DeployTokenBody>

/** Response of `POST /api/federation/tokens`, the only response that contains the token. */
export const MadeDeployToken = z.object({ pid: z.string(), token: z.string(), expiresAt: z.string() })
export type MadeDeployToken = z.infer<typeof MadeDeployToken>

/** A deploy token in a list; `DELETE /api/federation/tokens/{pid}` revokes it. */
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
  /** Why the token is no longer valid. `maker`: its creator left or may no longer deploy this remote. */
  ended: z.enum(['revoked', 'expired', 'maker']).nullable(),
})
export type DeployToken = z.infer<typeof DeployToken>

/** Response of `GET /api/federation/tokens`, newest first. */
export const DeployTokens = z.object({ tokens: z.array(DeployToken) })

const SizeBudgetKb = z.number().positive()

/**
 * Contents of `portal-build.json`, written beside the build of a remote and used to publish it. `shared`
 * holds the version ranges of the packages it takes from the shell.
 */
export const BuildRecord = z.object({
  name: RemoteName,
  version: BuildVersion,
  entry: z.literal('remoteEntry.js'),
  manifest: RemoteManifest,
  shared: z.record(z.string(), z.string()).optional(),
  uses: BuildUses.optional(),
  /** Origin that serves its files at `/remotes/<name>/<version>/`; absent when the portal does. */
  servedFrom: RemoteOrigin.optional(),
  /** Size budget of its scripts and styles, when it differs from the default (`whyTooHeavy`). */
  sizeBudgetKb: SizeBudgetKb.optional(),
})
export type BuildRecord = z.infer<typeof BuildRecord>

/**
 * Contents of `portal-build.json` of the shell. `provided` holds the versions of the packages it shares with
 * remotes.
 */
export const ShellRecord = z.object({
  name: z.literal('shell'),
  version: BuildVersion,
  provided: z.record(z.string(), z.string()),
  /** Absent in shells built before uses were recorded. */
  offers: ShellOffers.optional(),
})
export type ShellRecord = z.infer<typeof ShellRecord>

/** The fields of a remote's package.json that a build reads. */
export const RemotePackage = z.object({ portal: z.object({ sizeBudgetKb: SizeBudgetKb }).optional() })

/** The back end of a remote: the one address to which `/api/remotes/{remote}/` is forwarded. */
export const BackEnd = z.object({
  remote: RemoteName,
  address: z.string(),
  setAt: z.string(),
  setBy: z.string(),
})
export type BackEnd = z.infer<typeof BackEnd>

/** Response of `GET /api/federation/back-ends`, for administrators. */
export const BackEnds = z.object({ backEnds: z.array(BackEnd) })

/**
 * Body of `POST /api/federation/remotes/{name}/back-end` (204). `DELETE` of the same address (204) removes
 * it.
 */
export const BackEndBody = z.strictObject({
  address: z
    .string()
    .trim()
    .max(500)
    .refine(
      (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
      'is not a web address, such as https://back.example.com',
    ),
})
