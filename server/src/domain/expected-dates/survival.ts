/** A number of permits that reached a milestone, or were last seen without it, after a number of days. */
export interface DurationCount {
  days: number
  isReached: boolean
  count: number
}

/**
 * Part of comparable permits that had not reached a milestone at the end of each day on which one reached it,
 * in order of days.
 */
export interface SurvivalCurve {
  days: readonly number[]
  remaining: readonly number[]
  /** Permits that reached the milestone. */
  reached: number
}

/**
 * The Kaplan-Meier estimate: permits that are still open count until their last day, so that slow ones are
 * not left out. Source: Kaplan and Meier 1958.
 */
export function fitSurvival(counts: readonly DurationCount[]): SurvivalCurve {
  const byDay = new Map<number, { reached: number; left: number }>()
  let atRisk = 0
  let reached = 0
  for (const { days: at, isReached, count } of counts) {
    const day = byDay.get(at) ?? { reached: 0, left: 0 }
    byDay.set(at, day)
    if (isReached) day.reached += count
    else day.left += count
    atRisk += count
    if (isReached) reached += count
  }
  const days: number[] = []
  const remaining: number[] = []
  let open = 1
  for (const [at, day] of [...byDay].toSorted(([a], [b]) => a - b)) {
    if (day.reached > 0) {
      open *= 1 - day.reached / atRisk
      days.push(at)
      remaining.push(open)
    }
    atRisk -= day.reached + day.left
  }
  return { days, remaining, reached }
}

/** Part of the permits that had not reached the milestone at the end of a day. */
function remainingAfter({ days, remaining }: SurvivalCurve, day: number): number {
  const next = days.findIndex((known) => known > day)
  return (next === -1 ? remaining.at(-1) : remaining[next - 1]) ?? 1
}

/**
 * Days from the start by which a `share` of the permits that wait as long as this one has reached the
 * milestone. null when the known permits do not show it: too few of them waited so long, or reached it.
 */
export function daysUntil(curve: SurvivalCurve, waitedDays: number, share: number): number | null {
  const open = remainingAfter(curve, waitedDays)
  if (open <= 0) return null
  const index = curve.days.findIndex(
    (day, at) => day > waitedDays && (curve.remaining[at] ?? 1) <= open * (1 - share) + 1e-12,
  )
  return curve.days[index] ?? null
}
