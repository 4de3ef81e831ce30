import type { OrgRow } from './make-orgs.ts'
import type { SamplePeople, PermitRow } from './make-permits.ts'
import type { SeedRandom } from '#domain/seed/random.ts'
import { dayMs, stamp } from './stamp.ts'

function toNote(
  collection: string,
  recordPid: string,
  content: string,
  visibility: 'INTERNAL' | 'CLIENT',
  author: string,
  atMs: number,
  random: SeedRandom,
) {
  const { pid, version, createdAt, updatedAt } = stamp(random, atMs, author)
  return {
    pid,
    version,
    createdAt,
    updatedAt,
    collection,
    recordPid,
    content,
    visibility,
    author,
    pinned: random.chance(0.06),
    mentions: [],
  }
}
export type NoteRow = ReturnType<typeof toNote>

const internal = [
  'Spoke to the reviewer: the plans are in the queue, no date yet.',
  'Client prefers to be called in the morning.',
  'The address on the form differs from the one on the plan; corrected.',
  'License checked, valid.',
  'The agency’s counter returned one copy; sent a new one.',
  'Valuation looks low for this kind of work; asked the client.',
] as const
const toClient = [
  'We have everything we need to continue.',
  'The reviewer asks for one more drawing; see the task.',
  'The permit fee will follow as soon as the permit is approved.',
] as const
const fromClient = [
  'Site is open on weekdays from eight.',
  'The new drawing is uploaded.',
  'Please send the invoice to our office address.',
] as const

/** Notes on permits and organizations: most are internal, some are in the conversation with the client. */
export function makeNotes(
  permits: readonly PermitRow[],
  orgs: readonly OrgRow[],
  people: SamplePeople,
  random: SeedRandom,
  now: Date,
): NoteRow[] {
  const notes: NoteRow[] = []
  const nowMs = now.getTime()
  for (const permit of permits) {
    if (permit.status === 'DRAFT') continue
    const collection = permit.bucket === 'processed' ? 'processed' : 'permits'
    const sinceMs = Date.parse(permit.createdAt)
    const at = () => sinceMs + Math.floor((nowMs - sinceMs) * random.next())
    const staff = permit.assignedTo ?? random.pick(people.team).pid
    const [client] = people.clientsOf.get(permit.org) ?? []
    const busy = permit.bucket === 'processing' ? 0.7 : 0.2
    if (random.chance(busy))
      notes.push(toNote(collection, permit.pid, random.pick(internal), 'INTERNAL', staff, at(), random))
    if (random.chance(busy / 2))
      notes.push(toNote(collection, permit.pid, random.pick(toClient), 'CLIENT', staff, at(), random))
    if (client && random.chance(busy / 2))
      notes.push(toNote(collection, permit.pid, random.pick(fromClient), 'CLIENT', client.pid, at(), random))
  }
  for (const org of orgs) {
    if (random.chance(0.12))
      notes.push(
        toNote(
          'orgs',
          org.pid,
          'Statement sent; they pay on the fifteenth.',
          'INTERNAL',
          random.pick(people.team).pid,
          nowMs - random.int(1, 200) * dayMs,
          random,
        ),
      )
  }
  return notes.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
}
