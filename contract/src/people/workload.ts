import { z } from 'zod'
import { addDays, LocalDate } from '../time.ts'

/** The collections whose open records are work of staff. */
export const workCollections = ['permits', 'tasks', 'rts'] as const
export type WorkCollection = (typeof workCollections)[number]

/** How many weeks the workload shows, beginning with the present one. */
export const workloadWeeks = 6

/** The Monday of the week of a day. */
export function mondayOf(day: LocalDate): LocalDate {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

const Numbers = z.record(z.enum(workCollections), z.number())
const Person = z.object({ pid: z.string(), title: z.string() })

/** Open work of one person, or of nobody, in numbers by collection. */
export const PersonWorkload = z.object({
  person: Person.nullable(),
  awayFrom: LocalDate.nullable(),
  awayUntil: LocalDate.nullable(),
  total: Numbers,
  /** Due before today. */
  overdue: Numbers,
  /** Due in each week; in the present one from today on. */
  weeks: z.array(Numbers),
  /** Due after the last of these weeks. */
  later: Numbers,
  /** Without a due date. */
  undated: Numbers,
})
export type PersonWorkload = z.infer<typeof PersonWorkload>

/** Response of `GET /workload`: work of nobody first, then by name; staff without open work are included. */
export const Workload = z.object({
  today: LocalDate,
  /** The Mondays of the weeks. */
  weeks: z.array(LocalDate),
  people: z.array(PersonWorkload),
})
export type Workload = z.infer<typeof Workload>
