import { z } from 'zod'
import { RemoteName } from './manifest.ts'
import { BuildVersion } from './registry.ts'

/**
 * What happens to a remote in a page, in this order: the first six are its way from the registry to the
 * screen.
 */
export const loadPhases = [
  'resolve',
  'manifest',
  'entry',
  'init',
  'expose',
  'mount',
  'render',
  'unmount',
] as const
export const LoadPhase = z.enum(loadPhases)
export type LoadPhase = z.infer<typeof LoadPhase>

const ms = z.number().min(0).max(600_000)
const common = { remote: RemoteName, version: BuildVersion.nullable() }

/** One load of a remote as a page tells of it: how long each phase took, or where it failed. */
export const RemoteLoad = z.discriminatedUnion('outcome', [
  z.strictObject({ ...common, outcome: z.literal('loaded'), phases: z.partialRecord(LoadPhase, ms) }),
  z.strictObject({
    ...common,
    outcome: z.literal('failed'),
    phase: LoadPhase,
    /** The error's name and message; never what a person typed. */
    message: z.string().min(1).max(500),
    /** Address of the page, without its query. */
    path: z.string().startsWith('/').max(300),
  }),
])
export type RemoteLoad = z.infer<typeof RemoteLoad>

/**
 * Body of `POST /api/federation/loads` (204): what one page gathered. Every signed-in page may tell; 60 calls
 * a minute and session.
 */
export const RemoteLoads = z.strictObject({ loads: z.array(RemoteLoad).min(1).max(20) })
export type RemoteLoads = z.infer<typeof RemoteLoads>

/**
 * Answer of `GET /api/federation/loads`, for administrators: the last 30 days. `owner` is the team the
 * manifest names.
 */
export const LoadOverview = z.object({
  remotes: z.array(
    z.object({
      remote: RemoteName,
      version: BuildVersion.nullable(),
      owner: z.string(),
      loads: z.number(),
      failures: z.number(),
      /** From the registry to the screen; null where no load came to its end. */
      meanMs: z.number().nullable(),
      slowestMs: z.number().nullable(),
      lastAt: z.string(),
    }),
  ),
  /** The same failure is one line; the latest first, 100 at most. */
  errors: z.array(
    z.object({
      remote: RemoteName,
      version: BuildVersion.nullable(),
      owner: z.string(),
      phase: LoadPhase,
      message: z.string(),
      path: z.string(),
      count: z.number(),
      firstAt: z.string(),
      lastAt: z.string(),
    }),
  ),
})
export type LoadOverview = z.infer<typeof LoadOverview>
