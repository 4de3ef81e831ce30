import { z } from 'zod'
import { ErrorBudget } from './error-budget.ts'
import { LoadFailure, PageErrorCount } from './loads.ts'
import { RemoteName } from './manifest.ts'
import { BuildVersion } from './registry.ts'
import { BuildUses } from './uses.ts'
import { vitalNames } from './vitals.ts'

/** What is measured of a version: `mount` is the time from the registry to the screen, in ms. */
export const timingNames = ['mount', ...vitalNames] as const
export const TimingName = z.enum(timingNames)
export type TimingName = z.infer<typeof TimingName>

/** Median and 75th percentile of what pages measured, at most 7 percent off. */
export const Timing = z.object({ count: z.number(), p50: z.number(), p75: z.number() })
export type Timing = z.infer<typeof Timing>

/** A place in the source of a remote, such as `src/pages/Plots.tsx:12:5`; null without source maps. */
const SourcePlace = z.string().nullable()

/**
 * Response of `GET /api/federation/remotes/{name}/health`, for administrators: how a deployed remote does in
 * the pages of its viewers, over the last 30 days.
 */
export const RemoteHealth = z.object({
  name: RemoteName,
  owner: z.string(),
  budget: ErrorBudget,
  /** Measurements by version, those of the latest reports first. */
  measured: z.array(
    z.object({
      version: BuildVersion,
      timings: z.partialRecord(TimingName, Timing),
      longFrames: z.object({ count: z.number(), totalMs: z.number(), longestMs: z.number() }).nullable(),
    }),
  ),
  /** Failures while it was loaded, and errors afterwards, latest first, at most 100 of each. */
  failures: z.array(LoadFailure),
  errors: z.array(PageErrorCount.extend({ source: SourcePlace })),
  /** Where it kept frames busy, the most time first, at most 20. */
  longFrames: z.array(
    z.object({
      version: BuildVersion,
      place: z.string(),
      source: SourcePlace,
      count: z.number(),
      totalMs: z.number(),
      longestMs: z.number(),
      lastAt: z.string(),
    }),
  ),
  /** What the active build uses of the portal; null when its record does not say it. */
  uses: BuildUses.nullable(),
  /** Other deployed remotes whose code calls the addresses that this one declares as its own. */
  usedBy: z.array(z.object({ name: RemoteName, calls: z.array(z.string()) })),
  /** Scripts and styles as they are sent, of the stored versions, oldest first. */
  sizes: z.array(z.object({ version: BuildVersion, publishedAt: z.string(), bytes: z.number() })),
  /** Most bytes of scripts and styles that the portal takes. */
  sizeLimitBytes: z.number(),
})
export type RemoteHealth = z.infer<typeof RemoteHealth>
