import { open } from 'node:fs/promises'
import { phrase } from '@portal/contract'
import type { ImportFile, ImportRow, Language, Sayable } from '@portal/contract'
import { localize } from '#platform/language/localize.ts'
import { sendParts } from '#platform/workers/parts.ts'
import { findHeader, headerSearchRows } from './header-row.ts'
import { encodingOf, readCsv } from './read-csv.ts'
import { readWorkbook } from './read-workbook.ts'
import { UnreadableTable, tableLimits } from './table-limits.ts'
import { TableRequest } from './table-parts.ts'
import type { TablePart } from './table-parts.ts'

/** A part ends after this number of rows or characters. */
const rowsAtOnce = 1_000
const charactersAtOnce = 2_000_000

/** Number of rows below the header in a preview, and of characters per cell. */
const sampleRows = 5
const previewCharacters = 200

async function startOf(path: string): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    if (bytesRead === 0) throw new UnreadableTable('The file is empty.')
    return buffer
  } finally {
    await file.close()
  }
}

const isZip = (start: Uint8Array) => Buffer.from([0x50, 0x4b, 3, 4]).equals(start)

/**
 * A cell as stored in the database. Replaces NUL and lone surrogates with a character that every text field
 * refuses.
 */
function storable(cell: string): string {
  if (!cell.includes('\u0000') && cell.isWellFormed()) return cell
  return cell.replaceAll('\u0000', '\u0001').replaceAll(/\p{Surrogate}/gu, '\u0001')
}

/** A row that is not empty, with its number in the file. */
interface NumberedRow {
  line: number
  cells: readonly string[]
  numbers: readonly number[]
}

interface Table extends Pick<ImportFile, 'sheets' | 'encoding'> {
  rows: AsyncIterable<Omit<NumberedRow, 'line'>> | Iterable<Omit<NumberedRow, 'line'>>
}

async function* withoutNumbers(
  rows: AsyncIterable<readonly string[]>,
): AsyncGenerator<Omit<NumberedRow, 'line'>> {
  for await (const cells of rows) yield { cells, numbers: [] }
}

async function openTable({ path, sheet, encoding, isPreview, headerRow = 0 }: TableRequest): Promise<Table> {
  const start = await startOf(path)
  const firstRows = Math.max(headerSearchRows, headerRow) + sampleRows
  if (isZip(start))
    return {
      encoding: 'utf-8',
      ...(await readWorkbook(path, sheet, isPreview ? firstRows : Number.POSITIVE_INFINITY)),
    }
  if (sheet !== undefined) throw new UnreadableTable('A text file has no sheets. Do not set a sheet.')
  const found = await encodingOf(path, start, encoding, isPreview)
  return { encoding: found, sheets: [], rows: withoutNumbers(readCsv(path, found)) }
}

/** The rows that are not empty, with their numbers. Throws UnreadableTable for a row beyond the limits. */
async function* numbered({ rows }: Table): AsyncGenerator<NumberedRow> {
  let line = 0
  for await (const { cells, numbers } of rows) {
    line += 1
    if (cells.every((cell) => cell.trim() === '')) continue
    if (cells.length > tableLimits.columns)
      throw new UnreadableTable(
        phrase('Row {{line}} has more than {{columns}} cells.', { line, columns: tableLimits.columns }),
      )
    const size = cells.reduce((sum, cell) => sum + cell.length, 0)
    if (size > tableLimits.rowLength)
      throw new UnreadableTable(phrase('Row {{line}} is longer than 1 MiB.', { line }))
    yield { line, cells, numbers }
  }
}

async function takeFirst(
  rows: AsyncGenerator<NumberedRow>,
  isEnough: (taken: readonly NumberedRow[]) => boolean,
): Promise<NumberedRow[]> {
  const taken: NumberedRow[] = []
  while (!isEnough(taken)) {
    const next = await rows.next()
    if (next.done === true) break
    taken.push(next.value)
  }
  return taken
}

