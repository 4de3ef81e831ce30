import { z } from 'zod'
import { LibraryCode } from '../permit-library/permit-library.ts'
import { Reference } from '../ids.ts'
import { OneOf } from './proposals.ts'
import { paging } from './sources.ts'

/** `OPEN` until a person creates the permit or dismisses the row, or until its number is ours. */
export const discoveredStates = ['OPEN', 'CREATED', 'DISMISSED'] as const
export const DiscoveredState = z.enum(discoveredStates)
export type DiscoveredState = z.infer<typeof DiscoveredState>

/** A row of a feed that names a client and whose number the portal does not have. */
export const DiscoveredPermit = z.object({
  pid: z.string(),
  source: Reference,
  state: DiscoveredState,
  org: Reference,
  /** The company as the agency writes it. */
  company: z.string(),
  authorityNumber: z.string(),
  rawStatus: z.string(),
  statusDate: z.string().nullable(),
  issuedDate: z.string().nullable(),
  appliedDate: z.string().nullable(),
  expiryDate: z.string().nullable(),
  link: z.string().nullable(),
  /** The permit type of the office's permits with numbers like this one; null when they do not agree. */
  permitType: z.string().nullable(),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
  /** The permit that was created; null before, and after it was deleted for good. */
  permit: Reference.nullable(),
  decidedAt: z.string().nullable(),
  decidedBy: Reference.nullable(),
  reason: z.string().nullable(),
})
export type DiscoveredPermit = z.infer<typeof DiscoveredPermit>

/** Response of `GET /finds`, newest first. */
export const DiscoveredPermits = z.object({
  finds: z.array(DiscoveredPermit),
  metadata: z.object({ count: z.int(), page: z.int(), pageSize: z.int() }),
})
export type DiscoveredPermits = z.infer<typeof DiscoveredPermits>

const DiscoveredFilter = z.strictObject({
  state: OneOf.pipe(z.array(DiscoveredState)).optional(),
  org: OneOf.optional(),
  source: OneOf.optional(),
})
/** Query of `GET /finds`: conditions in `filter` or as equalities of the query itself. */
export const DiscoveredQuery = DiscoveredFilter.extend({ ...paging, filter: DiscoveredFilter.optional() })
export type DiscoveredQuery = z.infer<typeof DiscoveredQuery>

/**
 * Body of `POST /finds/{pid}/create`. Every permit has a type, and feeds do not name ours: without one, the
 * type of similar numbers is taken.
 */
export const CreateDiscovered = z.strictObject({
  permitType: LibraryCode.optional(),
})
