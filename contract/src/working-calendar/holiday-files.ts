import { z } from 'zod'
import { LocalDate } from '../time.ts'

/** Longest calendar file of holidays, in characters. */
export const maxHolidayFileLength = 500_000
/** How many years after this one holidays are taken from a file. */
export const holidayFileYears = 3

/** Body of `POST /calendar/holidays`: the text of an iCalendar file. */
export const HolidayFile = z.strictObject({ text: z.string().min(1).max(maxHolidayFileLength) })

/**
 * Response of `POST /calendar/holidays`: the whole days of this year and the next three, in order, and how
 * many events were left out because they have a time of day or last longer than a month.
 */
export const HolidayFileDays = z.object({
  days: z.array(z.object({ day: LocalDate, name: z.string() })),
  leftOut: z.number(),
})
export type HolidayFileDays = z.infer<typeof HolidayFileDays>
