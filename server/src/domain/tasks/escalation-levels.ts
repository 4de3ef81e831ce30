import { addDays, startOfDay } from '@portal/contract'
import type { LocalDate, TimeZone } from '@portal/contract'

/** Shares of the time from the creation of a task to the end of its due date, in percent. */
export const escalationLevels = [80, 100, 150] as const
export type EscalationLevel = (typeof escalationLevels)[number]

/** When a task reaches a level; its due date ends with its day in the zone of the office. */
export function reachedAt(level: EscalationLevel, createdAt: Date, dueDate: LocalDate, zone: TimeZone): Date {
  const startMs = createdAt.getTime()
  const dueMs = Math.max(startMs, startOfDay(zone, addDays(dueDate, 1)).getTime())
  return new Date(startMs + ((dueMs - startMs) * level) / 100)
}

/** The highest level that a task has reached; null before the first. */
export function levelOf(
  createdAt: Date,
  dueDate: LocalDate,
  zone: TimeZone,
  now: Date,
): EscalationLevel | null {
  return escalationLevels.findLast((level) => reachedAt(level, createdAt, dueDate, zone) <= now) ?? null
}
