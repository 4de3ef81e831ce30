import { z } from 'zod'
import { LocalDate } from '../time.ts'

/** Describes the field `assignedFor` of tasks, permits and packages. */
export const assignedForText = 'The person who was away when this was assigned. Their delegate works on it.'

/** The days on which a person is away, both included; without a first day, from now on. */
export interface DaysAway {
  from: LocalDate | null
  until: LocalDate | null
}

/** Is the person away on this day? */
export const isAwayOn = ({ from, until }: DaysAway, day: LocalDate): boolean =>
  until !== null && day <= until && (from === null || from <= day)

/** The people who are away, by pid, with their delegate if that is active staff. */
export type DelegatesOfAway = ReadonlyMap<string, string | null>

/**
 * Who works for a person: the delegate, or the delegate's own where that one is away as well. Without a
 * delegate who is at work, and in a circle of delegates, it is the person. Source: decision 0119.
 */
export function standInOf(person: string, away: DelegatesOfAway): string {
  const passed = new Set<string>()
  let current = person
  for (;;) {
    const delegate = away.get(current)
    if (delegate === undefined) return current
    passed.add(current)
    if (delegate === null || passed.has(delegate)) return person
    current = delegate
  }
}

const Person = z.object({ pid: z.string(), title: z.string() })

/** Response of `GET /api/auth/me/absence`. */
export const OwnAbsence = z.object({
  outOfOfficeFrom: LocalDate.nullable(),
  outOfOfficeUntil: LocalDate.nullable(),
  delegate: Person.nullable(),
  /** Who would work for the person today; null if nobody would. */
  standIn: Person.nullable(),
  version: z.int(),
})
export type OwnAbsence = z.infer<typeof OwnAbsence>

/** Body of `PATCH /api/auth/me/absence`. `version` is the version that was read. */
export const OwnAbsencePatch = z.strictObject({
  outOfOfficeFrom: LocalDate.nullable(),
  outOfOfficeUntil: LocalDate.nullable(),
  delegate: z.string().nullable(),
  version: z.int(),
})
export type OwnAbsencePatch = z.infer<typeof OwnAbsencePatch>
