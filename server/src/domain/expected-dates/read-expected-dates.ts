import { addDays, collections, daysBetween, isStaff } from '@portal/contract'
import type { Actor, Declaration, ExpectedDate, ExpectedDates, LocalDate, Milestone } from '@portal/contract'
import { z } from 'zod'
import { openRecord } from '#engine/query/open-record.ts'
import { todayOf } from '#engine/query/reading.ts'
import type { EngineDeps } from '#engine/deps.ts'
import { toValues } from '#engine/write/writing.ts'
import { groupsOf } from './fit-durations.ts'
import { statedDecision } from './stated-decision.ts'
import { daysUntil } from './survival.ts'

/** Half of comparable permits are done by the likely day, four of five by the late one. */
const shares = { likely: 0.5, late: 0.8 } as const
const bases = ['authority-and-type', 'authority', 'type', 'all'] as const

const Open = z.object({
  bucket: z.string(),
  status: z.string(),
  authority: z.string().nullable().default(null),
  permitType: z.string().nullable().default(null),
  receivedDate: z.string().nullable().default(null),
  submittedDate: z.string().nullable().default(null),
  approvedDate: z.string().nullable().default(null),
})
type Open = z.infer<typeof Open>

const StoredCurve = z.object({
  milestone: z.string(),
  authority: z.string(),
  permitType: z.string(),
  reached: z.int(),
  curve: z.object({ days: z.array(z.number()), remaining: z.array(z.number()) }),
})
type StoredCurve = z.infer<typeof StoredCurve>

/** The milestones that an open permit has ahead of it, with the first day of each. */
function milestonesAhead(permit: Open): { milestone: Milestone; began: LocalDate }[] {
  const { bucket, status, receivedDate, submittedDate, approvedDate } = permit
  if (bucket !== 'processing' || status === 'DRAFT') return []
  if (submittedDate === null)
    return receivedDate === null ? [] : [{ milestone: 'submission', began: receivedDate }]
  const issue = { milestone: 'issue', began: submittedDate } as const
  return approvedDate === null ? [{ milestone: 'decision', began: submittedDate }, issue] : [issue]
}

/**
 * `GET /{permits, processed}/{pid}/expected-dates`: when a permit the actor may see is expected to be
 * submitted, decided and issued, by the permits of the same authority and type, or of a wider group where
 * these are fewer than 30. Only staff learn their number. What the agency itself states stands beside it,
 * while its decision is ahead. Throws 403, 404.
 */
export async function readExpectedDates(
  deps: EngineDeps,
  actor: Actor,
  declaration: Declaration,
  pid: string,
): Promise<ExpectedDates> {
  const { declaration: own, row } = await openRecord(deps, actor, declaration, pid)
  const permit = Open.parse(toValues(own, row))
  const { bucket, status, approvedDate } = permit
  const isAhead = bucket === 'processing' && status !== 'DRAFT' && approvedDate === null
  const stated = isAhead ? await statedDecision(deps, toValues(collections.permits, row)) : undefined
  const also = stated === undefined ? {} : { stated }
  const ahead = milestonesAhead(permit)
  if (ahead.length === 0) return { expected: [], ...also }
  const groups = groupsOf(permit.authority ?? '', permit.permitType ?? '')
  const curves = await deps.database.query(
    `select milestone, authority, permit_type as "permitType", reached, curve from duration_curves
      where authority in ('', $1) and permit_type in ('', $2)`,
    [permit.authority ?? '', permit.permitType ?? ''],
    StoredCurve,
  )
  const today = todayOf(deps, actor)
  return {
    ...also,
    expected: ahead.flatMap(({ milestone, began }) => {
      const index = groups.findIndex((group) => curveOf(curves, milestone, group) !== undefined)
      const [group, basis] = [groups[index], bases[index]]
      const found = group && curveOf(curves, milestone, group)
      if (found === undefined || basis === undefined) return []
      const waitedDays = Math.max(0, daysBetween(began, today))
      const dayOf = (share: number) => {
        const days = daysUntil({ ...found.curve, reached: found.reached }, waitedDays, share)
        return days === null ? null : addDays(began, days)
      }
      const expected: ExpectedDate = {
        milestone,
        likely: dayOf(shares.likely),
        late: dayOf(shares.late),
        basis,
        ...(isStaff(actor.role) && { permits: found.reached }),
      }
      return [expected]
    }),
  }
}

const curveOf = (
  curves: readonly StoredCurve[],
  milestone: Milestone,
  [authority, permitType]: readonly [string, string],
) =>
  curves.find(
    (curve) =>
      curve.milestone === milestone && curve.authority === authority && curve.permitType === permitType,
  )
