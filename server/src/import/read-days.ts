import { phrase } from '@portal/contract'
import type { Sayable } from '@portal/contract'

/** A day in ISO format, or the problem with the text. */
export type ReadDay = { day: string } | { problem: Sayable }
/** An instant in ISO format, or the problem with the text. */
export type ReadInstant = { instant: string } | { problem: Sayable }

const notADay = { problem: phrase('is not a date, such as 2026-05-31 or 05/31/2026', {}) }
const severalDays = { problem: phrase('could be more than one date: enter it as YYYY-MM-DD', {}) }
const notAnInstant = {
  problem: phrase('is not a date and time such as 2026-05-31 13:05 or 05/31/2026 1:05 PM', {}),
}

/** Months by the language of the file: exports are in English or Spanish. */
const englishMonths = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

const spanishMonths = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
]

/** 1 for `January`, `jan`, `Jan.`, `enero` and `ene`; undefined for other words. */
function monthOf(word: string): number | undefined {
  const name = word.toLowerCase()
  for (const months of [englishMonths, spanishMonths]) {
    const at = months.findIndex(
      (month) =>
        month === name || month.slice(0, 3) === name || (month.startsWith('sept') && name === 'sept'),
    )
    if (at >= 0) return at + 1
  }
  return undefined
}

/** The day in ISO format if it exists in the calendar. */
function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (year < 1 || year > 9999 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day)
    return undefined
  return date.toISOString().slice(0, 10)
}

/** The year of two digits, or `unclear` for 30 to 69, whose century is ambiguous. */
function yearOf(text: string): number | 'unclear' {
  const year = Number(text)
  if (text.length !== 2) return year
  if (year < 30) return 2_000 + year
  return year < 70 ? 'unclear' : 1_900 + year
}

type Parts = readonly [year: string, month: string, day: string]

/** The only day that these readings of three numbers allow. */
function onlyDay(readings: readonly Parts[]): ReadDay {
  const days = readings.flatMap(([yearText, month, day]) => {
    const year = yearOf(yearText)
    if (year !== 'unclear') return dayOf(year, Number(month), Number(day)) ?? []
    // 1972 is a leap year, so it has every possible day.
    return dayOf(1972, Number(month), Number(day)) === undefined ? [] : ['unclear']
  })
  const [day] = days
  if (day === undefined) return notADay
  return new Set(days).size > 1 || day === 'unclear' ? severalDays : { day }
}

/**
 * Reads three numbers: ISO if the year is first, MM/DD/YYYY with slashes. Other notations are refused unless
 * only one day is possible.
 */
function dayOfNumbers(text: string): ReadDay | undefined {
  const [, first = '', mark = '', second = '', third = ''] =
    /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})$/.exec(text) ?? []
  if (mark === '') return undefined
  if (first.length === 4) return third.length <= 2 ? onlyDay([[first, second, third]]) : notADay
  if (first.length > 2 || (third.length !== 4 && third.length !== 2)) return notADay
  const american: Parts = [third, first, second]
  const european: Parts = [third, second, first]
  if (third.length === 4) return onlyDay(mark === '/' ? [american] : [american, european])
  const found = onlyDay([american, european, [first, second, third]])
  if (mark !== '/' || !('day' in found)) return found
  const own = onlyDay([american])
  return 'day' in own && own.day === found.day ? found : notADay
}

const ordinal = '(\\d{1,2})(?:st|nd|rd|th)?'
const word = '([A-Za-z]{3,10})\\.?'
const gap = '[\\s,./-]*'
const dayFirst = new RegExp(`^${ordinal}${gap}(?:(?:of|de)\\s+)?${word}${gap}(?:de\\s+)?'?(\\d{4}|\\d{2})$`)
const monthFirst = new RegExp(`^${word}${gap}${ordinal}[\\s,./-]+(\\d{4})$`)
const yearFirst = new RegExp(`^(\\d{4})${gap}${word}${gap}${ordinal}$`)
const weekday = /^(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?\.?[\s,]+/i

/** `31 May 2026`, `31 de mayo de 2026`, `May 31, 2026`, `31-May-26`, each with or without a weekday. */
function dayOfWords(text: string): ReadDay | undefined {
  const plain = text.replace(weekday, '')
  const [, first, firstMonth, firstYear] = dayFirst.exec(plain) ?? []
  const [, secondMonth, second, secondYear] = monthFirst.exec(plain) ?? []
  const [, thirdYear, thirdMonth, third] = yearFirst.exec(plain) ?? []
  const month = monthOf(firstMonth ?? secondMonth ?? thirdMonth ?? '')
  const [year, day] = [firstYear ?? secondYear ?? thirdYear, first ?? second ?? third]
  if (month === undefined || year === undefined || day === undefined) return undefined
  return onlyDay([[year, String(month), day]])
}

/** `20260531`. The years are limited to 1900 to 2099, which cannot be read as a day and a month. */
function dayOfDigits(text: string): ReadDay | undefined {
  const [, year, month, day] = /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(text) ?? []
  return year === undefined || month === undefined || day === undefined
    ? undefined
    : onlyDay([[year, month, day]])
}

const dayIn = (text: string): ReadDay =>
  dayOfNumbers(text) ?? dayOfDigits(text) ?? dayOfWords(text) ?? notADay

const time =
  /^(.+?)(?:\s*[Tt]\s*|,?\s+(?:at\s+)?)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(?:([AaPp])\.?\s?[Mm]\.?)?\s*(Z|z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/

interface Time {
  date: string
  /** `13:05:00`, with fractions of a second if present. */
  clock: string
  /** `Z`, `-07:00`, or empty. */
  zone: string
}

function zoneOf(text: string | undefined): string {
  if (text === undefined) return ''
  const [, sign, hours, minutes = '00'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(text) ?? []
  return sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`
}

/** Splits a text into day and time; undefined if there is no valid time. */
function splitTime(text: string): Time | undefined {
  const [, date, hours, minutes, seconds = '00', fraction, half, zone] = time.exec(text) ?? []
  if (date === undefined || hours === undefined || minutes === undefined) return undefined
  const hour = Number(hours)
  if (half === undefined ? hour > 23 : hour < 1 || hour > 12) return undefined
  if (Number(minutes) > 59 || Number(seconds) > 59) return undefined
  const noon = half?.toLowerCase() === 'p' ? 12 : 0
  const shown = half === undefined ? hour : (hour % 12) + noon
  const clock = `${String(shown).padStart(2, '0')}:${minutes}:${seconds}${fraction === undefined ? '' : `.${fraction.slice(0, 3)}`}`
  return { date, clock, zone: zoneOf(zone) }
}

/**
 * Reads a cell as a day. For a date with a time it is the calendar day as written, whatever the time zone.
 * Source: contract.md 11.4.
 */
export function readDay(text: string): ReadDay {
  const alone = dayIn(text)
  if ('day' in alone) return alone
  const timed = splitTime(text)
  return timed === undefined ? alone : dayIn(timed.date)
}

/** Reads a cell as an instant: in UTC if it has no zone, and at the start of the day if it has no time. */
export function readInstant(text: string): ReadInstant {
  const alone = dayIn(text)
  if ('day' in alone) return { instant: `${alone.day}T00:00:00.000Z` }
  const timed = splitTime(text)
  if (timed === undefined) return alone === severalDays ? severalDays : notAnInstant
  const date = dayIn(timed.date)
  if ('problem' in date) return date === severalDays ? severalDays : notAnInstant
  return { instant: `${date.day}T${timed.clock}${timed.zone === '' ? 'Z' : timed.zone}` }
}
