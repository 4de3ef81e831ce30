export { cellTexts, numberAsWritten, workbookProblem } from './cell-texts.ts'
export { reduceWorkbook } from './reduce-workbook.ts'
export { UnreadableWorkbook } from './zip.ts'
