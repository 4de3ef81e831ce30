import { foldHeader } from '@portal/contract/import-mapping'

/** What is known about the header before the file is read. */
export interface HeaderHints {
  /** Columns that a mapping names. The header has all of them. */
  columns: readonly string[]
  /** Common column headings, folded. */
  words: readonly string[]
}

/** Number of rows in which the header is searched. */
export const headerSearchRows = 30

/**
 * Index of the column with this header: an exact match, or else the only match that ignores case. -1 if there
 * is none.
 */
export function columnOf(headers: readonly string[], wanted: string): number {
  const [trimmed, name] = [headers.map((header) => header.trim()), wanted.trim()]
  const exact = trimmed.indexOf(name)
  if (exact >= 0) return exact
  const alike = trimmed.flatMap((header, column) =>
    header.toLowerCase() === name.toLowerCase() ? [column] : [],
  )
  return alike.length === 1 ? (alike[0] ?? -1) : -1
}

const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '')
/** Numbers, days and amounts are not headings. */
const isFigure = (cell: string) => /^[\d\s.,:;/$€£%()+-]+$/.test(cell)

/** Number of cells in a row that are known headings; 0 if the row contains a figure. */
function wordsIn(cells: readonly string[], words: ReadonlySet<string>): number {
  const texts = filled(cells)
  if (texts.some(isFigure)) return 0
  return new Set(texts.map(foldHeader).filter((word) => words.has(word))).size
}

/**
 * Index of the header among the first rows that are not empty. It is the row with all columns of the mapping.
 * Else it is the first row that is about as wide as the table, because titles above it fill only a cell or
 * two; a wider row below it with more known headings takes precedence.
 */
export function findHeader(rows: readonly (readonly string[])[], { columns, words }: HeaderHints): number {
  if (columns.length > 0) {
    const named = rows.findIndex((row) => columns.every((column) => columnOf(row, column) >= 0))
    if (named >= 0) return named
  }
  const widths = rows.map((row) => filled(row).length)
  const widest = Math.max(0, ...widths)
  const known = new Set(words)
  const scores = rows.map((row) => wordsIn(row, known))
  if (widest <= 1) return Math.max(0, scores.slice(0, 5).indexOf(1))
  const first = Math.max(
    0,
    widths.findIndex((width) => width > Math.max(1, widest / 2)),
  )
  const [width = 0, score = 0] = [widths[first], scores[first]]
  const better = scores.findIndex(
    (each, at) => at > first && (widths[at] ?? 0) > width && each > score && each * 2 >= (widths[at] ?? 0),
  )
  return better < 0 ? first : better
}
