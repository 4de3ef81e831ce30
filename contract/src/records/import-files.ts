import { z } from 'zod'

/**
 * A sheet of a workbook, in the order of its tabs. Only the chosen one is read; hidden ones never by
 * themselves.
 */
export const ImportSheet = z.object({ name: z.string(), hidden: z.boolean(), chosen: z.boolean() })
export type ImportSheet = z.infer<typeof ImportSheet>

/**
 * How text files are encoded. Windows-1252 has no mark, so an import takes it only where the form field
 * `encoding` says so.
 */
export const importEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const

/**
 * What the reader found in a file: its sheets (none in text files), the row of its header (1 is the first of
 * the sheet) and the header itself.
 */
export const ImportFile = z.object({
  sheets: z.array(ImportSheet),
  encoding: z.enum(importEncodings),
  headerRow: z.int(),
  headers: z.array(z.string()),
})
export type ImportFile = z.infer<typeof ImportFile>

/** `POST /api/import/{collection}` -> 202. */
export const ImportStarted = z.object({ job: z.object({ id: z.string() }), file: ImportFile })
export type ImportStarted = z.infer<typeof ImportStarted>

/** A row as it stands in the file; `row` counts from the top of the sheet, 1 first. */
export const ImportRow = z.object({ row: z.int(), cells: z.array(z.string()) })
export type ImportRow = z.infer<typeof ImportRow>

/**
 * `POST /api/import/{collection}/preview` -> 200, with the form fields `sheet`, `headerRow` and `encoding` of
 * an import before `file`: what an import of the file would read. `rows` are the first rows from the top,
 * title rows and header included, so that a person can choose the header; `samples` are the first rows below
 * it. A file that is neither UTF-8 nor marked is shown as Windows-1252 and says so in `encoding`: whoever
 * sends that back as a form field of the import has seen its letters.
 */
export const ImportPreview = ImportFile.extend({
  rows: z.array(ImportRow),
  samples: z.array(z.array(z.string())),
})
export type ImportPreview = z.infer<typeof ImportPreview>

const count = z.coerce
  .number()
  .int()
  .min(1, 'is a row of the file, 1 first')
  .max(1_048_576, 'is no row of a file')

/**
 * Form fields of an import that say how its file is read. `decimal` says which mark stands before decimals
 * (default `point`), `sheet` names the sheet of a workbook, `headerRow` is the row of the header as the file
 * counts (1 first), `encoding` how a text without a mark is encoded.
 */
export const ImportReading = z.object({
  decimal: z.enum(['point', 'comma'], 'is neither point nor comma').default('point'),
  sheet: z.string().max(1_000).optional(),
  headerRow: count.optional(),
  encoding: z.enum(importEncodings, `is none of ${importEncodings.join(', ')}`).optional(),
})
export type ImportReading = z.infer<typeof ImportReading>
