import type { SeedRandom } from '#domain/seed/random.ts'
import { clocksChange, plusDays } from './zone-days.ts'

const [hourMs, quarterMs, dayMs] = [3_600_000, 900_000, 86_400_000]

/** The days of a year, and how far its steps lie apart. */
interface YearSpan {
  firstDay: string
  days: number
  hours: number
  /** On days when clocks change in one of these, the steps are a quarter of an hour apart. */
  zones: readonly string[]
}

/** The instants at which a server looks what is due; in some gaps, of up to some days, no server runs. */
export function makeSteps({ firstDay, days, hours, zones }: YearSpan, random: SeedRandom): Date[] {
  const begin = Date.parse(`${firstDay}T00:00Z`)
  const steps: Date[] = []
  for (let day = 0; day < days; day += 1) {
    const date = plusDays(firstDay, day)
    const every = zones.some((zone) => clocksChange(zone, date)) ? quarterMs : hours * hourMs
    for (let ms = 0; ms < dayMs; ms += every) steps.push(new Date(begin + day * dayMs + ms))
  }
  const gaps = Array.from({ length: Math.ceil(days / 20) }, () => {
    const from = begin + random.int(1, days * 24) * hourMs
    return { from, to: from + random.pick([3, 9, 30, 80]) * hourMs }
  })
  return steps.filter((at) => !gaps.some(({ from, to }) => at.getTime() > from && at.getTime() < to))
}

/** The lines of one list that are not in the other, as often as they are missing. */
export function without(lines: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const left = counts.get(line) ?? 0
    counts.set(line, left - 1)
    return left <= 0
  })
}
