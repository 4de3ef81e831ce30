import { z } from 'zod'
import { addDays } from './time.ts'
import type { LocalDate } from './time.ts'

/** Pattern of IANA names: an area and optional places, no offset. */
const namePattern = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}$/

/** Cache of valid names. Every request needs one, and checking a name requires creating a formatter. */
const knownZones = new Set<string>()

/**
 * The name in the spelling of this machine's database; links such as `Asia/Calcutta` keep their own name.
 * null when it is not a time zone.
 */
function spelledZone(name: string): string | null {
  if (knownZones.has(name)) return name
  if (name.length > 64 || !namePattern.test(name)) return null
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    if (timeZone === name) knownZones.add(name)
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name
  } catch {
    return null
  }
}

/** The name of a time zone of the IANA database, including links. */
export const TimeZone = z.string('is not a time zone').transform((name, context) => {
  const spelled = spelledZone(name)
  if (spelled !== null) return spelled
  context.addIssue({
    code: 'custom',
    message: 'is not a time zone of the IANA database, such as America/Chicago',
  })
  return z.NEVER
})
export type TimeZone = z.infer<typeof TimeZone>

/** Default until another time zone is set. */
export const initialTimeZone: TimeZone = 'UTC'

/** The time zone with that name, or `otherwise` when it is invalid. */
export function zoneOr(name: unknown, otherwise: TimeZone): TimeZone {
  return TimeZone.safeParse(name).data ?? otherwise
}

/** All selectable time zones, sorted. */
export const timeZones = (): readonly TimeZone[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), initialTimeZone])].toSorted()

const wallClocks = new Map<TimeZone, Intl.DateTimeFormat>()

function wallClockOf(zone: TimeZone): Intl.DateTimeFormat {
  const known = wallClocks.get(zone)
  if (known !== undefined) return known
  const fields = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    era: 'short',
  } as const
  const made = new Intl.DateTimeFormat('en-US', {
    ...fields,
    timeZone: zone,
    hourCycle: 'h23',
    calendar: 'gregory',
  })
  wallClocks.set(zone, made)
  return made
}

/** Local date and time in a time zone. */
export interface WallTime {
  day: LocalDate
  /** `14:02`. */
  time: string
}

/**
 * Local day and time of a timestamp in a time zone. A year before 1 is treated as year 1, because earlier
 * dates are not supported.
 */
export function wallTimeIn(zone: TimeZone, at: Date): WallTime {
  if (zone === 'UTC') {
    const text = at.toISOString()
    if (text.length === 24) return { day: text.slice(0, 10), time: text.slice(11, 16) }
  }
  const parts = Object.fromEntries(
    wallClockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const year = parts['era'] === 'BC' ? '0001' : (parts['year'] ?? '').padStart(4, '0')
  return { day: `${year}-${parts['month']}-${parts['day']}`, time: `${parts['hour']}:${parts['minute']}` }
}

/** Local day of a timestamp in a time zone. */
export const dayIn = (zone: TimeZone, at: Date): LocalDate => wallTimeIn(zone, at).day

/** The earliest supported timestamp. */
const firstMs = Date.parse('0001-01-01T00:00:00Z')

/** Upper bound for the offset of any time zone from UTC. */
const furthestSeconds = 16 * 3600

/**
 * The time at which a day begins in a time zone: its first moment when clocks skip midnight, and the start of
 * the next day when they skip the whole day, as in Samoa.
 */
export function startOfDay(zone: TimeZone, day: LocalDate): Date {
  const inUtc = Date.parse(`${day}T00:00:00Z`)
  if (zone === 'UTC') return new Date(inUtc)
  let [before, from] = [-furthestSeconds, furthestSeconds]
  // The local day never decreases with time, so a binary search finds its start.
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2)
    if (dayIn(zone, new Date(inUtc + middle * 1000)) < day) before = middle
    else from = middle
  }
  return new Date(Math.max(firstMs, inUtc + from * 1000))
}

/** Milliseconds until the next day begins in a zone. */
export function untilTomorrow(zone: TimeZone, now: Date): number {
  return startOfDay(zone, addDays(dayIn(zone, now), 1)).getTime() - now.getTime()
}

/**
 * Parses a local time such as `2026-03-12T14:02` in that time zone; null when invalid. A time that the clocks
 * skip is as much later as they skip.
 */
export function momentAt(zone: TimeZone, wall: string): Date | null {
  const typedMs = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/.test(wall)
    ? Date.parse(`${wall}Z`)
    : Number.NaN
  if (Number.isNaN(typedMs)) return null
  const aheadMs = (atMs: number) => {
    const { day, time } = wallTimeIn(zone, new Date(atMs))
    return Date.parse(`${day}T${time}:00Z`) - Math.floor(atMs / 60_000) * 60_000
  }
  const first = typedMs - aheadMs(typedMs)
  const second = typedMs - aheadMs(first)
  const isSkipped = second + aheadMs(second) !== typedMs
  return new Date(isSkipped ? Math.max(first, second) : second)
}
