import type { Filter } from '../query/filter.ts'
import { addDays, daysBetween } from '../time.ts'
import type { LocalDate } from '../time.ts'
import { dayIn } from '../time-zones.ts'
import type { TimeZone } from '../time-zones.ts'
import { findStatus } from './status-map.ts'
import type { PermitStatus, StatusMap } from './status-map.ts'

/**
 * How long a permit has stood in its status, and whether that is longer than the map says. Source: domain.md
 * 2.
 */
export interface TimeInStatus {
  /** Days since it came to its status. */
  days: number
  /** Days it may take, where it takes longer. */
  lateAfter: number | null
  /** Days since somebody last looked, where that is longer ago than it should be. */
  staleDays: number | null
}

function dayOf(moment: unknown, zone: TimeZone): LocalDate | null {
  const atMs = typeof moment === 'string' ? Date.parse(moment) : Number.NaN
  return Number.isNaN(atMs) ? null : dayIn(zone, new Date(atMs))
}

/**
 * How long this permit stands, counted in days as lists count them, in the reader's zone; null where its
 * status or that moment is not known.
 */
export function timeInStatus(
  map: StatusMap,
  permit: Readonly<Record<string, unknown>>,
  today: LocalDate,
  zone: TimeZone,
): TimeInStatus | null {
  const status = typeof permit['status'] === 'string' ? findStatus(map, permit['status']) : undefined
  const since = dayOf(permit['statusChangedAt'], zone)
  if (status === undefined || since === null) return null
  const days = Math.max(0, daysBetween(since, today))
  const verified = dayOf(permit['statusVerifiedAt'], zone)
  const unseen = verified === null || verified < since ? days : Math.max(0, daysBetween(verified, today))
  const { slaDays, staleAfterDays } = status
  return {
    days,
    lateAfter: slaDays !== null && days > slaDays ? slaDays : null,
    staleDays: staleAfterDays !== null && unseen > staleAfterDays ? unseen : null,
  }
}

/** One condition for the statuses of every number of days that the map names; null where it names none. */
function byDays(
  { statuses }: StatusMap,
  daysOf: (status: PermitStatus) => number | null,
  conditionOf: (days: number) => Filter,
): Filter | null {
  const open = statuses.filter(({ bucket }) => bucket === 'processing')
  const named = [...new Set(open.map(daysOf))].filter((days) => days !== null)
  if (named.length === 0) return null
  const parts = named.map((days): Filter => {
    const keys = open.filter((status) => daysOf(status) === days).map(({ key }) => key)
    return { and: [{ status: keys }, conditionOf(days)] }
  })
  return parts.length === 1 ? (parts[0] ?? null) : { or: parts }
}

/**
 * The filter that finds the permits on the way that stand in their status longer than the map allows; null
 * where it allows any time.
 */
export const lateFilter = (map: StatusMap, today: LocalDate): Filter | null =>
  byDays(
    map,
    ({ slaDays }) => slaDays,
    (days) => ({ statusChangedAt: { lt: addDays(today, -days) } }),
  )

/** The filter that finds the permits on the way that nobody has looked at for longer than the map says. */
export const staleFilter = (map: StatusMap, today: LocalDate): Filter | null =>
  byDays(
    map,
    ({ staleAfterDays }) => staleAfterDays,
    (days) => {
      const before = addDays(today, -days)
      return {
        statusChangedAt: { lt: before },
        or: [{ statusVerifiedAt: { isEmpty: true } }, { statusVerifiedAt: { lt: before } }],
      }
    },
  )
