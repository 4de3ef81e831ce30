/**
 * Local time by trying instants, as a second opinion beside the functions of the contract. Offsets are
 * multiples of half an hour.
 */
const halfHourMs = 1_800_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** Date and time of day of a zone, such as `2027-03-14T02:30`. */
export function localText(zone: string, at: Date): string {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  formats.set(zone, format)
  return format.format(at).replace(' ', 'T')
}
export const localDay = (zone: string, at: Date): string => localText(zone, at).slice(0, 10)

/** The first instant, within a day around it, whose local text is accepted; null for none. */
function firstInstant(aroundMs: number, accepts: (at: Date) => boolean): Date | null {
  for (let ms = aroundMs - 30 * halfHourMs; ms <= aroundMs + 30 * halfHourMs; ms += halfHourMs)
    if (accepts(new Date(ms))) return new Date(ms)
  return null
}

/** The first instant with this local time; null when the clocks skip it. */
export const instantOf = (zone: string, day: string, time: string): Date | null =>
  firstInstant(Date.parse(`${day}T${time}Z`), (at) => localText(zone, at) === `${day}T${time}`)

/** The first instant of a local day. */
export const dayBegins = (zone: string, day: string): Date =>
  firstInstant(Date.parse(`${day}T00:00Z`), (at) => localDay(zone, at) === day) ?? new Date(NaN)

export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Whether the clocks of a zone change on the day that begins with this UTC midnight. */
export const clocksChange = (zone: string, day: string): boolean => {
  const at = Date.parse(`${day}T00:00Z`)
  const offset = (ms: number) => Date.parse(`${localText(zone, new Date(ms))}Z`) - ms
  return offset(at) !== offset(at + 86_400_000)
}
