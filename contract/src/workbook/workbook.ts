export { numberAsWritten, sheetTexts, workbookProblem } from './cell-texts.ts'
export type { TableRow } from './cell-texts.ts'
export { reduceWorkbook } from './reduce-workbook.ts'
export { UnreadableWorkbook } from './zip.ts'
