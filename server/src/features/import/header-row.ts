import { foldHeader } from '@portal/contract'

/** What is known of the header before the file is read. */
export interface HeaderHints {
  /** Columns a mapping names: the header has all of them. */
  columns: readonly string[]
  /** Folded words that offices head their columns with. */
  words: readonly string[]
}

/** Rows among which the header is looked for. */
export const headerSearchRows = 30

/**
 * A column by its header: as it is written, else in other letters when only one is written so. -1 when there
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
/** Numbers, days and amounts head no column. */
const isFigure = (cell: string) => /^[\d\s.,:;/$€£%()+-]+$/.test(cell)

/** How many cells of a row are words that columns are headed with; none where a figure stands among them. */
function wordsIn(cells: readonly string[], words: ReadonlySet<string>): number {
  const texts = filled(cells)
  if (texts.some(isFigure)) return 0
  return new Set(texts.map(foldHeader).filter((word) => words.has(word))).size
}

/**
 * Which of the first rows that are not empty is the header, by its place among them: the one that has all
 * columns of the mapping, else the first as wide as the table, since titles above it fill a cell or two; a
 * wider one below that has more of the words columns are headed with.
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