/** Index of the header among the first rows. Throws UnreadableTable if there is none. */
function headerAmong(first: readonly NumberedRow[], { headerRow, columns, words }: TableRequest): number {
  if (first.length === 0) throw new UnreadableTable('The file is empty.')
  if (headerRow === undefined)
    return findHeader(
      first.slice(0, headerSearchRows).map(({ cells }) => cells),
      { columns, words },
    )
  const chosen = first.findIndex(({ line }) => line === headerRow)
  if (chosen < 0)
    throw new UnreadableTable(
      phrase('Row {{headerRow}} is empty or not in the file, so that it cannot be the header.', {
        headerRow,
      }),
    )
  return chosen
}

/** Refuses cells beyond the last column of the header, which belong to no field. */
function excessOf(cells: readonly string[], width: number): Sayable | undefined {
  const last = cells.findLastIndex((cell) => cell.trim() !== '') + 1
  return last > width
    ? phrase(
        'The row has {{last}} cells and the header {{width}}: a cell may hold a separator that is not in quotes',
        { last, width },
      )
    : undefined
}

const shortened = (cells: readonly string[]) =>
  cells.map((cell) => storable(cell).slice(0, previewCharacters))

function previewOf(file: ImportFile, first: readonly NumberedRow[], header: number): TablePart {
  const rows = first
    .slice(0, Math.max(headerSearchRows, header + 1))
    .map(({ line, cells }): ImportRow => ({ row: line, cells: shortened(cells) }))
  const samples = first.slice(header + 1, header + 1 + sampleRows).map(({ cells }) => shortened(cells))
  return { preview: { ...file, rows, samples } }
}

async function* readRows(
  first: readonly NumberedRow[],
  rest: AsyncGenerator<NumberedRow>,
  width: number,
  language: Language | undefined,
): AsyncGenerator<TablePart> {
  const say = localize(language)
  let row = 0
  let lines: string[] = []
  let length = 0
  async function* all(): AsyncGenerator<NumberedRow> {
    yield* first
    yield* rest
  }
  for await (const { line, cells, numbers } of all()) {
    row += 1
    if (row > tableLimits.rows)
      throw new UnreadableTable(phrase('The file has more than {{rows}} rows.', { rows: tableLimits.rows }))
    const size = cells.reduce((sum, cell) => sum + cell.length, 0)
    const problem = excessOf(cells, width)
    lines.push(
      JSON.stringify({
        row,
        line,
        size,
        cells: cells.map(storable),
        ...(numbers.length > 0 && { numbers }),
        ...(problem !== undefined && { problem: say(problem) }),
      }),
    )
    length += size
    if (lines.length < rowsAtOnce && length < charactersAtOnce) continue
    yield { rows: lines.length, lines: `[${lines.join(',')}]` }
    lines = []
    length = 0
  }
  if (lines.length > 0) yield { rows: lines.length, lines: `[${lines.join(',')}]` }
}

async function* partsOf(request: TableRequest): AsyncGenerator<TablePart> {
  try {
    const table = await openTable(request)
    const rows = numbered(table)
    const { headerRow = 0, isPreview } = request
    const isEnough = (taken: readonly NumberedRow[]) =>
      taken.length >= headerSearchRows + (isPreview ? sampleRows : 0) &&
      (taken.at(-1)?.line ?? 0) >= headerRow + (isPreview ? sampleRows : 0)
    const first = await takeFirst(rows, isEnough)
    const at = headerAmong(first, request)
    const headers = (first[at]?.cells ?? []).map(storable)
    const width = headers.findLastIndex((header) => header.trim() !== '') + 1
    const file = {
      sheets: table.sheets,
      encoding: table.encoding,
      headerRow: first[at]?.line ?? 1,
      headers: headers.slice(0, width),
    }
    if (isPreview) {
      yield previewOf(file, first, at)
      return
    }
    yield { file }
    yield* readRows(first.slice(at + 1), rows, width, request.language)
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error
    yield { unreadable: error.sentence }
  }
}

/**
 * Reads a CSV or XLSX file, which it tells apart by the first bytes. Runs as a task of the worker pool and
 * sends TableParts.
 */
export async function readTable(request: unknown): Promise<void> {
  await sendParts(partsOf(TableRequest.parse(request)))
}
