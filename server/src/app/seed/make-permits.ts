import {
  addDays,
  courtOf,
  holdReasons,
  emptyGuardContext,
  seedLibrary,
  seedMap,
  seedStatus,
  validDaysOf,
} from '@portal/contract'
import type { Court, HoldReason, LocalDate } from '@portal/contract'
import type { ImportedPermit } from './import-sample.ts'
import type { OrgRow } from './make-orgs.ts'
import type { SampleUserRow } from './make-staff.ts'
import { clockSeconds, planTimeline } from './permit-timeline.ts'
import type { TimelineStep, Timeline } from './permit-timeline.ts'
import { fractionOf } from '#domain/seed/random.ts'
import type { SeedRandom } from '#domain/seed/random.ts'
import { numberRecords, stamp, toDay, toInstant } from './stamp.ts'

/** Processed statuses that are final. Issued and expired permits stay open. */
const closing = new Set([
  'CLOSED',
  'WITHDRAWN',
  'CANCELLED',
  'VOIDED',
  'DENIED',
  'EXPIRED',
  'REVOKED',
  'REJECTED_INTAKE',
  'SUPERSEDED',
])
const ended = new Set(['ISSUED', 'WITHDRAWN', 'CANCELLED', 'VOIDED', 'CLOSED', 'EXPIRED'])

export interface SamplePeople {
  team: readonly SampleUserRow[]
  /** Active people of each organization, by its pid. */
  clientsOf: ReadonlyMap<string, readonly SampleUserRow[]>
}

export interface PermitContext extends SamplePeople {
  orgOf: ReadonlyMap<string, OrgRow>
  now: Date
  today: LocalDate
}

/** The last step before a hold. A permit on hold keeps the stage of that status. */
const standing = (steps: readonly TimelineStep[]): TimelineStep =>
  steps.findLast(({ status }) => status !== 'ON_HOLD') ?? { status: 'NEW', atMs: 0 }

function toCourts(timeline: Timeline, hold: HoldReason | null, clientTurn: boolean) {
  const last = timeline.steps.length - 1
  return (step: TimelineStep, place: number): Court =>
    courtOf(seedMap, step.status, hold, {
      ...emptyGuardContext,
      clientTasks: place === last && clientTurn ? 1 : 0,
    })
}

function toDates(permit: Pick<ImportedPermit, 'permitType' | 'date'>, steps: readonly TimelineStep[]) {
  const dayOf = (status: string): LocalDate | null => {
    const step = steps.findLast((step) => step.status === status)
    return step ? toDay(step.atMs) : null
  }
  const last = steps.at(-1)
  const issued = dayOf('ISSUED') === null ? null : permit.date
  const expired = last?.status === 'EXPIRED' ? toDay(last.atMs) : null
  return {
    receivedDate: dayOf('NEW'),
    acceptedDate: dayOf('UNDER_REVIEW'),
    submittedDate: dayOf('SUBMITTED'),
    approvedDate: dayOf('APPROVED'),
    issuedDate: issued,
    expiryDate:
      expired ?? (issued === null ? null : addDays(issued, validDaysOf(seedLibrary, permit.permitType))),
    closedDate: last && closing.has(last.status) ? toDay(last.atMs) : null,
  }
}

/**
 * The assigned person: most permits have one from the team, including the demo team member. New permits wait
 * for one.
 */
function toAssignee(status: string, people: SamplePeople, random: SeedRandom): string | null {
  const unowned = status === 'NEW' ? 0.7 : status === 'DRAFT' ? 1 : 0.06
  return random.chance(unowned) ? null : random.pick(people.team).pid
}

function toPriority(random: SeedRandom) {
  return random.weighted({ URGENT: 5, HIGH: 18, NORMAL: 62, LOW: 15 })
}

/** An imported permit as a record, with a past that matches its status. */
function toPermitRow(permit: ImportedPermit, random: SeedRandom, context: PermitContext) {
  const org = context.orgOf.get(permit.orgKey)
  if (!org) throw new RangeError(`The organization of ${permit.authorityNumber} is missing`)
  const timeline = planTimeline(permit, context.now, random)
  const { steps, cycleNo } = timeline
  const first = steps[0] ?? { status: 'NEW', atMs: context.now.getTime() }
  const last = steps.at(-1) ?? first
  const status = seedStatus(permit.status)
  const isOpen = status.bucket === 'processing'
  const hold = permit.status === 'ON_HOLD' ? random.pick(holdReasons) : null
  const courtOf = toCourts(timeline, hold, fractionOf(`${permit.authorityNumber} turn`) < 0.4)
  const court = courtOf(last, steps.length - 1)
  const seconds = clockSeconds(steps, courtOf)
  const assignedTo = toAssignee(permit.status, context, random)
  const dates = toDates(permit, steps)
  const verifiedMs = last.atMs + (context.now.getTime() - last.atMs) * random.next()
  // An open permit was created on its day in the source and was a draft until its client submitted it to
  // staff.
  const openedMs = isOpen ? Math.min(first.atMs, Date.parse(`${permit.date}T15:00:00Z`)) : first.atMs
  const collaborator = random.chance(0.15) ? random.pick(context.team).pid : null
  return {
    ...stamp(random, openedMs, assignedTo ?? random.pick(context.team).pid, last.atMs),
    timeline,
    title: permit.title,
    org: org.pid,
    permitType: permit.permitType,
    status: permit.status,
    pipelineStage: status.stage ?? seedStatus(standing(steps).status).stage ?? 'PREPARATION',
    authority: permit.permitType === 'DRIVEWAY' ? 'AUSTIN_TRANSPORTATION' : 'AUSTIN_DSD',
    assignedTo,
    priority: toPriority(random),
    targetDate:
      dates.issuedDate === null
        ? addDays(context.today, random.int(-8, 45))
        : addDays(dates.issuedDate, random.int(-10, 20)),
    ...dates,
    authorityNumber: permit.authorityNumber,
    siteAddress: permit.siteAddress,
    city: 'Austin',
    region: 'TX',
    lat: permit.lat,
    lng: permit.lng,
    description: permit.description,
    valuation: permit.valuation,
    statusChangedAt: toInstant(last.atMs),
    statusVerifiedAt: court === 'AUTHORITY' || !isOpen ? toInstant(verifiedMs) : null,
    holdReason: hold,
    court,
    bucket: status.bucket,
    outcome: ended.has(permit.status) ? permit.status : null,
    ourSeconds: seconds.OURS,
    clientSeconds: seconds.CLIENT,
    authoritySeconds: seconds.AUTHORITY,
    clockStartedAt: isOpen ? toInstant(last.atMs) : null,
    cycleNo,
    revision: 0,
    feeTotal: 0,
    paidTotal: 0,
    balance: 0,
    refundedTotal: 0,
    paymentStatus: 'NONE',
    origin: 'IMPORT',
    collaborators: collaborator === null || collaborator === assignedTo ? null : [collaborator],
    tags: random.chance(0.08)
      ? [random.pick(['fast-track', 'repeat-client', 'site-visit', 'historic-district'])]
      : null,
    attributes: permit.attributes,
  }
}
type DraftedRow = ReturnType<typeof toPermitRow>
export type PermitRow = Omit<
  DraftedRow,
  'authorityNumber' | 'siteAddress' | 'city' | 'region' | 'targetDate'
