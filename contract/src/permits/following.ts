import { z } from 'zod'
import type { RecordValues } from '../query/writes.ts'

/**
 * Kinds of successors of a decided permit. An amendment replaces the permit when it is issued; a renewal is a
 * new permit.
 */
export const followingKinds = ['amend', 'renew'] as const
export type SuccessorKind = (typeof followingKinds)[number]

/**
 * Response of `GET /permits/{pid}/following`: the possible successors, each with all reasons that block it.
 * POST `/permits/{pid}/amend` and `/renew` answer 201 `{ pid }`.
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
  amend: 'This permit already has an open amendment.',
  renew: 'This permit already has an open renewal.',
}

/**
 * All reasons that block this successor now; empty when it is allowed. `open` is the number of unfinished
 * successors of the same kind.
 */
export function whyNotFollowing(kind: SuccessorKind, permit: RecordValues, open: number): string[] {
  return [
    ...(fromStatuses[kind].includes(String(permit['status'])) ? [] : [tooEarly[kind]]),
    ...(open === 0 ? [] : [underWay[kind]]),
  ]
}

/** Fields that a successor copies from its permit. */
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

/** The initial values of a successor, including its relation to the permit. */
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
