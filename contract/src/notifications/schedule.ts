import { momentAt, wallTimeIn } from '../time-zones.ts'
import type { TimeZone } from '../time-zones.ts'
import { addDays } from '../time.ts'
import type { LocalDate } from '../time.ts'
import type { QuietHours } from './kinds.ts'

/** The daily digest leaves at this time of its person's time zone. */
export const digestTime = '07:00'

/** Clocks are moved by multiples of this. */
const shiftMs = 15 * 60_000

const digestOn = (zone: TimeZone, day: LocalDate): Date | null => momentAt(zone, `${day}T${digestTime}`)

/** The first digest after this time. */
export function nextDigestAt(zone: TimeZone, after: Date): Date {
  for (let day = wallTimeIn(zone, after).day; ; day = addDays(day, 1)) {
    const at = digestOn(zone, day)
    if (at !== null && at > after) return at
  }
}

/** The last digest at or before this time. Whatever happened before it is part of it. */
export function lastDigestAt(zone: TimeZone, now: Date): Date {
  for (let day = wallTimeIn(zone, now).day; ; day = addDays(day, -1)) {
    const at = digestOn(zone, day)
    if (at !== null && at <= now) return at
  }
}

function isQuiet(zone: TimeZone, { from, to }: QuietHours, at: Date): boolean {
  const { time } = wallTimeIn(zone, at)
  return from < to ? time >= from && time < to : time >= from || time < to
}

/**
 * When the quiet hours end that hold now; null outside of them. An end that clocks skip is reached when they
 * go on, and one that they repeat is reached the second time if the first has passed.
 */
export function endOfQuiet(zone: TimeZone, quiet: QuietHours | null, now: Date): Date | null {
  if (quiet === null || !isQuiet(zone, quiet, now)) return null
  const { day, time } = wallTimeIn(zone, now)
  const end = momentAt(zone, `${time < quiet.to ? day : addDays(day, 1)}T${quiet.to}`) ?? now
  let endMs = end.getTime()
  while (endMs <= now.getTime() || isQuiet(zone, quiet, new Date(endMs))) endMs += shiftMs
  return new Date(endMs)
}
