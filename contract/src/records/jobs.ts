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
})
export type Job = z.infer<typeof Job>
export const JobStarted = z.object({ job: z.object({ id: z.string() }) })

/** Result of an import: `created + skipped` is `total` at the end, every skip named (the first 1,000); `row` 1 is the first below the header. */
export const ImportResult = z.object({
  created: z.number(),
  skipped: z.number(),
  errors: z.array(z.object({ row: z.number(), column: z.string().optional(), message: z.string() })),
})
export type ImportResult = z.infer<typeof ImportResult>

/** What fills a field on import: a column by its header, or one value for every row. */
export const ImportMapping = z.record(z.string(), z.union([z.string(), z.strictObject({ value: z.unknown() })]))
export type ImportMapping = z.infer<typeof ImportMapping>
