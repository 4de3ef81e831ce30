import { z } from 'zod'
import { ScriptPlace } from './loads.ts'
import { RemoteName } from './manifest.ts'
import { BuildVersion } from './registry.ts'

/**
 * Web vitals of a remote in a page. `lcp`: the largest content was shown, in ms after the page was opened.
 * `inp`: the slowest reaction to an input, in ms. `cls`: how much the layout shifted by itself, in
 * thousandths.
 */
export const vitalNames = ['lcp', 'inp', 'cls'] as const
export const VitalName = z.enum(vitalNames)
export type VitalName = z.infer<typeof VitalName>

const Build = { remote: RemoteName, version: BuildVersion }

export const PageVital = z.strictObject({
  ...Build,
  name: VitalName,
  value: z.number().min(0).max(600_000),
})
export type PageVital = z.infer<typeof PageVital>

/** Least time of scripts in one frame that counts as long, in ms. */
export const longFrameMs = 50

/** Frames that the script of a remote has kept busy for long, of one place in it. */
export const LongFrames = z.strictObject({
  ...Build,
  /** File of the build with the offset of the function in it, such as `assets/78.502a5bf1cb.js:2045`. */
  place: ScriptPlace,
  count: z.int().min(1).max(1_000),
  totalMs: z.number().min(longFrameMs).max(600_000),
  longestMs: z.number().min(longFrameMs).max(600_000),
})
export type LongFrames = z.infer<typeof LongFrames>

/** Most reports of each sort in one call. */
export const maxVitalsAtOnce = 20

/**
 * Body of `POST /api/federation/vitals` (204): measurements of one page. Some signed-in pages send them, at
 * most 30 requests per minute and person.
 */
export const PageVitals = z
  .strictObject({
    vitals: z.array(PageVital).max(maxVitalsAtOnce),
    frames: z.array(LongFrames).max(maxVitalsAtOnce),
  })
  .refine(({ vitals, frames }) => vitals.length + frames.length > 0, 'names neither vitals nor frames')
export type PageVitals = z.infer<typeof PageVitals>
