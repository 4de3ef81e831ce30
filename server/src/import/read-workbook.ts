import { openAsBlob } from 'node:fs'
import {
  UnreadableWorkbook,
  numberAsWritten,
  reduceWorkbook,
  sheetTexts,
  workbookProblem,
} from '@portal/contract/workbook'
import type { TableRow } from '@portal/contract/workbook'
import type { ImportSheet } from '@portal/contract'
import { readSheet } from 'read-excel-file/universal'
import { UnreadableTable, tableLimits } from './table-limits.ts'

/**
 * The rows of a sheet as text, with dates in ISO format. The sheet is the one of this name or else the first
 * visible one. `rows` limits their number. Throws UnreadableTable.
 */
export async function readWorkbook(
  path: string,
  sheet: string | undefined,
  rows: number,
): Promise<{ sheets: ImportSheet[]; rows: Iterable<TableRow> }> {
  const file = await openAsBlob(path)
  try {
    const reduced = await reduceWorkbook(file, { ...tableLimits, rows }, sheet)
    const read = await readSheet(reduced.bytes, { trim: false, parseNumber: numberAsWritten })
    return { sheets: reduced.sheets, rows: sheetTexts(read, reduced) }
  } catch (error) {
    const { sentence } = error instanceof UnreadableWorkbook ? error : workbookProblem(error)
    throw new UnreadableTable(sentence)
  }
}
