import type { ReducedWorkbook } from './reduce-workbook.ts'
import { UnreadableWorkbook } from './zip.ts'
import { phrase } from '../sentence.ts'

/** A number as written in the workbook, so that amounts keep all digits. */
export class WorkbookNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Does not validate: invalid numbers cause an error in the workbook reader. */
export const numberAsWritten = (text: string): WorkbookNumber => new WorkbookNumber(text)

/** Text for a formula without a calculated result. */
export const uncalculatedText = '#CALC!'

const dayMs = 86_400_000
/**
 * Serial number of the nonexistent February 29, 1900, which workbooks count. It shifts the days before March
 * 1, 1900.
 */
const leapDayOf1900 = 60

/** Formats a fraction of a day: `13:30:00`. */
const timeOf = (ms: number) => new Date(((ms % dayMs) + dayMs) % dayMs).toISOString().slice(11, 19)

/** Formats a date of the 1900 or 1904 date system. A time without a day is formatted as a time only. */
function dayText(date: Date, is1904: boolean): string {
  // Fractions of a day are not whole milliseconds, and readers round them down.
  const ms = (date.getTime() + 1) % 1_000 === 0 ? date.getTime() + 1 : date.getTime()
  if (!Number.isFinite(ms)) return ''
  const serial = (ms - Date.UTC(is1904 ? 1904 : 1899, is1904 ? 0 : 11, is1904 ? 1 : 30)) / dayMs
  if (serial >= 0 && serial < 1) return timeOf(ms)
  const isLeapDay = !is1904 && Math.floor(serial) === leapDayOf1900
  const shifted = is1904 || serial >= leapDayOf1900 ? ms : ms + dayMs
  const iso = isLeapDay ? `1900-02-29T${timeOf(ms)}.000Z` : new Date(shifted).toISOString()
  return shifted % dayMs === 0 ? iso.slice(0, 10) : iso
}

/** `1E3` -> `1000`: programs write exponents, but cells do not display them. */
function numberText(text: string): string {
  const number = Number(text)
  if (!/e/i.test(text) || !Number.isFinite(number)) return text
  return number.toLocaleString('en-US', {
    useGrouping: false,
    maximumSignificantDigits: 17,
    maximumFractionDigits: 20,
  })
}

function textOf(cell: unknown, is1904: boolean): string {
  if (typeof cell === 'string') return cell
  if (cell instanceof WorkbookNumber) return numberText(cell.text)
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell)
  return cell instanceof Date ? dayText(cell, is1904) : ''
}

/**
 * A row of a table as texts. `numbers` contains the zero-based columns whose cells are numbers, as opposed to
 * texts that look like numbers.
 */
export interface TableRow {
  cells: string[]
  numbers: number[]
}

/** Maximum number of cells that are filled from merged cells. */
const maxSpread = 2_000_000

/**
 * Fills cells that workbook readers leave empty: formulas without a result, and rows of a vertically merged
 * cell, which all get its value.
 */
function fillCells(rows: readonly unknown[][], { merges, uncalculated }: ReducedWorkbook): void {
  for (const [row, column] of uncalculated) rows[row]?.splice(column, 1, uncalculatedText)
  let spread = 0
  for (const { row, lastRow, column, lastColumn } of merges) {
    const value = rows[row]?.[column]
    if (value === null || value === undefined || column !== lastColumn) continue
    const last = Math.min(lastRow, rows.length - 1)
    spread += last - row
    if (spread > maxSpread)
      throw new UnreadableWorkbook(
        phrase('The merged cells of the sheet span more than {{maxSpread}} rows.', { maxSpread }),
      )
    for (let below = row + 1; below <= last; below += 1) rows[below]?.splice(column, 1, value)
  }
}

/** The rows of a sheet as texts, with dates in ISO format; trailing empty cells are omitted. */
export function* sheetTexts(rows: unknown[][], workbook: ReducedWorkbook): Generator<TableRow> {
  fillCells(rows, workbook)
  for (const row of rows) {
    const texts = row.map((cell) => textOf(cell, workbook.is1904))
    const cells = texts.slice(0, texts.findLastIndex((text) => text !== '') + 1)
    yield { cells, numbers: row.flatMap((cell, column) => (cell instanceof WorkbookNumber ? [column] : [])) }
  }
}

/** Turns an error of the workbook reader into a sentence, with the cell when it is known. */
export function workbookProblem(error: unknown): UnreadableWorkbook {
  if (error instanceof UnreadableWorkbook) return error
  const place = error instanceof Error ? /\bat row (\d{1,7}),? col (\d{1,5})/.exec(error.message) : null
  return new UnreadableWorkbook(
    place === null
      ? phrase('The workbook is damaged: its parts are not well-formed.', {})
      : phrase('The workbook is damaged: the cell in row {{row}}, column {{column}} cannot be read.', {
          row: String(place[1]),
          column: String(place[2]),
        }),
  )
}
