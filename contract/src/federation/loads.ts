import { z } from 'zod'
import { RemoteName } from './manifest.ts'
import { BuildVersion } from './registry.ts'

/** Phases in the life of a remote in a page, in order. The first six lead from the registry to the screen. */
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

/** Report of one load of a remote: the duration of each phase, or the phase that failed. */
export const RemoteLoad = z.discriminatedUnion('outcome', [
  z.strictObject({ ...common, outcome: z.literal('loaded'), phases: z.partialRecord(LoadPhase, ms) }),
  z.strictObject({
    ...common,
    outcome: z.literal('failed'),
    phase: LoadPhase,
    /** Name and message of the error; never contains user input. */
    message: z.string().min(1).max(500),
    /** Path of the page, without query. */
    path: z.string().startsWith('/').max(300),
  }),
])
export type RemoteLoad = z.infer<typeof RemoteLoad>

/**
 * Body of `POST /api/federation/loads` (204): the reports of one page. Every signed-in page may send them, at
 * most 60 requests per minute and session.
 */
export const RemoteLoads = z.strictObject({ loads: z.array(RemoteLoad).min(1).max(20) })
export type RemoteLoads = z.infer<typeof RemoteLoads>

/**
 * Response of `GET /api/federation/loads`, for administrators: the last 30 days. `owner` is the team named in
 * the manifest.
 */
export const LoadOverview = z.object({
  remotes: z.array(
    z.object({
      remote: RemoteName,
      version: BuildVersion.nullable(),
      owner: z.string(),
      loads: z.number(),
      failures: z.number(),
      /** Mean time from the registry to the screen; null when no load succeeded. */
      meanMs: z.number().nullable(),
      slowestMs: z.number().nullable(),
      lastAt: z.string(),
    }),
  ),
  /** Failures, grouped by equal content, latest first, at most 100. */
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
