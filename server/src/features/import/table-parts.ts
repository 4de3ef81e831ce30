import { z } from 'zod'

/**
 * What the process that reads a table sends: its header, then rows in batches, or why it cannot be read. `lines` is a JSON array of
 * `{ row, size, cells }`, made there, so that the server passes it to the database as it is.
 */
export const TablePart = z.union([
  z.object({ headers: z.array(z.string()) }),
  z.object({ rows: z.int(), lines: z.string() }),
  z.object({ unreadable: z.string() }),
])
export type TablePart = z.infer<typeof TablePart>
