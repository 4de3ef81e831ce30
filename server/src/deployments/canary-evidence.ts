/** Attempts to mount a version within one minute, and how many of them failed. */
export interface Attempts {
  attempts: number
  failures: number
  /** Attempts that succeeded and were followed by an error within a minute. */
  errors?: number
}

/** The attempts of a canary and of the stable version within the same minute. */
export interface CanaryMinute {
  canary: Attempts
  stable: Attempts
}

/**
 * How many times more often a canary may fail than the stable version. Each is an alternative to "as often",
 * all with the same weight.
 */
const ratios = [3, 10, 30, 100, 1_000] as const

/** Evidence from which a canary is withdrawn: identical versions reach it in at most 1 of 100 rollouts. */
export const withdrawFrom = 100
/** A single failure is never enough, however rare failures are. */
const minFailures = 2
/**
 * A canary that has never worked is withdrawn after this many attempts, beside so many of a version that
 * works.
 */
const [minAttemptsOfNone, minStableAttempts] = [12, 6]

const added = (a: Attempts, b: Attempts): Attempts => ({
  attempts: a.attempts + b.attempts,
  failures: a.failures + b.failures,
  errors: (a.errors ?? 0) + (b.errors ?? 0),
})

/** Attempts that did not go well. A page can send more errors than mounts; those do not count. */
const badOf = ({ attempts, failures, errors = 0 }: Attempts) => Math.min(attempts, failures + errors)

/** Joins minutes until each has attempts of both: only these say which of the two fails more often. */
function comparable(minutes: readonly CanaryMinute[]): CanaryMinute[] {
  const joined: CanaryMinute[] = []
  const none: CanaryMinute = { canary: { attempts: 0, failures: 0 }, stable: { attempts: 0, failures: 0 } }
  let open = none
  for (const { canary, stable } of minutes) {
    open = { canary: added(open.canary, canary), stable: added(open.stable, stable) }
    if (open.canary.attempts === 0 || open.stable.attempts === 0) continue
    joined.push(open)
    open = none
  }
  return joined
}

/**
 * How much more likely the failures are if the canary fails more often than the stable version than if both
 * fail alike. A failure of either is the canary's with the canary's share of the attempts, so changes of load
 * and outages that hit both do not count. The value may be looked at after every minute: for versions that
 * fail alike it ever exceeds 100 with a probability of at most 1 % (Ville's inequality for a mixture of
 * likelihood ratios).
 */
export function failureEvidence(minutes: readonly CanaryMinute[]): number {
  const logs = ratios.map(() => 0)
  for (const { canary, stable } of comparable(minutes)) {
    const share = canary.attempts / (canary.attempts + stable.attempts)
    for (const [index, ratio] of ratios.entries()) {
      const expected = (ratio * share) / (ratio * share + 1 - share)
      const gain =
        badOf(canary) * Math.log(expected / share) + badOf(stable) * Math.log((1 - expected) / (1 - share))
      logs[index] = (logs[index] ?? 0) + gain
    }
  }
  return logs.reduce((sum, log) => sum + Math.exp(log), 0) / ratios.length
}

/**
 * Whether a canary fails so much more often than the stable version that it is withdrawn. One that has never
 * worked needs no more than a stable version that mostly does, or that nobody mounts. Errors after a mount
 * count only in the comparison: an old error that both versions have is no fault of the canary.
 */
export function failsMoreOften(minutes: readonly CanaryMinute[]): boolean {
  const none = { attempts: 0, failures: 0 }
  const canary = minutes.reduce((total, minute) => added(total, minute.canary), none)
  const stable = minutes.reduce((total, minute) => added(total, minute.stable), none)
  const hasNeverWorked = canary.attempts >= minAttemptsOfNone && canary.failures === canary.attempts
  const isStableFine = stable.attempts >= minStableAttempts && stable.failures * 2 < stable.attempts
  if (hasNeverWorked && (stable.attempts === 0 || isStableFine)) return true
  return badOf(canary) >= minFailures && failureEvidence(minutes) >= withdrawFrom
}
