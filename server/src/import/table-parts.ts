import { ImportFile, ImportPreview, Language, importEncodings } from '@portal/contract'
import type { Sayable } from '@portal/contract'
import { z } from 'zod'

/**
 * Request to the process that reads a table: how to read the file and how to find its header. A preview reads
 * only the first rows. `language` is that of the person who imports the file.
 */
export const TableRequest = z.object({
  path: z.string(),
  sheet: z.string().optional(),
  headerRow: z.int().optional(),
  encoding: z.enum(importEncodings).optional(),
  columns: z.array(z.string()),
  words: z.array(z.string()),
  isPreview: z.boolean(),
  language: Language.optional(),
})
export type TableRequest = z.infer<typeof TableRequest>

/** Sentences are plain data, so they pass between processes as they are. */
const Sentence = z.custom<Sayable>((given) => typeof given === 'string' || typeof given === 'object')

/**
 * Messages of the process that reads a table: the properties of the file, then rows in batches, or why it is
 * unreadable. `lines` is a JSON array of `{ row, line, size, cells, numbers?, problem? }`, which the server
 * passes to the database unchanged. In it, `row` counts the rows that are not empty, `line` is the row of the
 * sheet, `numbers` are the columns whose cells are numbers in a workbook, and `problem` is why the row is
 * refused.
 */
export const TablePart = z.union([
  z.object({ preview: ImportPreview }),
  z.object({ file: ImportFile }),
  z.object({ rows: z.int(), lines: z.string() }),
  z.object({ unreadable: Sentence }),
])
export type TablePart = z.infer<typeof TablePart>
