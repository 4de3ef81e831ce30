import { csvCell } from '@portal/contract'
import type { Export } from '#records/export-records.ts'
import { cellText, valueOf } from './cells.ts'
import { inPieces } from './pieces.ts'

/** The export as UTF-8 CSV (RFC 4180), one header row of field names. */
export async function* csvChunks({ columns, records }: Export): AsyncGenerator<string> {
  yield `${columns.map(([name]) => csvCell(name)).join(',')}\r\n`
  const toLine = (record: Record<string, unknown>) => columns.map(([name, declared]) => csvCell(cellText(valueOf(record, name), declared))).join(',')
  for await (const part of records()) yield* inPieces(part, (record) => `${toLine(record)}\r\n`)
}
