import { z } from 'zod'

/** What a date is expected for, in the order in which a permit reaches it. */
export const milestones = ['submission', 'decision', 'issue'] as const
export const Milestone = z.enum(milestones)
export type Milestone = z.infer<typeof Milestone>

/**
 * When a permit is expected to reach a milestone. `likely` is the day by which half of comparable permits
 * reach it, `late` the day by which four of five do; null when too few do. `permits` is the number of permits
 * that it rests on, for staff only; `basis` says how they compare.
 */
export const ExpectedDate = z.object({
  milestone: Milestone,
  likely: z.iso.date().nullable(),
  late: z.iso.date().nullable(),
  permits: z.int().optional(),
  basis: z.enum(['authority-and-type', 'authority', 'type', 'all']),
})
export type ExpectedDate = z.infer<typeof ExpectedDate>

/**
 * Response of `GET /{permits, processed}/{pid}/expected-dates`: none once a permit is processed. `stated` are
 * the working days that the agency states from submission to its decision, and the day on which they end once
 * the permit is submitted; absent where its requirements state none, and from servers of the last release.
 */
export const ExpectedDates = z.object({
  expected: z.array(ExpectedDate),
  stated: z.object({ days: z.int(), date: z.iso.date().nullable() }).optional(),
})
export type ExpectedDates = z.infer<typeof ExpectedDates>
