import { csvCell } from '@portal/contract'
import type { Export } from '#engine/export/export-records.ts'
import { cellText, headingOf, valueOf } from './cells.ts'
import { inPieces } from './chunks.ts'

/** The export as UTF-8 CSV (RFC 4180) with a header row. */
export async function* csvChunks({ columns, style, records }: Export): AsyncGenerator<string> {
  yield `${columns.map(([name, declared]) => csvCell(headingOf(name, declared, style))).join(',')}\r\n`
  const toLine = (record: Record<string, unknown>) =>
    columns.map(([name, declared]) => csvCell(cellText(valueOf(record, name), declared, style))).join(',')
  for await (const part of records()) yield* inPieces(part, (record) => `${toLine(record)}\r\n`)
}
