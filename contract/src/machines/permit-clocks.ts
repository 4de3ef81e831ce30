import { statusIn } from '../permits/status-map.ts'
import type { Court, HoldReason, StatusMap } from '../permits/status-map.ts'
import type { RecordValues } from '../query/writes.ts'
import type { GuardContext } from './machine.ts'

const courtOfHold: Readonly<Record<HoldReason, Court>> = {
  APPLICANT_REQUEST: 'CLIENT',
  MISSING_INFORMATION: 'CLIENT',
  LEGAL_ACTION: 'AUTHORITY',
  PENDING_EXTERNAL_DECISION: 'AUTHORITY',
}

/** Statuses in which open work between office and client decides whose turn it is. */
export const followsOpenWork: readonly unknown[] = ['CORRECTIONS_REQUIRED', 'WAITING_CLIENT']

/** The facts that, besides the status, decide whose turn it is. */
export type OpenWork = Pick<GuardContext, 'clientTasks' | 'clientAnswers' | 'corrections'>

/**
 * Whose turn it is in a status. A hold without a reason code is the office's turn. Corrections are the
 * client's turn while items are requested from them. A permit that waits for its client becomes the office's
 * turn when the client has answered everything. Source: domain.md 2.
 */
export function courtOf(
  map: StatusMap,
  to: string,
  holdReason: HoldReason | null,
  { clientTasks, clientAnswers, corrections }: OpenWork,
): Court {
  if (to === 'ON_HOLD') return holdReason === null ? 'OURS' : courtOfHold[holdReason]
  const asked = clientTasks + corrections.ofClient
  if (to === 'CORRECTIONS_REQUIRED') return asked > 0 ? 'CLIENT' : 'OURS'
  if (to === 'WAITING_CLIENT' && asked === 0 && clientAnswers + corrections.answeredByClient > 0)
    return 'OURS'
  return statusIn(map, to).court
}

const clockOf: Readonly<Record<Exclude<Court, 'NONE'>, string>> = {
  OURS: 'ourSeconds',
  CLIENT: 'clientSeconds',
  AUTHORITY: 'authoritySeconds',
}

const isClocked = (court: unknown): court is Exclude<Court, 'NONE'> =>
  court === 'OURS' || court === 'CLIENT' || court === 'AUTHORITY'

/**
 * The clock fields of a permit whose court changes now. The elapsed time is added to the previous court, in
 * seconds with milliseconds. A clock starts at NEW, stops while the permit is processed, and continues when
 * it is reopened.
 */
export function turnClocks(permit: RecordValues, to: string, court: Court, now: Date): RecordValues {
  const startedAt = permit['clockStartedAt']
  const running = permit['court']
  const isRunning = typeof startedAt === 'string' && isClocked(running)
  const name = isRunning ? clockOf[running] : null
  const elapsedMs = isRunning ? Math.max(0, now.getTime() - Date.parse(startedAt)) : 0
  const before = name === null ? 0 : Number(permit[name] ?? 0)
  const added = name === null ? {} : { [name]: Math.round(before * 1000 + elapsedMs) / 1000 }
  const goesOn = to !== 'DRAFT' && court !== 'NONE'
  return { ...added, clockStartedAt: goesOn ? now.toISOString() : null }
}
