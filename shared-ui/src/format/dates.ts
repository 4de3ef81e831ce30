import {
  byLanguage,
  dayIn,
  formatDay,
  screenLanguage,
  momentAt,
  formatInstant,
  formatTimeOfDay,
  wallTimeIn,
  formatZonedInstant,
} from '@portal/contract'
import type { LocalDate, TimeZone } from '@portal/contract'

const weekdaysIn = byLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }),
)
const agesIn = byLanguage((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
const dayMs = 86_400_000

let chosen: TimeZone | null = null

/** Sets the time zone for all displayed instants; null uses the browser's zone, while nobody is signed in. */
export function setViewerZone(zone: TimeZone | null): void {
  chosen = zone
}

/** The time zone of this browser. */
export const browserZone = (): TimeZone => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time zone for displayed dates and instants: that of the signed-in person, else the browser's. */
const viewerZone = (): TimeZone => chosen ?? browserZone()

export { formatDay } from '@portal/contract'

/** The date of an instant in the viewer's zone, `Mar 12, 2026`. */
export const formatMomentDay = (instant: string): string => formatDay(today(new Date(instant)))

/** An instant in the viewer's zone, `Mar 12, 2026, 2:02 PM`. */
export const formatDateTime = (instant: string): string => formatInstant(viewerZone(), new Date(instant))

/** The time of day of an instant in the viewer's zone, `2:02 PM`. */
export const formatTime = (instant: string): string =>
  formatTimeOfDay(wallTimeIn(viewerZone(), new Date(instant)).time)

/** The date of `now` in the viewer's zone as `YYYY-MM-DD`; by default today. */
export const today = (now = new Date()): LocalDate => dayIn(viewerZone(), now)

/**
 * The value of a native date-time input for an instant, in the viewer's zone: `2026-03-12T14:02`. Empty for
 * an invalid instant.
 */
export function toTypedMoment(instant: string): string {
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return ''
  const { day, time } = wallTimeIn(viewerZone(), at)
  return `${day}T${time}`
}

/** The instant of a native date-time input's value, in the viewer's zone. Null for an invalid value. */
export const fromTypedMoment = (text: string): string | null =>
  momentAt(viewerZone(), text)?.toISOString() ?? null

/** A number of days relative to today: `tomorrow`, `3 days ago`, `in 2 months`. */
export function distance(days: number): string {
  const relative = agesIn(screenLanguage())
  if (Math.abs(days) < 60) return relative.format(days, 'day')
  if (Math.abs(days) < 730) return relative.format(Math.round(days / 30.44), 'month')
  return relative.format(Math.round(days / 365.25), 'year')
}

const startOfUtcDay = (day: LocalDate) => Date.parse(`${day}T00:00:00Z`)

/** The distance of a date from today: `(3 days ago)`. */
function awayWords(day: LocalDate, now: Date): string {
  return `(${distance(Math.round((startOfUtcDay(day) - startOfUtcDay(today(now))) / dayMs))})`
}

/** The tooltip of a date: `Thursday, Mar 12, 2026 (3 days ago)`. */
export function explainDay(date: string, now = new Date()): string {
  return `${weekdaysIn(screenLanguage()).format(startOfUtcDay(date))}, ${formatDay(date)} ${awayWords(date, now)}`
}

/** The tooltip of an instant: `Thursday, Mar 12, 2026, 2:02 PM CDT (3 days ago)`. */
export function dateTimeTooltip(instant: string, now = new Date()): string {
  const at = new Date(instant)
  const day = today(at)
  return `${weekdaysIn(screenLanguage()).format(startOfUtcDay(day))}, ${formatZonedInstant(viewerZone(), at)} ${awayWords(day, now)}`
}
