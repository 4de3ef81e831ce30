import { z } from 'zod'
import { LocalDate } from '../time.ts'
import { holidayPacks } from './holiday-packs.ts'

const TimeOfDay = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'is not a time such as 08:30')

/** The working hours of a weekday. */
export const WorkingHours = z
  .strictObject({ from: TimeOfDay, to: TimeOfDay })
  .refine(({ from, to }) => from < to, 'ends before it begins')
export type WorkingHours = z.infer<typeof WorkingHours>

const usual: WorkingHours = { from: '08:00', to: '17:00' }

/** Hours by weekday, Sunday first; null on days without work. */
const WeekHours = z
  .array(WorkingHours.nullable())
  .length(7, 'must name seven weekdays')
  .refine((days) => days.some((day) => day !== null), 'must have a working day')

/** How many single days without work a calendar has. */
export const maxClosedDays = 400
const ClosedDays = z.array(LocalDate).max(maxClosedDays)

/** How an agency works where it differs from the office: its holidays and closed days come on top. */
export const AgencyCalendar = z.strictObject({
  /** Null: the hours of the office. */
  hours: WeekHours.nullable().default(null),
  holidays: z.array(z.enum(holidayPacks)).default([]),
  closedDays: ClosedDays.default([]),
})
export type AgencyCalendar = z.infer<typeof AgencyCalendar>

export const maxAgencyCalendars = 200

/**
 * When an office works. Its days and hours are those of the time zone it is used with. Source: decision 0113.
 */
export const WorkingCalendar = z.strictObject({
  hours: WeekHours.default([null, usual, usual, usual, usual, usual, null]),
  holidays: z.array(z.enum(holidayPacks)).default(['us-federal']),
  /** Further days without work. */
  closedDays: ClosedDays.default([]),
  /** Agencies that work at other times, by short code. */
  agencies: z
    .record(z.string().regex(/^[A-Z0-9_]{1,60}$/), AgencyCalendar)
    .refine((agencies) => Object.keys(agencies).length <= maxAgencyCalendars, 'has too many agencies')
    .default({}),
})
export type WorkingCalendar = z.infer<typeof WorkingCalendar>
