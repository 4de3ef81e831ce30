import { z } from 'zod'

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** An existing calendar day `YYYY-MM-DD`, without a time zone. */
export const LocalDate = z.string().refine((text) => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}, 'is not a date of the form YYYY-MM-DD')
export type LocalDate = z.infer<typeof LocalDate>

const isInYears = (ms: number) =>
  ms >= Date.parse('0001-01-01T00:00:00.000Z') && ms <= Date.parse('9999-12-31T23:59:59.999Z')

/**
 * A timestamp in UTC, `YYYY-MM-DDTHH:mm:ss.sssZ` in responses. Timestamps with any offset are accepted and
 * converted to UTC. The year in UTC must be between 1 and 9999: other years do not have four digits, and
 * PostgreSQL does not read them.
 */
export const Instant = z.iso
  .datetime({ offset: true, error: 'is not a date and time of the form YYYY-MM-DDTHH:mm:ss.sssZ' })
  .refine((text) => LocalDate.safeParse(text.slice(0, 10)).success, {
    error: 'is a date that does not exist',
    abort: true,
  })
  .refine((text) => isInYears(Date.parse(text)), {
    error: 'is not in the years 1 to 9999 (UTC)',
    abort: true,
  })
  .transform((text) => new Date(text).toISOString())
export type Instant = z.infer<typeof Instant>

/** The day `days` after `date`, or before it when negative. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}
