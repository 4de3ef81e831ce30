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
 * A sheet of a workbook - that of this name, else the first visible one - as texts, dates in ISO form: all of
 * its rows, or so many. Throws UnreadableTable in words.
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
    const { message } = error instanceof UnreadableWorkbook ? error : workbookProblem(error)
    throw new UnreadableTable(message)
  }
}
