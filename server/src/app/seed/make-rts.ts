import { addDays, readinessOf, requirementCase, requirementsOf, seedRequirements } from '@portal/contract'
import type { ChecklistItem, LocalDate } from '@portal/contract'
import { enteredMs } from './make-permits.ts'
import type { SamplePeople, PermitRow } from './make-permits.ts'
import type { PaymentRow } from './make-payments.ts'
import { hashOf } from '#domain/seed/random.ts'
import type { SeedRandom } from '#domain/seed/random.ts'
import { numberRecords, stamp, toInstant } from './stamp.ts'

function toChecklist(permit: PermitRow, complete: boolean, random: SeedRandom): ChecklistItem[] {
  const { required, optional } = requirementsOf(
    seedRequirements,
    requirementCase({ ...permit }, [permit.authority]),
  )
  const states = { MISSING: 35, RECEIVED: 25, VERIFIED: 34, REJECTED: 6 } as const
  const items = required.map((documentType): ChecklistItem => {
    const state = complete ? (random.chance(0.05) ? 'WAIVED' : 'VERIFIED') : random.weighted(states)
    const reason =
      state === 'REJECTED'
        ? 'The copy cannot be read'
        : state === 'WAIVED'
          ? 'On file with the authority'
          : null
    return {
      documentType,
      required: true,
      state,
      file: null,
      onPaper: state === 'VERIFIED' || state === 'RECEIVED',
      reason,
    }
  })
  const [first] = items
  if (!complete && first && items.every(({ state }) => state === 'VERIFIED')) first.state = 'RECEIVED'
  return [
    ...items,
    ...optional.map((documentType): ChecklistItem => {
      const state = random.pick(['MISSING', 'VERIFIED'] as const)
      return { documentType, required: false, state, file: null, onPaper: state === 'VERIFIED', reason: null }
    }),
  ]
}

interface Scene {
  people: SamplePeople
  random: SeedRandom
  now: Date
  today: LocalDate
  feesOf: ReadonlyMap<string, readonly PaymentRow[]>
}

const sent = new Set(['SUBMITTED', 'RETURNED'])

/** One submission package. In a complete one, every required item is verified or waived. */
function toPackage(
  permit: PermitRow,
  cycleNo: number,
  status: string,
  openedMs: number,
  sentMs: number | null,
  scene: Scene,
) {
  const { people, random, now, today } = scene
  const complete = status === 'READY' || sent.has(status)
  const checklist = toChecklist(permit, complete, random)
  const preparer = permit.assignedTo ?? random.pick(people.team).pid
  const verifier = random.pick(people.team.filter(({ pid }) => pid !== preparer)).pid
  const readyMs =
    sentMs ?? (status === 'READY' ? (enteredMs(permit, 'READY_TO_SUBMIT') ?? now.getTime()) : null)
  const client = people.clientsOf.get(permit.org)?.[0]
  const approved = readyMs !== null && client !== undefined && random.chance(0.6)
  const owed = (scene.feesOf.get(permit.pid) ?? []).filter(
    ({ kind, feeCode, status: state }) =>
      kind === 'FEE' && feeCode !== 'PERMIT_FEE' && (state === 'DUE' || state === 'OVERDUE'),
  )
  return {
    ...stamp(random, openedMs, preparer, sentMs ?? readyMs ?? openedMs),
    permit: permit.pid,
    org: permit.org,
    authority: permit.authority,
    cycleNo,
    kind: cycleNo === 1 ? 'FIRST' : 'CORRECTION',
    status,
    ...readinessOf(checklist),
    submitBy: sentMs === null ? addDays(today, random.int(-3, 24)) : toInstant(sentMs).slice(0, 10),
    channel: random.weighted({ PORTAL: 70, EMAIL: 12, IN_PERSON: 12, MAIL: 6 }),
    assignedTo: preparer,
    verifiedBy: readyMs === null ? null : verifier,
    verifiedAt: readyMs === null ? null : toInstant(readyMs),
    clientAskedAt: approved ? toInstant(openedMs) : null,
    clientApprovedAt: approved ? toInstant(readyMs) : null,
    clientApprovedBy: approved ? client.pid : null,
    feeDue: owed.reduce((sum, { total }) => sum + total, 0),
    feeReady: owed.length === 0,
    checklist,
    checks: [
      {
        code: 'FORM_COMPLETE',
        result: complete ? 'PASS' : 'WARN',
        message: complete ? 'All fields of the form are filled in' : 'Fields of the form are empty',
        blocking: false,
      },
    ],
    submittedAt: sentMs === null ? null : toInstant(sentMs),
    submittedBy: sentMs === null ? null : preparer,
    confirmationNo:
      sentMs === null ? null : `C-${String(hashOf(`${permit.pid} ${cycleNo}`) % 1_000_000).padStart(6, '0')}`,
  }
}
type Unnumbered = ReturnType<typeof toPackage>
export type RtsRow = Unnumbered & { refNo: string }

/** The packages of one permit, one for each started submission cycle. */
function packagesOf(permit: PermitRow, scene: Scene): Unnumbered[] {
  const packages: Unnumbered[] = []
  const steps = permit.timeline.steps
  let opened: number | null = null
  let cycleNo = 1
  for (const { status, atMs } of steps) {
    if ((status === 'WAITING_CLIENT' || status === 'IN_PREPARATION') && opened === null) opened = atMs
    if (status === 'SUBMITTED' && opened !== null) {
      packages.push(toPackage(permit, cycleNo, 'SUBMITTED', opened, atMs, scene))
      opened = null
    }
    if (status === 'CORRECTIONS_REQUIRED') {
      const returned = packages.at(-1)
      if (returned) Object.assign(returned, { status: 'RETURNED', updatedAt: toInstant(atMs) })
      cycleNo += 1
      opened = atMs
    }
  }
  if (opened !== null) {
    const collecting = scene.random.weighted({ COLLECTING: 60, CHECKING: 25, BLOCKED: 15 })
    packages.push(
      toPackage(
        permit,
        cycleNo,
        permit.status === 'READY_TO_SUBMIT' ? 'READY' : collecting,
        opened,
        null,
        scene,
      ),
    )
  }
  return packages
}

/** Packages of all permits that were ever prepared, numbered in order of creation. */
export function makeRts(permits: readonly PermitRow[], scene: Scene): RtsRow[] {
  return numberRecords(
    'RT',
    permits.flatMap((permit) => packagesOf(permit, scene)),
  )
}
