import type { Filter } from '../query/filter.ts'
import { addDays, daysBetween } from '../time.ts'
import type { LocalDate } from '../time.ts'
import { dayIn } from '../time-zones.ts'
import type { TimeZone } from '../time-zones.ts'
import { findStatus } from './status-map.ts'
import type { PermitStatus, StatusMap } from './status-map.ts'

/**
 * How long a permit has been in its status, and whether that exceeds the limits of the map. Source: domain.md
 * 2.
 */
export interface TimeInStatus {
  /** Days since it entered its status. */
  days: number
  /** The maximum days of the status when exceeded, otherwise null. */
  lateAfter: number | null
  /** Days since the last verification when the limit is exceeded, otherwise null. */
  staleDays: number | null
}

function dayOf(moment: unknown, zone: TimeZone): LocalDate | null {
  const atMs = typeof moment === 'string' ? Date.parse(moment) : Number.NaN
  return Number.isNaN(atMs) ? null : dayIn(zone, new Date(atMs))
}

/**
 * How long this permit has been in its status, in days of the reader's time zone, as in lists. null when its
 * status or the time of its change is unknown.
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

/**
 * One condition per distinct number of days in the map, for the statuses with that number; null when there is
 * none.
 */
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
 * Filter for permits in progress that exceed the time limit of their status; null when the map has no limits.
 */
export const lateFilter = (map: StatusMap, today: LocalDate): Filter | null =>
  byDays(
    map,
    ({ slaDays }) => slaDays,
    (days) => ({ statusChangedAt: { lt: addDays(today, -days) } }),
  )

/**
 * Filter for permits in progress that were not verified within the time set by the map; null when it sets
 * none.
 */
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
