import { z } from 'zod'

/**
 * A sheet of a workbook, in tab order. Only the chosen sheet is read. A hidden sheet is never chosen
 * automatically.
 */
export const ImportSheet = z.object({ name: z.string(), hidden: z.boolean(), chosen: z.boolean() })
export type ImportSheet = z.infer<typeof ImportSheet>

/**
 * Encodings of text files. Windows-1252 cannot be detected, so an import only uses it when the form field
 * `encoding` says so.
 */
export const importEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const

/**
 * The structure of a file: its sheets (none in a text file), the row number of its header (1-based) and the
 * header itself.
 */
export const ImportFile = z.object({
  sheets: z.array(ImportSheet),
  encoding: z.enum(importEncodings),
  headerRow: z.int(),
  headers: z.array(z.string()),
})
export type ImportFile = z.infer<typeof ImportFile>

/** Response (202) of `POST /api/import/{collection}`. */
export const ImportStarted = z.object({ job: z.object({ id: z.string() }), file: ImportFile })
export type ImportStarted = z.infer<typeof ImportStarted>

/** A row of the file; `row` is its 1-based number in the sheet. */
export const ImportRow = z.object({ row: z.int(), cells: z.array(z.string()) })
export type ImportRow = z.infer<typeof ImportRow>

/**
 * Response (200) of `POST /api/import/{collection}/preview`: what an import would read. The form fields
 * `sheet`, `headerRow` and `encoding` of an import come before `file`. `rows` are the first rows of the sheet
 * including title rows and header, so that a user can choose the header; `samples` are the first rows below
 * the header. A file that is not UTF-8 and has no byte order mark is decoded as Windows-1252, and `encoding`
 * says so. The import needs this value as a form field, which confirms that the user has checked the decoded
 * text.
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
  .max(1_048_576, 'is not a row of a file')

/**
 * Form fields of an import that say how to read the file: `decimal` is the decimal separator (default
 * `point`), `sheet` the name of a sheet, `headerRow` the 1-based row number of the header, `encoding` the
 * encoding of a text without a byte order mark.
 */
export const ImportReading = z.object({
  decimal: z.enum(['point', 'comma'], 'must be point or comma').default('point'),
  sheet: z.string().max(1_000).optional(),
  headerRow: count.optional(),
  encoding: z.enum(importEncodings, `must be one of ${importEncodings.join(', ')}`).optional(),
})
export type ImportReading = z.infer<typeof ImportReading>
