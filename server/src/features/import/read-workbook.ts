import { openAsBlob } from 'node:fs'
import { UnreadableWorkbook, cellTexts, numberAsWritten, reduceWorkbook, workbookProblem } from '@portal/contract/workbook'
import { readSheet } from 'read-excel-file/universal'
import { UnreadableTable, tableLimits } from './table-limits.ts'

/** The rows of a workbook's first sheet as texts, dates in ISO form. Throws UnreadableTable in words. */
export async function* readWorkbook(path: string): AsyncGenerator<readonly string[]> {
  const file = await openAsBlob(path)
  try {
    const reduced = await reduceWorkbook(file, { ...tableLimits, rows: Number.POSITIVE_INFINITY })
    const rows = await readSheet(reduced, { trim: false, parseNumber: numberAsWritten })
    for (const row of rows) yield cellTexts(row)
  } catch (error) {
    const { message } = error instanceof UnreadableWorkbook ? error : workbookProblem(error)
    throw new UnreadableTable(message)
  }
}
