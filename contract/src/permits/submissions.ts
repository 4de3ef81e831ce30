import { z } from 'zod'
import { Reference } from '../ids.ts'
import { Metric } from './overview.ts'

/** Selectable periods for counting submissions, in days including today. */
export const submissionPeriods = [30, 90, 365] as const
export type SubmissionPeriod = (typeof submissionPeriods)[number]

/** Default period. */
export const usualSubmissionPeriod: SubmissionPeriod = 90

/** Query of `GET /permits/overview/submissions`. */
export const SubmissionsQuery = z.strictObject({ days: z.literal(submissionPeriods).optional() })

/**
 * Submissions to one authority and its approvals. A first-pass approval is a permit approved in its first
 * submission cycle, without corrections; other permits were approved in a later cycle.
 */
export const AuthorityFigures = z.object({
  /** null for permits and packages without an authority. */
  authority: Reference.nullable(),
  /**
   * Packages submitted in the period, counting every cycle; null when the caller has no access to
   * ready-to-submit records.
   */
  submitted: Metric.nullable(),
  /** Permits approved in the period. */
  approved: Metric,
  firstPass: Metric,
  later: Metric,
})
export type AuthorityFigures = z.infer<typeof AuthorityFigures>

/**
 * Response of `GET /permits/overview/submissions`: authorities with submissions or approvals in the period,
 * most submissions first.
 */
export const Submissions = z.object({
  days: z.int(),
  /** First day of the period, which ends today. */
  since: z.string(),
  authorities: z.array(AuthorityFigures),
})
export type Submissions = z.infer<typeof Submissions>
