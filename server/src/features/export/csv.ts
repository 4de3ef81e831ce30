import type { Export } from '#records/export-records.ts'
import { cellText, valueOf } from './cells.ts'
import { inPieces } from './pieces.ts'

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The export as UTF-8 CSV (RFC 4180), one header row of field names. */
export async function* csvChunks({ columns, records }: Export): AsyncGenerator<string> {
  yield `${columns.map(([name]) => quoted(name)).join(',')}\r\n`
  const toLine = (record: Record<string, unknown>) => columns.map(([name, declared]) => quoted(cellText(valueOf(record, name), declared))).join(',')
  for await (const part of records()) yield* inPieces(part, (record) => `${toLine(record)}\r\n`)
}
