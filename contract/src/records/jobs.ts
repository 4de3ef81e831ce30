import { z } from 'zod'

export const jobStates = ['queued', 'running', 'done', 'failed'] as const

/** `GET /api/jobs/{id}`, for its owner. `done` and `total` count rows. */
export const Job = z.object({
  id: z.string(),
  kind: z.string(),
  state: z.enum(jobStates),
  done: z.number(),
  total: z.number(),
  result: z.record(z.string(), z.unknown()).nullable(),
  detail: z.string().optional(),
  /** Until when an import can be taken back; absent where it cannot, or no longer. */
  undoUntil: z.string().optional(),
})
export type Job = z.infer<typeof Job>
export const JobStarted = z.object({ job: z.object({ id: z.string() }) })

/** Why rows were skipped, once for all rows with that reason; `rows` are the first of them. */
export const ImportReason = z.object({
  column: z.string().optional(),
  message: z.string(),
  count: z.number(),
  rows: z.array(z.number()),
})
export type ImportReason = z.infer<typeof ImportReason>

/**
 * What stands in a column of codes or references and is neither; `guess` is the code it probably means, with
 * which it is imported.
 */
export const ImportCell = z.object({
  field: z.string(),
  column: z.string(),
  cell: z.string(),
  count: z.number(),
  guess: z.string().optional(),
})
export type ImportCell = z.infer<typeof ImportCell>

/**
 * Result of an import: `created + skipped` is `total` at the end, every skip named (the first 1,000). `row`
 * counts the rows of data from 1;
 * `line`, and the `rows` of reasons, count as the sheet does, where the header is row 1. `reasons` groups the
 * skips, the most frequent first. A dry run tells `cells` to map and how many clients are not here
 * (`missingOrgs`); an import asked to make them tells how many it made (`createdOrgs`).
 */
export const ImportResult = z.object({
  created: z.number(),
  skipped: z.number(),
  errors: z.array(
    z.object({
      row: z.number(),
      line: z.number().optional(),
      column: z.string().optional(),
      message: z.string(),
    }),
  ),
  reasons: z.array(ImportReason).optional(),
  cells: z.array(ImportCell).optional(),
  missingOrgs: z.number().optional(),
  createdOrgs: z.number().optional(),
})
export type ImportResult = z.infer<typeof ImportResult>

/** What fills a field on import: a column by its header, or one value for every row. */
export const ImportMapping = z.record(
  z.string(),
  z.union([z.string(), z.strictObject({ value: z.unknown() })]),
)
export type ImportMapping = z.infer<typeof ImportMapping>

/**
 * What the cells of a column mean, by field and then by cell; an empty value leaves the field empty. Source:
 * contract.md 11.4.
 */
export const ImportValues = z.record(z.string(), z.record(z.string(), z.string()))
export type ImportValues = z.infer<typeof ImportValues>

/** An import can be taken back for so long after its end. */
export const undoImportHours = 24

/**
 * `POST /api/jobs/{id}/undo` of an import: how many records went to the bin, how many were kept, and why (the
 * first 1,000).
 */
export const ImportUndone = z.object({
  deleted: z.number(),
  kept: z.number(),
  failed: z.array(z.object({ pid: z.string(), title: z.string(), reason: z.string() })),
})
export type ImportUndone = z.infer<typeof ImportUndone>

/** `GET /api/import/{collection}`: what the caller imported lately and can still take back, newest first. */
export const RecentImports = z.object({
  imports: z.array(
    z.object({ id: z.string(), endedAt: z.string(), created: z.number(), undoUntil: z.string() }),
  ),
})
export type RecentImports = z.infer<typeof RecentImports>
