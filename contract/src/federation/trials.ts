import { z } from 'zod'
import { LoadPhase } from './loads.ts'

/**
 * Body of `POST /api/federation/remotes/{name}/versions/{version}/trial` (204): whether the build was mounted
 * in a real page before it went live.
 */
export const TrialBody = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('mounted') }),
  z.strictObject({
    outcome: z.literal('failed'),
    phase: LoadPhase,
    /** Name and message of the error. */
    message: z.string().min(1).max(500),
  }),
])
export type TrialBody = z.infer<typeof TrialBody>

/** The last trial of a version. `failure` is null when it was mounted. */
export const Trial = z.object({ at: z.string(), failure: z.string().nullable() })
export type Trial = z.infer<typeof Trial>
