import { wallTimeIn } from './time-zones.ts'
import type { TimeZone } from './time-zones.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** A calendar day `YYYY-MM-DD` as people read it everywhere, on screens, in mails and on paper: `Mar 12, 2026`. It has no zone. */
export function dayWords(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return year === undefined || month === undefined || day === undefined ? date : `${months[month - 1] ?? ''} ${day}, ${year}`
}

/** A time of day as a clock shows it, `14:02`, as people read it: `2:02 PM`. */
export function timeWords(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

/** A moment in a zone, `Mar 12, 2026, 2:02 PM`: where the reader knows that their own zone is meant. */
export function momentWords(zone: TimeZone, at: Date): string {
  const { day, time } = wallTimeIn(zone, at)
  return `${dayWords(day)}, ${timeWords(time)}`
}

const zoneNames = new Map<TimeZone, Intl.DateTimeFormat>()

/** Making a formatter takes longer than using it a hundred times: each zone keeps its own. */
function zoneNameOf(zone: TimeZone): Intl.DateTimeFormat {
  const known = zoneNames.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' })
  zoneNames.set(zone, made)
  return made
}

/** A moment for readers whose zone is not known: `Mar 12, 2026, 2:02 PM CDT`. */
export function zonedMomentWords(zone: TimeZone, at: Date): string {
  const parts = zoneNameOf(zone).formatToParts(at)
  return `${momentWords(zone, at)} ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone}`
}
