import { numberAsWritten, reduceWorkbook, sheetTexts, workbookProblem } from '@portal/contract/workbook'
import { readSheet } from 'read-excel-file/universal'

/** Of a workbook, what a page reads to show its first rows; the server reads the rest with the same reader. */
const headLimits = { unpackedBytes: 500 * 1_048_576, columns: 1_000, cells: 1_000_000, sharedStrings: 3_000_000 }

/** The first rows of a workbook's first sheet: enough to guess what its columns hold. Throws in words for other files. */
export async function readXlsxHead(file: Blob, most: number): Promise<string[][]> {
  try {
    const head = await reduceWorkbook(file, { ...headLimits, rows: most })
    const rows = await readSheet(new Blob([head.bytes]), { trim: false, parseNumber: numberAsWritten })
    return Array.from(sheetTexts(rows, head), ({ cells }) => cells)
  } catch (error) {
    throw workbookProblem(error)
  }
}
