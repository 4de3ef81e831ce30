import { z } from 'zod'
import { Reference } from '../ids.ts'
import { Blocker } from '../machines/blockers.ts'
import { storableText } from '../query/values.ts'
import { paging } from './sources.ts'

/**
 * `OPEN` until a person accepts or dismisses it; `HELD` until an administrator decides about all that were
 * held in the same run.
 */
export const proposalStates = ['OPEN', 'HELD', 'ACCEPTED', 'DISMISSED'] as const
export const ProposalState = z.enum(proposalStates)
export type ProposalState = z.infer<typeof ProposalState>

/** Why a step of a proposal is not possible now. `step` is the status that it leads to. */
export const ProposalBlocker = Blocker.extend({ step: z.string(), detail: z.string() })
export type ProposalBlocker = z.infer<typeof ProposalBlocker>

/** A difference between the authority's status and ours. */
export const Proposal = z.object({
  pid: z.string(),
  permit: Reference,
  /** Number of the permit in the portal, and its number at the authority. */
  refNo: z.string().nullable(),
  authorityNumber: z.string(),
  org: Reference.nullable(),
  /** The collection in which the permit is now. */
  collection: z.enum(['permits', 'processed']),
  source: Reference,
  state: ProposalState,
  rawStatus: z.string(),
  statusDate: z.string().nullable(),
  seenAt: z.string(),
  link: z.string().nullable(),
  /** The present status of the permit. */
  from: z.string(),
  to: z.string(),
  /** The statuses that lead from the present one to `to`; empty when the status map has no such way. */
  path: z.array(z.string()),
  /** The answer of every guard on the path that stands against it, for the reader. */
  blockers: z.array(ProposalBlocker),
  createdAt: z.string(),
  decidedAt: z.string().nullable(),
  decidedBy: Reference.nullable(),
  reason: z.string().nullable(),
})
export type Proposal = z.infer<typeof Proposal>

/** Response of `GET /proposals`, newest first. */
export const Proposals = z.object({
  proposals: z.array(Proposal),
  metadata: z.object({ count: z.int(), page: z.int(), pageSize: z.int() }),
})
export type Proposals = z.infer<typeof Proposals>

const Texts = z.array(z.string().max(64)).max(100)
/** A condition on a value: the value, a list of values, or `eq` or `in` of the filter language. */
export const OneOf = z.preprocess((given: unknown): unknown => {
  if (typeof given === 'string') return [given]
  if (typeof given !== 'object' || given === null || Object.keys(given).length !== 1) return given
  if ('eq' in given) return [given.eq]
  return 'in' in given ? given.in : given
}, Texts)

const ProposalFilter = z.strictObject({
  permit: OneOf.optional(),
  source: OneOf.optional(),
  state: OneOf.pipe(z.array(ProposalState)).optional(),
})
/** Query of `GET /proposals`: conditions in `filter` or as equalities of the query itself. */
export const ProposalsQuery = ProposalFilter.extend({ ...paging, filter: ProposalFilter.optional() })
export type ProposalsQuery = z.infer<typeof ProposalsQuery>

/** Body of `POST /proposals/{pid}/dismiss` and `POST /finds/{pid}/dismiss`. */
export const DismissProposal = z.strictObject({
  reason: storableText(1_000).pipe(z.string().min(1, 'is empty')),
})

/** Body of `POST /proposals/accept`. */
export const AcceptProposals = z.strictObject({ pids: z.array(z.string().min(1).max(64)).min(1).max(500) })

/** Response of accepting many: each is judged by itself. */
export const AcceptedProposals = z.object({
  updated: z.int(),
  failed: z.array(z.object({ pid: z.string(), reason: z.string() })),
})
export type AcceptedProposals = z.infer<typeof AcceptedProposals>

/**
 * What the authority said about a permit at a time. Clients read `status` alone, never the words of the
 * authority.
 */
export const PermitObservation = z.object({
  pid: z.string(),
  source: Reference.nullable(),
  seenAt: z.string(),
  number: z.string(),
  /** Null for clients. */
  rawStatus: z.string().nullable(),
  /** The status as the portal calls it for the reader; null when the source does not know the word. */
  status: z.object({ key: z.string(), label: z.string() }).nullable(),
  statusDate: z.string().nullable(),
  /** The day of the status is after tomorrow, so it does not count yet. False where the server is older. */
  isAhead: z.boolean().default(false),
  issuedDate: z.string().nullable(),
  expiryDate: z.string().nullable(),
  link: z.string().nullable(),
})
export type PermitObservation = z.infer<typeof PermitObservation>

/**
 * Response of `GET /permits/{pid}/observations`, newest first. `current` says when the feed last said the
 * latest status; `isMissing` that the permit is no longer there, `isStale` that the data are older than the
 * limit of the source, so that they are no check.
 */
export const PermitObservations = z.object({
  observations: z.array(PermitObservation),
  current: z
    .object({
      checkedAt: z.string().nullable(),
      isMissing: z.boolean(),
      // False where the server is older.
      isStale: z.boolean().default(false),
    })
    .nullable(),
})
export type PermitObservations = z.infer<typeof PermitObservations>
