import { open } from 'node:fs/promises'
import { sendParts } from '../../workers/parts.ts'
import { readCsv } from './read-csv.ts'
import { readWorkbook } from './read-workbook.ts'
import { UnreadableTable, tableLimits } from './table-limits.ts'
import type { TablePart } from './table-parts.ts'

/** Where a part ends: so many rows, or so many characters in them. */
const rowsAtOnce = 1_000
const charactersAtOnce = 2_000_000

async function isZip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    if (bytesRead === 0) throw new UnreadableTable('The file is empty.')
    return buffer.equals(Buffer.from([0x50, 0x4b, 3, 4]))
  } finally {
    await file.close()
  }
}

/** A cell as the database keeps it: for NUL and halves of characters one stands that no text field takes. */
function storable(cell: string): string {
  if (!cell.includes('\u0000') && cell.isWellFormed()) return cell
  return cell.replaceAll('\u0000', '\u0001').replaceAll(/\p{Surrogate}/gu, '\u0001')
}

async function* partsOf(path: string): AsyncGenerator<TablePart> {
  try {
    let headers: readonly string[] | null = null
    let row = 0
    let lines: string[] = []
    let length = 0
    const waiting = (): TablePart => {
      const part = { rows: lines.length, lines: `[${lines.join(',')}]` }
      lines = []
      length = 0
      return part
    }
    // The header is row 1, as a program that shows tables counts.
    for await (const cells of (await isZip(path)) ? readWorkbook(path) : readCsv(path)) {
      if (cells.every((cell) => cell.trim() === '')) continue
      const number = headers === null ? 1 : row + 2
      if (cells.length > tableLimits.columns) throw new UnreadableTable(`Row ${number} has more than ${tableLimits.columns} cells.`)
      const size = cells.reduce((sum, cell) => sum + cell.length, 0)
      if (size > tableLimits.rowLength) throw new UnreadableTable(`Row ${number} is longer than 1 MiB.`)
      if (headers === null) {
        headers = cells.map((cell, at) => storable(at === 0 ? cell.replace(/^\ufeff/, '') : cell))
        yield { headers: [...headers] }
        continue
      }
      row += 1
      if (row > tableLimits.rows) throw new UnreadableTable(`The file has more than ${tableLimits.rows} rows.`)
      lines.push(JSON.stringify({ row, size, cells: cells.map(storable) }))
      length += size
      if (lines.length >= rowsAtOnce || length >= charactersAtOnce) yield waiting()
    }
    if (headers === null) throw new UnreadableTable('The file is empty.')
    if (lines.length > 0) yield waiting()
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error
    yield { unreadable: error.message }
  }
}

/** Reads a CSV or XLSX file; which of the two it is, its first bytes tell. A task of the worker pool; its parts are TableParts. */
export async function readTable(path: string): Promise<void> {
  await sendParts(partsOf(path))
}
