import { locales, screenLanguage } from './language.ts'
import type { Language } from './language.ts'
import { wallTimeIn } from './time-zones.ts'
import type { TimeZone } from './time-zones.ts'

const months: Record<Language, readonly string[]> = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  es: ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'],
}
/** AM and PM. The Spanish texts contain a no-break space. */
const halves: Record<Language, readonly [string, string]> = {
  en: ['AM', 'PM'],
  es: ['a.\u00A0m.', 'p.\u00A0m.'],
}

/**
 * Formats a calendar day `YYYY-MM-DD` for screens, mails and print: `Mar 12, 2026`, in Spanish `12 mar 2026`.
 * It has no time zone. Source: look.md 8.
 */
export function formatDay(date: string, language: Language = screenLanguage()): string {
  const [year, month, day] = date.split('-').map(Number)
  if (year === undefined || month === undefined || day === undefined) return date
  const name = months[language][month - 1] ?? ''
  return language === 'es' ? `${day} ${name} ${year}` : `${name} ${day}, ${year}`
}

/** Formats a time of day: `14:02` -> `2:02 PM`, in Spanish `2:02 p. m.`. */
export function formatTimeOfDay(time: string, language: Language = screenLanguage()): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')} ${halves[language][hour < 12 ? 0 : 1]}`
}

/** Formats a timestamp in a time zone, `Mar 12, 2026, 2:02 PM`, for readers who see their own time zone. */
export function formatInstant(zone: TimeZone, at: Date, language: Language = screenLanguage()): string {
  const { day, time } = wallTimeIn(zone, at)
  return `${formatDay(day, language)}, ${formatTimeOfDay(time, language)}`
}

const zoneNames = new Map<string, Intl.DateTimeFormat>()

/** Formatters are cached per time zone: creating one takes longer than using it a hundred times. */
function zoneNameOf(zone: TimeZone, language: Language): Intl.DateTimeFormat {
  const key = `${language} ${zone}`
  const known = zoneNames.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat(locales[language], { timeZone: zone, timeZoneName: 'short' })
  zoneNames.set(key, made)
  return made
}

/** Formats a timestamp for readers whose time zone is unknown: `Mar 12, 2026, 2:02 PM CDT`. */
export function formatZonedInstant(zone: TimeZone, at: Date, language: Language = screenLanguage()): string {
  const parts = zoneNameOf(zone, language).formatToParts(at)
  return `${formatInstant(zone, at, language)} ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone}`
}
