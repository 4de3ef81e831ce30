const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

const shortOf = (day: number, month: number, year: number) => `${day} ${months[month] ?? ''} ${year}`
const longDay = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const longMoment = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const dayMs = 86_400_000

/** A calendar day `YYYY-MM-DD` as `12 Mar 2026`; it has no zone. */
export function formatDay(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return year === undefined || month === undefined || day === undefined ? date : shortOf(day, month - 1, year)
}

/** A moment as the day it is in the viewer's zone, `12 Mar 2026`. */
export function formatMomentDay(instant: string): string {
  const at = new Date(instant)
  return shortOf(at.getDate(), at.getMonth(), at.getFullYear())
}

/** A moment in the viewer's zone, `12 Mar 2026, 14:02`. */
export function formatMoment(instant: string): string {
  const at = new Date(instant)
  return `${formatMomentDay(instant)}, ${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`
}

/** Today in the viewer's zone as `YYYY-MM-DD`. */
export function today(now = new Date()): string {
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`
}

/** `tomorrow`, `3 days ago`, `in 2 months`, seen from `now`. */
export function distance(days: number): string {
  if (Math.abs(days) < 60) return relative.format(days, 'day')
  if (Math.abs(days) < 730) return relative.format(Math.round(days / 30.44), 'month')
  return relative.format(Math.round(days / 365.25), 'year')
}

/** The tooltip of a day: in full, and how far away. */
export function explainDay(date: string, now = new Date()): string {
  const at = Date.parse(`${date}T00:00:00Z`)
  const days = Math.round((at - Date.parse(`${today(now)}T00:00:00Z`)) / dayMs)
  return `${longDay.format(at)} (${distance(days)})`
}

/** The tooltip of a moment: in full, and how far away. */
export function explainMoment(instant: string, now = new Date()): string {
  const at = Date.parse(instant)
  const days = Math.round((Date.parse(`${today(new Date(at))}T00:00:00Z`) - Date.parse(`${today(now)}T00:00:00Z`)) / dayMs)
  return `${longMoment.format(at)} (${distance(days)})`
}
