import { z } from 'zod'
import { Metric } from './overview.ts'

/** Days back that submissions are counted over, the present day among them. */
export const submissionPeriods = [30, 90, 365] as const
export type SubmissionPeriod = (typeof submissionPeriods)[number]

/** What is counted where nobody chose a period. */
export const usualSubmissionPeriod: SubmissionPeriod = 90

/** Query of `GET /permits/overview/submissions`. */
export const SubmissionsQuery = z.strictObject({ days: z.literal(submissionPeriods).optional() })

/**
 * What one authority was sent and what it approved. Accepted at first pass is a permit that was approved in
 * its first submission cycle, so that nothing had to be corrected; the others were approved in a later one.
 */
export const AuthorityFigures = z.object({
  /** Null: permits and packages that name no authority. */
  authority: z.string().nullable(),
  /**
   * Packages sent in the period, every cycle counted; null where ready-to-submit records are closed to the
   * caller.
   */
  submitted: Metric.nullable(),
  /** Permits approved in the period. */
  approved: Metric,
  firstPass: Metric,
  later: Metric,
})
export type AuthorityFigures = z.infer<typeof AuthorityFigures>

/**
 * Answer of `GET /permits/overview/submissions`: authorities with anything in the period, most submissions
 * first.
 */
export const Submissions = z.object({
  days: z.int(),
  /** The first day of the period; the last is today. */
  since: z.string(),
  authorities: z.array(AuthorityFigures),
})
export type Submissions = z.infer<typeof Submissions>