> & {
  refNo: string
  authorityNumber: string | null
  siteAddress: string | null
  city: string | null
  region: string | null
  targetDate: string | null
}

const draftIdeas = [
  ['New garage, rear of lot', 'BUILDING', 'Detached garage for two cars, 480 square feet'],
  ['Kitchen remodel', 'BUILDING', 'Move the sink wall and add an island'],
  ['Panel upgrade', 'ELECTRICAL', 'Replace the 100 A panel by 200 A'],
  ['Water heater replacement', 'PLUMBING', 'Gas to electric, same place'],
  ['Second condenser', 'MECHANICAL', 'Add a condenser for the upper floor'],
  ['Wider approach', 'DRIVEWAY', 'Widen the driveway approach by four feet'],
] as const

/** Drafts of clients, which are private to their organization. Their clocks have not started. */
function toDraft(
  org: OrgRow,
  author: SampleUserRow,
  idea: (typeof draftIdeas)[number],
  random: SeedRandom,
  context: PermitContext,
): Omit<PermitRow, 'refNo'> {
  const beganMs = context.now.getTime() - random.int(1, 40 * 1440) * 60_000
  const none = {
    receivedDate: null,
    acceptedDate: null,
    submittedDate: null,
    approvedDate: null,
    issuedDate: null,
    expiryDate: null,
    closedDate: null,
  }
  return {
    ...stamp(random, beganMs, author.pid),
    timeline: { steps: [{ status: 'DRAFT', atMs: beganMs }], cycleNo: 1 },
    title: idea[0],
    org: org.pid,
    permitType: idea[1],
    status: 'DRAFT',
    pipelineStage: 'INTAKE',
    authority: idea[1] === 'DRIVEWAY' ? 'AUSTIN_TRANSPORTATION' : 'AUSTIN_DSD',
    assignedTo: null,
    priority: 'NORMAL',
    targetDate: random.chance(0.5) ? addDays(context.today, random.int(10, 60)) : null,
    ...none,
    authorityNumber: null,
    siteAddress: null,
    city: 'Austin',
    region: 'TX',
    lat: null,
    lng: null,
    description: idea[2],
    valuation: random.int(5, 400) * 10_000,
    statusChangedAt: toInstant(beganMs),
    statusVerifiedAt: null,
    holdReason: null,
    court: 'CLIENT',
    bucket: 'processing',
    outcome: null,
    ourSeconds: 0,
    clientSeconds: 0,
    authoritySeconds: 0,
    clockStartedAt: null,
    cycleNo: 1,
    revision: 0,
    feeTotal: 0,
    paidTotal: 0,
    balance: 0,
    refundedTotal: 0,
    paymentStatus: 'NONE',
    origin: 'CLIENT_PORTAL',
    collaborators: null,
    tags: null,
    attributes: {},
  }
}

/**
 * Records of the imported permits and of some drafts (three of the demo organization), numbered in order of
 * creation.
 */
export function makePermits(
  imported: readonly ImportedPermit[],
  demoOrg: OrgRow,
  context: PermitContext,
  random: SeedRandom,
): PermitRow[] {
  const rows: Omit<PermitRow, 'refNo'>[] = imported.map((permit) => toPermitRow(permit, random, context))
  const others = [...context.orgOf.values()]
    .filter((org) => org !== demoOrg && org.status === 'ACTIVE' && context.clientsOf.has(org.pid))
    .slice(0, 40)
  for (const org of [demoOrg, demoOrg, demoOrg, ...others]) {
    const author = context.clientsOf.get(org.pid)?.[0]
    if (author) rows.push(toDraft(org, author, random.pick(draftIdeas), random, context))
  }
  return numberRecords('PM', rows)
}

/** When the permit last entered a status, in milliseconds since 1970; undefined if it never did. */
export function enteredMs(permit: Pick<PermitRow, 'timeline'>, status: string): number | undefined {
  return permit.timeline.steps.findLast((step) => step.status === status)?.atMs
}
