import { z } from 'zod'

export const jobStates = ['queued', 'running', 'done', 'failed'] as const

/** Response of `GET /api/jobs/{id}`, for the owner of the job. `done` and `total` count rows. */
export const Job = z.object({
  id: z.string(),
  kind: z.string(),
  state: z.enum(jobStates),
  done: z.number(),
  total: z.number(),
  result: z.record(z.string(), z.unknown()).nullable(),
  detail: z.string().optional(),
  /** Until when an import can be undone; absent when it cannot. */
  undoUntil: z.string().optional(),
})
export type Job = z.infer<typeof Job>
export const JobStarted = z.object({ job: z.object({ id: z.string() }) })

/** A reason for skipped rows, grouped over all rows; `rows` are the first of them. */
export const ImportReason = z.object({
  column: z.string().optional(),
  message: z.string(),
  count: z.number(),
  rows: z.array(z.number()),
})
export type ImportReason = z.infer<typeof ImportReason>

/**
 * A cell in a coded or reference column with an unknown value. `guess` is the probable code, which the import
 * uses.
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
 * Values of a field with another form than those of the record that they refer to, such as permit numbers of
 * an agency: the name of that record, an example of its form, how many there are, and the first of them.
 */
export const ImportOtherForm = z.object({
  field: z.string(),
  title: z.string(),
  example: z.string(),
  count: z.number(),
  examples: z.array(z.object({ line: z.number(), value: z.string() })),
})
export type ImportOtherForm = z.infer<typeof ImportOtherForm>

/**
 * Result of an import. At the end, `created + skipped` equals `total`; `errors` lists the first 1,000 skipped
 * rows. `row` is the 1-based number of the data row; `line`, and `rows` in the reasons, are row numbers of
 * the sheet. `reasons` groups the errors, most frequent first. A dry run returns the `cells` to map, the
 * number of unknown clients (`missingOrgs`), and values that are imported although they have another form
 * than their agency has (`otherForms`). An import that may create clients returns how many it created
 * (`createdOrgs`).
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
  otherForms: z.array(ImportOtherForm).optional(),
  createdOrgs: z.number().optional(),
})
export type ImportResult = z.infer<typeof ImportResult>

/** Source of each imported field: a column by its header, or one value for all rows. */
export const ImportMapping = z.record(
  z.string(),
  z.union([z.string(), z.strictObject({ value: z.unknown() })]),
)
export type ImportMapping = z.infer<typeof ImportMapping>

/**
 * Values for cells, by field and cell text; an empty value leaves the field empty. Source: contract.md 11.4.
 */
export const ImportValues = z.record(z.string(), z.record(z.string(), z.string()))
export type ImportValues = z.infer<typeof ImportValues>

/** How many hours after its end an import can be undone. */
export const undoImportHours = 24

/**
 * Response of `POST /api/jobs/{id}/undo` for an import: the number of deleted and kept records, and the
 * reasons for the kept ones (the first 1,000).
 */
export const ImportUndone = z.object({
  deleted: z.number(),
  kept: z.number(),
  failed: z.array(z.object({ pid: z.string(), title: z.string(), reason: z.string() })),
})
export type ImportUndone = z.infer<typeof ImportUndone>

/**
 * Response of `GET /api/import/{collection}`: the caller's recent imports that can still be undone, newest
 * first.
 */
export const RecentImports = z.object({
  imports: z.array(
    z.object({ id: z.string(), endedAt: z.string(), created: z.number(), undoUntil: z.string() }),
  ),
})
export type RecentImports = z.infer<typeof RecentImports>
