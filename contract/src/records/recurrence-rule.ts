import { LocalDate } from '../time.ts'

/** The frequencies of a rule. Records recur by day, because their due dates have no time. */
const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']

const weekday = '(MO|TU|WE|TH|FR|SA|SU)'
const listOf = (member: string) => new RegExp(`^${member}(,${member})*$`)
const weekdays = listOf(`([+-]?[1-9]\\d?)?${weekday}`)
const plainWeekdays = listOf(weekday)

/**
 * Lists of numbers, by part: the largest number, whether it counts from the end too, and where it may stand.
 */
const numbered: Readonly<Record<string, { most: number; fromEnd: boolean; in: readonly string[] }>> = {
  BYMONTH: { most: 12, fromEnd: false, in: frequencies },
  BYMONTHDAY: { most: 31, fromEnd: true, in: ['DAILY', 'MONTHLY', 'YEARLY'] },
  BYYEARDAY: { most: 366, fromEnd: true, in: ['YEARLY'] },
  BYWEEKNO: { most: 53, fromEnd: true, in: ['YEARLY'] },
  BYSETPOS: { most: 366, fromEnd: true, in: frequencies },
}
const known = [...Object.keys(numbered), 'FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'WKST']

/** The parts of a rule by name, in capitals; null when it is not a list of `NAME=VALUE`. */
function partsOf(rule: string): Map<string, string> | null {
  const parts = new Map<string, string>()
  for (const part of rule.trim().toUpperCase().split(';')) {
    const [name = '', value = '', ...more] = part.split('=')
    if (!known.includes(name) || value === '' || more.length > 0 || parts.has(name)) return null
    parts.set(name, value)
  }
  return parts
}

/** The last day of a rule's UNTIL and whether it is a time in UTC, as `20261231` or `20261231T235959Z`. */
function untilOf(text: string): { day: LocalDate; time: string | null; isUtc: boolean } | null {
  const [, year, month, day, hour, minute, second, utc] =
    /^(\d{4})(\d{2})(\d{2})(?:T([01]\d|2[0-3])([0-5]\d)([0-5]\d)(Z?))?$/.exec(text) ?? []
  const parsed = LocalDate.safeParse(`${year}-${month}-${day}`)
  if (!parsed.success) return null
  return {
    day: parsed.data,
    time: hour === undefined ? null : `${hour}:${minute}:${second}`,
    isUtc: utc === 'Z',
  }
}

function faultOfList(name: string, value: string, frequency: string): string | null {
  const limits = numbered[name]
  if (limits === undefined) return null
  if (!limits.in.includes(frequency)) return 'has a part that does not go with its FREQ'
  const isInRange = value.split(',').every((member) => {
    const count = Math.abs(Number(member))
    const isWritten = (limits.fromEnd ? /^[+-]?\d{1,3}$/ : /^\d{1,3}$/).test(member)
    return isWritten && count >= 1 && count <= limits.most
  })
  return isInRange ? null : 'has a number that is out of range'
}

/**
 * Why a text is not a recurrence rule (RFC 5545, without its prefix) by days, as the end of a sentence; null
 * when it is one, such as `FREQ=WEEKLY;COUNT=3`.
 */
export function recurrenceFault(rule: string): string | null {
  if (/^\s*RRULE:/i.test(rule)) return 'starts with RRULE:, which is left out, as in FREQ=WEEKLY;COUNT=3'
  const parts = partsOf(rule)
  if (parts === null) return 'is not a recurrence rule such as FREQ=WEEKLY;COUNT=3'
  const part = (name: string) => parts.get(name) ?? ''
  const frequency = part('FREQ')
  if (!frequencies.includes(frequency)) return 'must have FREQ=DAILY, WEEKLY, MONTHLY or YEARLY'
  if (parts.has('INTERVAL') && !/^[1-9]\d{0,2}$/.test(part('INTERVAL')))
    return 'has an INTERVAL that is not a whole number from 1 to 999'
  if (parts.has('COUNT') && !/^[1-9]\d{0,3}$/.test(part('COUNT')))
    return 'has a COUNT that is not a whole number from 1 to 9999'
  if (parts.has('COUNT') && parts.has('UNTIL'))
    return 'has both COUNT and UNTIL, and only one of them can end it'
  if (parts.has('UNTIL') && untilOf(part('UNTIL')) === null)
    return 'has an UNTIL that is not a date such as 20261231'
  if (parts.has('WKST') && !plainWeekdays.test(part('WKST')))
    return 'has a WKST that is not a weekday such as MO'
  if (parts.has('BYDAY') && !weekdays.test(part('BYDAY')))
    return 'has a BYDAY that is not a list of weekdays such as MO,TH'
  const hasNumberedDay = parts.has('BYDAY') && !plainWeekdays.test(part('BYDAY'))
  if (hasNumberedDay && (!['MONTHLY', 'YEARLY'].includes(frequency) || parts.has('BYWEEKNO')))
    return 'numbers a weekday, as in 1MO, which only a rule by month or year can'
  if (
    parts.has('BYSETPOS') &&
    ![...parts.keys()].some((name) => name.startsWith('BY') && name !== 'BYSETPOS')
  )
    return 'has a BYSETPOS without another part that begins with BY'
  for (const [name, value] of parts) {
    const fault = faultOfList(name, value, frequency)
    if (fault !== null) return fault
  }
  return null
}

/** A rule without what ends it, and what ends it. */
export interface RecurrenceEnd {
  endless: string
  /** How many are left, this one included; null without COUNT. */
  count: number | null
  /** The last day, with the time of a day if one is given; null without UNTIL. */
  until: ReturnType<typeof untilOf>
}

/** Takes COUNT and UNTIL from a valid rule. */
export function splitRecurrenceEnd(rule: string): RecurrenceEnd {
  const parts = partsOf(rule) ?? new Map<string, string>()
  const [count, until] = [parts.get('COUNT'), parts.get('UNTIL')]
  return {
    endless: [...parts]
      .filter(([name]) => name !== 'COUNT' && name !== 'UNTIL')
      .map((pair) => pair.join('='))
      .join(';'),
    count: count === undefined ? null : Number(count),
    until: until === undefined ? null : untilOf(until),
  }
}

/** The same rule with one occurrence less; only for a rule with a COUNT above 1. */
export const withCountReduced = (rule: string): string =>
  rule.replace(/COUNT=(\d+)/i, (_, count: string) => `COUNT=${Number(count) - 1}`)

/** What ends a rule, as a person chooses it. */
export type RecurrenceEnding =
  { kind: 'never' } | { kind: 'count'; count: number } | { kind: 'until'; day: LocalDate }

/** What ends a valid rule. A time of day in its UNTIL is not part of it. */
export function endingOf(rule: string): RecurrenceEnding {
  const { count, until } = splitRecurrenceEnd(rule)
  if (count !== null) return { kind: 'count', count }
  return until === null ? { kind: 'never' } : { kind: 'until', day: until.day }
}

/** A valid rule with another end. */
export function withEnding(rule: string, ending: RecurrenceEnding): string {
  const { endless } = splitRecurrenceEnd(rule)
  switch (ending.kind) {
    case 'never':
      return endless
    case 'count':
      return `${endless};COUNT=${ending.count}`
    case 'until':
      return `${endless};UNTIL=${ending.day.replaceAll('-', '')}`
  }
}
