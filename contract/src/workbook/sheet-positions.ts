import { UnreadableWorkbook } from './zip.ts'
import { phrase } from '../sentence.ts'

/** Maximum number of rows in a sheet according to the standard. */
const maxSheetRows = 1_048_576

export interface SheetLimits {
  /** Maximum number of cells per row, including empty ones. */
  columns: number
  /** Maximum number of cells in the bounding rectangle: number of rows times the widest row. */
  cells: number
  /** Maximum number of rows to read; further rows are skipped. */
  rows: number
}

/** Zero-based column of column letters, `AB` -> 27. More than three letters are outside every sheet. */
function columnOf(letters: string): number {
  if (letters.length > 3) return Number.POSITIVE_INFINITY
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/**
 * Maximum number of characters between two tags. A cell holds at most 32,767 characters, which are longer as
 * entities.
 */
const maxTextLength = 1_048_576

/**
 * Matches the start tags to process and the end tag of the rows. Formulas after the rows do not belong to
 * cells.
 */
const tagOfInterest = /<(?:\/(?:\w+:)?sheetData\s*|(?:\w+:)?(row|c|f|v|is|mergeCell)(?=[\s/>])[^<>]*)>/g
const placeOfRow = /\sr\s*=\s*["']\s*(\d+)\s*["']/
const placeOfCell = /\sr\s*=\s*["']\s*([A-Za-z]+)(\d+)\s*["']/
const rangeOfMerge = /\sref\s*=\s*["']\s*([A-Za-z]+)(\d+):([A-Za-z]+)(\d+)\s*["']/
/**
 * Cells whose text is to be used as it is: errors and ISO dates. Workbook readers drop errors and read ISO
 * dates as local time.
 */
const spelledOut = /\st\s*=\s*["'](?:e|d)["']/

/** A range of merged cells, zero-based. The first cell holds the value. */
export interface MergedCells {
  column: number
  lastColumn: number
  row: number
  lastRow: number
}

const maxMerges = 100_000

/**
 * Processes the XML of a sheet as a stream and adds the position (`r`) to every row and cell: the standard
 * makes it optional, but workbook readers need it. Throws UnreadableWorkbook with the row that exceeds the
 * limits, before any cell is created. Also collects what workbook readers do not return: merged cells and
 * formulas without a result.
 */
export class SheetPositions {
  readonly #limits: SheetLimits
  #rest = ''
  #row = 0
  #column = -1
  #widest = 0
  /** Number of characters since the last tag. */
  #sinceTag = 0
  /** Whether the current cell has a formula but no result yet. */
  #awaitsResult = false
  #isBehindRows = false
  /** Whether the row limit is reached; further rows are dropped. */
  isFull = false
  readonly merges: MergedCells[] = []
  /** Zero-based row and column of cells with a formula that was never calculated. */
  readonly uncalculated: [row: number, column: number][] = []

  constructor(limits: SheetLimits) {
    this.#limits = limits
  }

  /** Adds a piece and returns the processed text. An incomplete tag is kept until the next piece. */
  add(piece: string): string {
    const text = this.#rest + piece
    const first = piece.indexOf('<')
    this.#sinceTag += first < 0 ? piece.length : first
    if (this.#sinceTag > maxTextLength)
      throw new UnreadableWorkbook(
        phrase('Row {{row}} has a text of more than {{maxTextLength}} characters.', {
          row: Math.max(1, this.#row),
          maxTextLength,
        }),
      )
    if (first >= 0) this.#sinceTag = piece.length - piece.lastIndexOf('<')
    const cut = text.lastIndexOf('<')
    const isWhole = cut < 0 || text.includes('>', cut)
    if (!isWhole && text.length - cut > 65_536)
      throw new UnreadableWorkbook('The workbook is damaged and can’t be read.')
    this.#rest = isWhole ? '' : text.slice(cut)
    return this.#placed(isWhole ? text : text.slice(0, cut))
  }

  #placed(text: string): string {
    let end = text.length
    const wasFull = this.isFull
    const placed = text.replaceAll(tagOfInterest, (tag: string, kind: string | undefined, at: number) => {
      if (kind === 'mergeCell') this.#merge(tag)
      if (this.isFull || this.#isBehindRows) return tag
      if (kind === undefined) this.#endRows()
      if (kind === 'f') this.#awaitsResult = true
      if (kind === 'v' || kind === 'is') this.#awaitsResult = false
      if (kind === 'c') return this.#cell(tag)
      if (kind !== 'row') return tag
      if (this.#row >= this.#limits.rows) {
        this.isFull = true
        end = at
        return tag
      }
      return this.#startRow(tag)
    })
    if (wasFull) return ''
    if (!this.isFull) return placed
    // Added positions make the text longer, so the cut is measured from its end.
    return `${placed.slice(0, placed.length - (text.length - end))}${closing(text)}`
  }

  #merge(tag: string): void {
    const [, from = '', row, to = '', lastRow] = rangeOfMerge.exec(tag) ?? []
    if (row === undefined) return
    if (this.merges.length >= maxMerges)
      throw new UnreadableWorkbook(
        phrase('The sheet has more than {{maxMerges}} merged cells.', { maxMerges }),
      )
    this.merges.push({
      column: columnOf(from.toUpperCase()),
      lastColumn: columnOf(to.toUpperCase()),
      row: Number(row) - 1,
      lastRow: Number(lastRow) - 1,
    })
  }

  /** Called when the current cell is complete. */
  #closeCell(): void {
    if (this.#awaitsResult) this.uncalculated.push([this.#row - 1, this.#column])
    this.#awaitsResult = false
  }

  #endRows(): void {
    this.#closeCell()
    this.#isBehindRows = true
  }

  #startRow(tag: string): string {
    this.#closeCell()
    const given = placeOfRow.exec(tag)?.[1]
    const row = given === undefined ? this.#row + 1 : Number(given)
    if (row > maxSheetRows)
      throw new UnreadableWorkbook(
        phrase('The workbook says it has a row {{given}}: a sheet has at most {{maxSheetRows}} rows.', {
          given: String(given).slice(0, 20),
          maxSheetRows,
        }),
      )
    this.#row = row
    this.#column = -1
    this.#measure()
    return given === undefined ? withPlace(tag, String(row)) : tag
  }

  #cell(tag: string): string {
    this.#closeCell()
    const given = placeOfCell.exec(tag)
    const column = given === null ? this.#column + 1 : columnOf((given[1] ?? '').toUpperCase())
    if (given !== null && Number(given[2]) !== this.#row)
      throw new UnreadableWorkbook(
        phrase('The workbook is damaged: row {{row}} has a cell of row {{given}}.', {
          row: this.#row,
          given: String(given[2]).slice(0, 20),
        }),
      )
    if (column >= this.#limits.columns) {
      const where = given === null ? '' : ` (${String(given[1]).slice(0, 10)}${this.#row})`
      throw new UnreadableWorkbook(
        phrase('Row {{row}} has more than {{columns}} cells{{where}}.', {
          row: this.#row,
          columns: this.#limits.columns,
          where,
        }),
      )
    }
    this.#column = column
    this.#widest = Math.max(this.#widest, column + 1)
    this.#measure()
    const typed = spelledOut.test(tag) ? tag.replace(spelledOut, ' t="str"') : tag
    return given === null ? withPlace(typed, `${lettersOf(column)}${this.#row}`) : typed
  }

  #measure(): void {
    if (this.#row * this.#widest > this.#limits.cells)
      throw new UnreadableWorkbook(
        phrase(
          'The sheet is too large at row {{row}}: {{row}} rows of {{widest}} columns are more than {{cells}} cells. Delete empty columns and rows, or save it as CSV.',
          { row: this.#row, widest: this.#widest, cells: this.#limits.cells },
        ),
      )
  }
}

/** Column letters of a zero-based column, `27` -> `AB`. */
function lettersOf(column: number): string {
  const rest = Math.floor(column / 26)
  return `${rest === 0 ? '' : lettersOf(rest - 1)}${String.fromCharCode(65 + (column % 26))}`
}

const withPlace = (tag: string, place: string) => tag.replace(/^<[\w:]+/, (name) => `${name} r="${place}"`)

/** End tags of the elements around the rows, with the namespace prefix of the sheet. */
function closing(text: string): string {
  const prefix = /<((?:\w+:)?)row[\s/>]/.exec(text)?.[1] ?? ''
  return `</${prefix}sheetData></${prefix}worksheet>`
}
