import { statusIn } from '../permits/status-map.ts'
import type { HoldReason, PermitStatus, StatusMap } from '../permits/status-map.ts'
import type { PermitLibrary } from '../permit-library/permit-library.ts'
import type { RecordValues } from '../query/writes.ts'
import type { GuardContext, TransitionBody } from './machine.ts'
import type { LocalDate } from '../time.ts'
import { courtOf, turnClocks } from './permit-clocks.ts'
import { expiryProposed } from './permits.ts'

const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0)

type Issuance = Pick<TransitionBody, 'authorityNumber' | 'issuedDate' | 'expiryDate'>

/**
 * The issuance fields of a permit that is issued or extended, from the inputs or by the rule of its type. A
 * reopened permit keeps its fields. Source: contract.md 11.3.
 */
function issuanceOf(
  permit: RecordValues,
  { authorityNumber, issuedDate, expiryDate }: Issuance,
  day: LocalDate,
  library: PermitLibrary,
): RecordValues {
  const isFirst = permit['bucket'] !== 'processed'
  const issued = issuedDate ?? day
  const kept =
    permit['status'] !== 'EXPIRED' && typeof permit['expiryDate'] === 'string' ? permit['expiryDate'] : null
  return {
    ...(isFirst ? { issuedDate: issued } : {}),
    ...(isFirst && authorityNumber ? { authorityNumber } : {}),
    expiryDate: expiryDate ?? kept ?? expiryProposed(permit, isFirst ? issued : day, library),
  }
}

/** The dates that a status sets. Other dates are kept. Source: domain.md 1.1. */
function datesOf(
  permit: RecordValues,
  { key: to, bucket }: PermitStatus,
  told: Issuance,
  day: LocalDate,
  library: PermitLibrary,
): RecordValues {
  // An issued permit is in force, so it has no closed date.
  const isEnd = bucket === 'processed' && to !== 'ISSUED'
  const wasEnd = permit['bucket'] === 'processed'
  return {
    ...(to === 'NEW' ? { receivedDate: day } : {}),
    ...(to === 'SUBMITTED' ? { submittedDate: day } : {}),
    ...(to === 'UNDER_REVIEW' && permit['acceptedDate'] === null ? { acceptedDate: day } : {}),
    ...(to === 'APPROVED' ? { approvedDate: day } : {}),
    ...(to === 'ISSUED' ? issuanceOf(permit, told, day, library) : {}),
    ...(isEnd ? { closedDate: day } : wasEnd ? { closedDate: null } : {}),
  }
}

const sent: readonly unknown[] = ['SUBMITTED', 'RETURNED']

/**
 * Whether the transition starts the next submission cycle: corrections, a return at the counter, or resumed
 * preparation after the package was submitted.
 */
export function opensCycle(
  from: unknown,
  to: string,
  { packageStatus }: Pick<GuardContext, 'packageStatus'>,
): boolean {
  const isPrepared = to === 'IN_PREPARATION' || to === 'WAITING_CLIENT'
  return (
    to === 'CORRECTIONS_REQUIRED' || (isPrepared && (from === 'SUBMITTED' || sent.includes(packageStatus)))
  )
}

/**
 * All changes of a transition to the permit itself: status, stage, bucket, court, clocks, dates, cycle. Pure;
 * `now` is the time of the transition, `today` its date.
 */
export function permitUpdates(
  map: StatusMap,
  permit: RecordValues,
  { to, holdReason, ...told }: Pick<TransitionBody, 'to' | 'holdReason' | keyof Issuance>,
  facts: GuardContext,
  now: Date,
  today: LocalDate,
): RecordValues {
  const status = statusIn(map, to)
  const { stage, bucket } = status
  const hold: HoldReason | null = to === 'ON_HOLD' ? (holdReason ?? null) : null
  const court = courtOf(map, to, hold, facts)
  const cycleNo = numberOf(permit['cycleNo']) || 1
  return {
    status: to,
    pipelineStage: stage ?? permit['pipelineStage'] ?? null,
    bucket,
    court,
    holdReason: hold,
    statusChangedAt: now.toISOString(),
    ...turnClocks(permit, to, court, now),
    ...datesOf(permit, status, told, today, facts.library),
    outcome: bucket === 'processed' && status.system ? to : null,
    ...(opensCycle(permit['status'], to, facts) ? { cycleNo: cycleNo + 1 } : {}),
  }
}
