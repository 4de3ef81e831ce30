import { LocalDate } from '../time.ts'
import { formatDay } from '../format-time.ts'
import { joined, localizeOnScreen, phrase } from '../sentence.ts'
import type { Say, Sayable } from '../sentence.ts'

const units = {
  DAILY: 'Every day',
  WEEKLY: 'Every week',
  MONTHLY: 'Every month',
  YEARLY: 'Every year',
} as const
const weekdays = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
} as const
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
const ordinals: Readonly<Record<string, string>> = {
  '1': 'the first {{day}}',
  '2': 'the second {{day}}',
  '3': 'the third {{day}}',
  '4': 'the fourth {{day}}',
  '5': 'the fifth {{day}}',
  '-1': 'the last {{day}}',
  '': '{{day}}',
}
const workdays = 'MO,TU,WE,TH,FR'

const listed = (words: readonly Sayable[]): Sayable =>
  words.length < 2
    ? joined(words)
    : phrase('{{list}} and {{last}}', { list: joined(words.slice(0, -1), ', '), last: words.at(-1) ?? '' })
const isKey = <Key extends string>(table: Readonly<Record<Key, unknown>>, key: string): key is Key =>
  Object.hasOwn(table, key)

/** `MO` -> `Monday`, `-1FR` -> `the last Friday`; null when invalid. */
function weekdayWords(text: string): Sayable | null {
  const [, nth = '', day = ''] = /^([+-]?\d{0,2})([A-Z]{2})$/.exec(text) ?? []
  const ordinal = ordinals[nth.replace('+', '')]
  if (!isKey(weekdays, day) || ordinal === undefined) return null
  return phrase(ordinal, { day: weekdays[day] })
}

/** `15` -> `day 15`, `-1` -> `the last day`; null when invalid. */
function monthDayWords(text: string): Sayable | null {
  const day = Number(text)
  if (day === -1) return 'the last day'
  return /^\d{1,2}$/.test(text) && day >= 1 && day <= 31 ? phrase('day {{day}}', { day }) : null
}

const monthWords = (text: string): string | null =>
  /^\d{1,2}$/.test(text) ? (months[Number(text) - 1] ?? null) : null

function untilWords(text: string): Sayable | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})(?:T\d{6}Z?)?$/.exec(text) ?? []
  const until = LocalDate.safeParse(`${year}-${month}-${day}`)
  if (!until.success) return null
  return phrase('until {{day}}', {
    day: { en: formatDay(until.data, 'en'), es: formatDay(until.data, 'es') },
  })
}

function countWords(text: string): Sayable | null {
  const count = Number(text)
  return Number.isInteger(count) && count > 0
    ? count === 1
      ? 'once'
      : phrase('{{count}} times', { count })
    : null
}

/** Each interval has a sentence of its own, since other languages change more than the number. */
const intervals = {
  DAILY: 'Every {{count}} days',
  WEEKLY: 'Every {{count}} weeks',
  MONTHLY: 'Every {{count}} months',
  YEARLY: 'Every {{count}} years',
} as const

/** Words for each member of a list; null when a member is invalid. */
function listWords(text: string, toWords: (member: string) => Sayable | null): Sayable | null {
  const words = text.split(',').map(toWords)
  return words.every((word) => word !== null) ? listed(words) : null
}

/**
 * A recurrence rule (RFC 5545, without its prefix) in words: `FREQ=WEEKLY;BYDAY=MO` -> `Every week on
 * Monday`, in the language of the screen unless `say` is given. null when the rule is invalid or has an
 * unsupported part.
 */
export function formatRecurrence(rule: string, say: Say = localizeOnScreen): string | null {
  const parts = new Map<string, string>()
  for (const part of rule.trim().toUpperCase().split(';')) {
    const [name = '', value = '', ...more] = part.split('=')
    if (value === '' || more.length > 0 || parts.has(name)) return null
    parts.set(name, value)
  }
  const take = (name: string): string => {
    const value = parts.get(name) ?? ''
    parts.delete(name)
    return value
  }
  const [frequency, interval, byDay] = [take('FREQ'), take('INTERVAL') || '1', take('BYDAY')]
  if (!isKey(units, frequency) || !/^[1-9]\d{0,2}$/.test(interval)) return null
  const each = interval === '1' ? units[frequency] : phrase(intervals[frequency], { count: Number(interval) })
  const isWorkdays =
    byDay === workdays && interval === '1' && (frequency === 'DAILY' || frequency === 'WEEKLY')
  const clauses: (Sayable | null)[] = [isWorkdays ? 'Every weekday' : each]
  const add = (template: string, text: string, toWords: (member: string) => Sayable | null) => {
    if (text === '') return
    const words = listWords(text, toWords)
    clauses.push(words === null ? null : phrase(template, { words }))
  }
  if (!isWorkdays) add('on {{words}}', byDay, weekdayWords)
  add(byDay === '' || isWorkdays ? 'on {{words}}' : 'and {{words}}', take('BYMONTHDAY'), monthDayWords)
  add('in {{words}}', take('BYMONTH'), monthWords)
  // The first day of the week does not affect the words.
  take('WKST')
  const [count, until] = [take('COUNT'), take('UNTIL')]
  const ends = [...(count === '' ? [] : [countWords(count)]), ...(until === '' ? [] : [untilWords(until)])]
  const known = clauses.filter((clause) => clause !== null)
  const limits = ends.filter((end) => end !== null)
  if (parts.size > 0 || known.length < clauses.length || limits.length < ends.length) return null
  return say(joined([joined(known), ...limits], ', '))
}

const usualRules = [
  'FREQ=DAILY',
  `FREQ=WEEKLY;BYDAY=${workdays}`,
  ...Object.keys(weekdays).map((day) => `FREQ=WEEKLY;BYDAY=${day}`),
  'FREQ=WEEKLY',
  'FREQ=WEEKLY;INTERVAL=2',
  'FREQ=MONTHLY',
  'FREQ=MONTHLY;BYMONTHDAY=1',
  'FREQ=MONTHLY;BYMONTHDAY=-1',
  'FREQ=MONTHLY;INTERVAL=3',
  'FREQ=YEARLY',
]

/** Selectable rules with their words, including the current rule, whatever it is. */
export function recurrenceOptions(current: string): { code: string; label: string }[] {
  const rules = current === '' || usualRules.includes(current) ? usualRules : [current, ...usualRules]
  return rules.map((code) => ({ code, label: formatRecurrence(code) ?? code }))
}
