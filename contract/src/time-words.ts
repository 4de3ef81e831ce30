import { wallTimeIn } from './time-zones.ts'
import type { TimeZone } from './time-zones.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** A calendar day `YYYY-MM-DD` as people read it everywhere, on screens, in mails and on paper: `12 Mar 2026`. It has no zone. */
export function dayWords(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return year === undefined || month === undefined || day === undefined ? date : `${day} ${months[month - 1] ?? ''} ${year}`
}

/** A moment in a zone, `12 Mar 2026, 14:02`: where the reader knows that their own zone is meant. */
export function momentWords(zone: TimeZone, at: Date): string {
  const { day, time } = wallTimeIn(zone, at)
  return `${dayWords(day)}, ${time}`
}

/** A moment for readers whose zone is not known: `12 Mar 2026, 14:02 CDT`. */
export function zonedMomentWords(zone: TimeZone, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' }).formatToParts(at)
  return `${momentWords(zone, at)} ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone}`
}
