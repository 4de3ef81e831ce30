import { z } from 'zod'

/** The longest retention in days: a hundred years. */
const maxDays = 36_500

/**
 * The shortest retention in days that can be set; 0 = for ever. An import can be undone for a day, and the
 * audit and the history are evidence. Source: docs/decisions/0103-retention.md
 */
export const minRetentionDays = {
  jobDays: 7,
  mailDays: 1,
  loadReportDays: 1,
  historyDays: 365,
  auditDays: 365,
} as const
export type RetentionName = keyof typeof minRetentionDays

const isName = (name: string): name is RetentionName => Object.hasOwn(minRetentionDays, name)
export const retentionNames: readonly RetentionName[] = Object.keys(minRetentionDays).filter(isName)

const days = (name: RetentionName, byDefault: number) =>
  z
    .int()
    .min(0)
    .max(maxDays)
    .refine(
      (value) => value === 0 || value >= minRetentionDays[name],
      `is 0, for ever, or at least ${minRetentionDays[name]} days`,
    )
    .default(byDefault)

/** How many days the portal keeps what is no longer in use; 0 = for ever. */
export const Retention = z.strictObject({
  /** Jobs that have ended. Afterwards a bulk edit can no longer be undone. */
  jobDays: days('jobDays', 90),
  /** Messages in the deleted items of a mailbox of the portal. */
  mailDays: days('mailDays', 0),
  /** Reports of open pages about loading modules. */
  loadReportDays: days('loadReportDays', 30),
  /** History entries of records that were permanently deleted. */
  historyDays: days('historyDays', 0),
  auditDays: days('auditDays', 0),
})
export type Retention = z.infer<typeof Retention>
