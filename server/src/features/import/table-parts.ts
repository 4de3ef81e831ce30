import { ImportFile, ImportPreview, importEncodings } from '@portal/contract'
import { z } from 'zod'

/**
 * What the process that reads a table is asked: how the file is read and what its header is known by; of a
 * preview only the first rows.
 */
export const TableRequest = z.object({
  path: z.string(),
  sheet: z.string().optional(),
  headerRow: z.int().optional(),
  encoding: z.enum(importEncodings).optional(),
  columns: z.array(z.string()),
  words: z.array(z.string()),
  isPreview: z.boolean(),
})
export type TableRequest = z.infer<typeof TableRequest>

/**
 * What the process that reads a table sends: what it found, then rows in batches, or why it cannot be read.
 * `lines` is a JSON array of
 * `{ row, line, size, cells, numbers?, problem? }`, made there, so that the server passes it to the database
 * as it is: `row` counts rows that are not empty, `line` is the row of the sheet, `numbers` are columns whose
 * cells are numbers of a workbook, `problem` is why a row is refused.
 */
export const TablePart = z.union([
  z.object({ preview: ImportPreview }),
  z.object({ file: ImportFile }),
  z.object({ rows: z.int(), lines: z.string() }),
  z.object({ unreadable: z.string() }),
])
export type TablePart = z.infer<typeof TablePart>
