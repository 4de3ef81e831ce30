import { z } from 'zod'
import type { RecordValues } from '../query/writes.ts'

/**
 * Ways from a decided permit to the record that follows it: an amendment takes its place once issued, a
 * renewal begins anew.
 */
export const followingKinds = ['amend', 'renew'] as const
export type SuccessorKind = (typeof followingKinds)[number]

/**
 * Answer of `GET /permits/{pid}/following`: what may follow, each with every reason against it. POST
 * `/permits/{pid}/amend` and `/renew` answer 201 `{ pid }`.
 */
export const SuccessorTransitions = z.object({
  following: z.array(
    z.object({ kind: z.enum(followingKinds), allowed: z.boolean(), whyNot: z.array(z.string()) }),
  ),
})

const fromStatuses: Readonly<Record<SuccessorKind, readonly string[]>> = {
  amend: ['ISSUED'],
  renew: ['ISSUED', 'EXPIRED'],
}
const tooEarly: Readonly<Record<SuccessorKind, string>> = {
  amend: 'Only an issued permit can be amended.',
  renew: 'Only an issued or expired permit can be renewed.',
}
const underWay: Readonly<Record<SuccessorKind, string>> = {
  amend: 'An amendment of it is under way already.',
  renew: 'A renewal of it is under way already.',
}

/**
 * Every reason why this may not follow a permit now; none when it may. `open` are the following records under
 * way.
 */
export function whyNotFollowing(kind: SuccessorKind, permit: RecordValues, open: number): string[] {
  return [
    ...(fromStatuses[kind].includes(String(permit['status'])) ? [] : [tooEarly[kind]]),
    ...(open === 0 ? [] : [underWay[kind]]),
  ]
}

/** What the following record takes over from the permit it follows. */
const takenOver = [
  'title',
  'org',
  'permitType',
  'authority',
  'assignedTo',
  'priority',
  'siteAddress',
  'parcelNo',
  'city',
  'region',
  'postalCode',
  'lat',
  'lng',
  'description',
  'valuation',
  'collaborators',
  'tags',
  'attributes',
] as const

/** The record that follows a permit, with its relation to it. */
export function successorOf(kind: SuccessorKind, pid: string, permit: RecordValues): RecordValues {
  const values = Object.fromEntries(takenOver.map((name) => [name, permit[name] ?? null]))
  if (kind === 'renew') return { ...values, renewalOf: pid }
  return {
    ...values,
    previousRevision: pid,
    original: permit['original'] ?? pid,
    revision: Number(permit['revision'] ?? 0) + 1,
  }
}
