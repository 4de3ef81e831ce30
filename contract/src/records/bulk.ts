import { z } from 'zod'

const ObjectOfAnything = z.record(z.string(), z.unknown())
export const maxBulkPids = 10_000
/** Maximum number of rows of a synchronous bulk call; larger ones become a job. */
export const maxBulkAtOnce = 500

const selection = {
  pids: z.array(z.string()).min(1, 'must name at least one record').max(maxBulkPids).optional(),
  filter: ObjectOfAnything.optional(),
  match: z.enum(['all', 'any']).optional(),
  searchToken: z.string().max(200).optional(),
  /** For permits: include both buckets, as the Search permits page does. */
  scope: z.literal('all').optional(),
}
const named = (value: { pids?: unknown; filter?: unknown; searchToken?: unknown }) =>
  (value.pids === undefined) !== (value.filter === undefined && value.searchToken === undefined)
const oneSelection = 'names its records either by pids or by filter and searchToken'

/**
 * Body of `PATCH /{collection}`: the same patch for many records, with rules checked per row. `dryRun`
 * changes nothing and returns what would happen.
 */
export const BulkPatch = z
  .strictObject({ ...selection, patch: ObjectOfAnything, dryRun: z.boolean().optional() })
  .refine(named, oneSelection)
export type BulkPatch = z.infer<typeof BulkPatch>

/** Body of `DELETE /{collection}`, with the same selection. */
export const BulkDelete = z
  .strictObject({ ...selection, dryRun: z.boolean().optional() })
  .refine(named, oneSelection)
export type BulkDelete = z.infer<typeof BulkDelete>

export const BulkFailure = z.object({ pid: z.string(), reason: z.string() })
export type BulkFailure = z.infer<typeof BulkFailure>
/** The job makes a synchronous call undoable. */
const job = z.object({ id: z.string() }).optional()
export const BulkUpdated = z.object({ updated: z.number(), failed: z.array(BulkFailure), job })
export const BulkDeleted = z.object({ deleted: z.number(), failed: z.array(BulkFailure), job })
/** Response of `POST /api/jobs/{id}/undo` when it ran synchronously; otherwise JobStarted. */
export const BulkRestored = z.object({ restored: z.number(), failed: z.array(BulkFailure), job })
