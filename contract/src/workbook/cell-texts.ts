import { UnreadableWorkbook } from './zip.ts'

/** Numbers stay as the workbook writes them: amounts lose no digit on the way. What is no number says so by the reader's own error. */
export const numberAsWritten = (text: string): string => text

const dayMs = 86_400_000

function textOf(cell: unknown): string {
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell)
  if (!(cell instanceof Date)) return ''
  const atMs = cell.getTime()
  if (!Number.isFinite(atMs)) return ''
  const iso = cell.toISOString()
  return atMs % dayMs === 0 ? iso.slice(0, 10) : iso
}

/** The cells of a row as texts, dates in ISO form; empty cells behind the last filled one are left out. */
export function cellTexts(row: readonly unknown[]): string[] {
  const texts = row.map(textOf)
  return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1)
}

/** What the reader of workbooks throws, as a sentence that names the place where it knows one. */
export function workbookProblem(error: unknown): UnreadableWorkbook {
  if (error instanceof UnreadableWorkbook) return error
  const place = error instanceof Error ? /\bat row (\d{1,7}),? col (\d{1,5})/.exec(error.message) : null
  const where = place === null ? 'its parts are not well-formed' : `the cell in row ${place[1]}, column ${place[2]} cannot be read`
  return new UnreadableWorkbook(`The workbook is damaged: ${where}.`)
}
