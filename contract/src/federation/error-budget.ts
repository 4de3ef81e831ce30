import { z } from 'zod'

/** Days over which the error budget of a remote is counted. */
export const budgetDays = 28
/**
 * Mounts without failure, in percent, that a remote is held to unless an administrator sets another share.
 */
export const usualMountTarget = 99.5
/**
 * Failures that every remote may have. Otherwise the first failure of a seldom used remote spends its budget.
 */
const minAllowed = 5
/** Parts of the budget, in percent, whose spending raises an alert. */
export const budgetAlertLevels = [50, 100] as const

/** Share of mounts without failure that a remote is held to, in percent. */
export const MountTarget = z.number().min(90).max(99.99)

/** Body of `PATCH /api/federation/remotes/{name}/target`; null for the usual target. */
export const MountTargetBody = z.strictObject({ target: MountTarget.nullable() })
export type MountTargetBody = z.infer<typeof MountTargetBody>

/**
 * Error budget of a remote over the last `budgetDays` days. A mount counts as failed when it failed, or when
 * it had an error within a minute.
 */
export const ErrorBudget = z.object({
  target: z.number(),
  isUsualTarget: z.boolean(),
  mounts: z.number(),
  failures: z.number(),
  /** Failures that the target allows for this number of mounts. */
  allowed: z.number(),
  /** Part of the budget that is spent, in percent; above 100 when more failed than is allowed. */
  spent: z.number(),
})
export type ErrorBudget = z.infer<typeof ErrorBudget>

/** The error budget that follows from what was counted. `target` is null for the usual one. */
export function errorBudgetOf(
  target: number | null,
  { mounts, failures }: { mounts: number; failures: number },
): ErrorBudget {
  const held = target ?? usualMountTarget
  // An error can be reported for a mount that is not.
  const failed = Math.min(failures, mounts)
  const allowed = Math.max(minAllowed, Math.floor((mounts * (100 - held)) / 100))
  return {
    target: held,
    isUsualTarget: target === null,
    mounts,
    failures: failed,
    allowed,
    spent: Math.round((failed / allowed) * 1000) / 10,
  }
}
