import type { LocalDate } from '@portal/contract'
import { addDays } from '@portal/contract'
import type { SamplePeople, PermitRow } from './make-permits.ts'
import type { SeedRandom } from '#domain/seed/random.ts'
import { dayMs, toDay, toInstant } from './stamp.ts'

/** Typical comments of plan reviewers, each with a response of the office. */
const library = [
  {
    discipline: 'BUILDING',
    item: 'A-101',
    text: 'Show the scale and a north arrow on the site plan.',
    response: 'Scale and north arrow added on A-101.',
  },
  {
    discipline: 'BUILDING',
    item: 'A-201',
    text: 'Dimension the egress path from each room to the exit.',
    response: 'Egress path dimensioned on A-201, detail 3.',
  },
  {
    discipline: 'STRUCTURAL',
    item: 'S-001',
    text: 'Provide calculations for the footings, signed and sealed.',
    response: 'Sealed calculations added, pages 4 to 9.',
  },
  {
    discipline: 'ELECTRICAL',
    item: 'E-101',
    text: 'Provide the load calculation of the service panel.',
    response: 'Load calculation added on E-101.',
  },
  {
    discipline: 'FIRE',
    item: 'FP-1',
    text: 'Show the location of smoke detectors.',
    response: 'Detectors shown on FP-1.',
  },
  {
    discipline: 'ZONING',
    item: null,
    text: 'State the impervious cover before and after the work.',
    response: 'Impervious cover table added to the cover sheet.',
  },
  {
    discipline: 'ACCESSIBILITY',
    item: 'A-102',
    text: 'Show the clear floor space at the door.',
    response: 'Clear floor space of 60 in shown on A-102.',
  },
] as const
/** The comment that clients are asked to answer. */
const ofClient = {
  discipline: null,
  item: null,
  text: 'Name the owner of record of the lot.',
  response: 'The owner of record is the applicant.',
} as const

interface Scene {
  people: SamplePeople
  random: SeedRandom
  now: Date
}

/**
 * Comments of one cycle. Those of a submitted cycle are done. In other cycles all are answered, except two
 * open ones while the permit is in CORRECTIONS_REQUIRED.
 */
function commentsOf(
  permit: PermitRow,
  cycleNo: number,
  atMs: number,
  isSent: boolean,
  { people, random, now }: Scene,
) {
  const by = permit.assignedTo ?? random.pick(people.team).pid
  const client = people.clientsOf.get(permit.org)?.[0]
  const start = random.int(0, library.length - 1)
  const picked = [0, 1, 2].map((step) => library[(start + step) % library.length] ?? library[0])
  const isNew = permit.status === 'CORRECTIONS_REQUIRED' && !isSent
  const due: LocalDate = addDays(toDay(atMs), 14)
  const answeredAt = toInstant(Math.min(atMs + 3 * dayMs, now.getTime()))
  return [...picked, ...(client === undefined ? [] : [ofClient])].map(
    ({ text, item, discipline, response }, index) => {
      const isClients = text === ofClient.text
      const isOpen = isNew && !isClients && index < 2
      return {
        pid: random.pid(new Date(atMs)),
        permit: permit.pid,
        cycleNo,
        text,
        item,
        discipline,
        documents: [],
        dueDate: due,
        forClient: isClients,
        status: isSent ? 'DONE' : isOpen ? 'OPEN' : 'ANSWERED',
        response: isOpen ? null : response,
        answeredAt: isOpen ? null : answeredAt,
        answeredBy: isOpen ? null : isClients ? (client?.pid ?? by) : by,
        createdAt: toInstant(atMs),
        createdBy: by,
      }
    },
  )
}

/** The agency's comments on every permit that was returned for corrections, one list per correction cycle. */
export function makeCorrections(permits: readonly PermitRow[], scene: Scene) {
  return permits.flatMap((permit) => {
    const { steps } = permit.timeline
    const returns = steps.flatMap(({ status, atMs }, index) =>
      status === 'CORRECTIONS_REQUIRED' ? [{ atMs, place: index }] : [],
    )
    return returns.flatMap(({ atMs, place }, nth) =>
      commentsOf(
        permit,
        nth + 2,
        atMs,
        steps.slice(place).some(({ status }) => status === 'SUBMITTED'),
        scene,
      ),
    )
  })
}
