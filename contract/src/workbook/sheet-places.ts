import { UnreadableWorkbook } from './zip.ts'

/** Rows a sheet can have, by the standard. */
const mostSheetRows = 1_048_576

export interface SheetLimits {
  /** Cells a row may have, empty ones between them included. */
  columns: number
  /** Cells of the rectangle that holds all of them: its rows by its widest row. */
  cells: number
  /** Rows that are read; the rest is left out. */
  rows: number
}

/**
 * Zero-based column of the letters of a place, `AB` -> 27; a place of more than three letters lies beyond
 * every sheet.
 */
function columnOf(letters: string): number {
  if (letters.length > 3) return Number.POSITIVE_INFINITY
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

/** Characters between two tags: a cell holds at most 32,767, which entities make longer. */
const longestText = 1_048_576

/**
 * Tags that begin something of interest, and the one that ends the rows; behind it formulas belong to no
 * cell.
 */
const tagOfInterest = /<(?:\/(?:\w+:)?sheetData\s*|(?:\w+:)?(row|c|f|v|is|mergeCell)(?=[\s/>])[^<>]*)>/g
const placeOfRow = /\sr\s*=\s*["']\s*(\d+)\s*["']/
const placeOfCell = /\sr\s*=\s*["']\s*([A-Za-z]+)(\d+)\s*["']/
const rangeOfMerge = /\sref\s*=\s*["']\s*([A-Za-z]+)(\d+):([A-Za-z]+)(\d+)\s*["']/
/**
 * Cells whose text is what they say: an error, or a day in ISO form, which readers of workbooks leave out or
 * take for local time.
 */
const spelledOut = /\st\s*=\s*["'](?:e|d)["']/

/** Cells merged into one, zero-based: its value stands in the first of them. */
export interface MergedCells {
  column: number
  lastColumn: number
  row: number
  lastRow: number
}

const mostMerges = 100_000

/**
 * Reads the text of a sheet as it comes and passes it on with a place (`r`) in every row and cell, which the
 * standard lets programs leave out and readers need. Throws UnreadableWorkbook naming the row whose cells lie
 * beyond the limits, before anything is made of them. It also tells what readers do not: merged cells, and
 * formulas that stand without a result.
 */
export class SheetPlaces {
  readonly #limits: SheetLimits
  #rest = ''
  #row = 0
  #column = -1
  #widest = 0
  /** Characters since the last tag. */
  #sinceTag = 0
  /** Is a formula open that has no result yet? */
  #awaitsResult = false
  #isBehindRows = false
  /** No row behind the limit is passed on. */
  isFull = false
  readonly merges: MergedCells[] = []
  /**
   * Cells, by zero-based row and column, that hold a formula and no result: their program never calculated
   * them.
   */
  readonly uncalculated: [row: number, column: number][] = []

  constructor(limits: SheetLimits) {
    this.#limits = limits
  }

  /** The text that can be passed on after this piece; a tag that is cut in two waits for its end. */
  add(piece: string): string {
    const text = this.#rest + piece
    const first = piece.indexOf('<')
    this.#sinceTag += first < 0 ? piece.length : first
    if (this.#sinceTag > longestText)
      throw new UnreadableWorkbook(
        `Row ${Math.max(1, this.#row)} has a text of more than ${longestText} characters.`,
      )
    if (first >= 0) this.#sinceTag = piece.length - piece.lastIndexOf('<')
    const cut = text.lastIndexOf('<')
    const isWhole = cut < 0 || text.includes('>', cut)
    if (!isWhole && text.length - cut > 65_536)
      throw new UnreadableWorkbook('The workbook is damaged: its parts are not well-formed.')
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
    // Places that were put in made the text longer: what is cut off is counted from its end.
    return `${placed.slice(0, placed.length - (text.length - end))}${closing(text)}`
  }

  #merge(tag: string): void {
    const [, from = '', row, to = '', lastRow] = rangeOfMerge.exec(tag) ?? []
    if (row === undefined) return
    if (this.merges.length >= mostMerges)
      throw new UnreadableWorkbook(`The sheet has more than ${mostMerges} merged cells.`)
    this.merges.push({
      column: columnOf(from.toUpperCase()),
      lastColumn: columnOf(to.toUpperCase()),
      row: Number(row) - 1,
      lastRow: Number(lastRow) - 1,
    })
  }

  /** The cell before this place is whole. */
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
    if (row > mostSheetRows)
      throw new UnreadableWorkbook(
        `The workbook says it has a row ${String(given).slice(0, 20)}: a sheet has at most ${mostSheetRows} rows.`,
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
        `The workbook is damaged: row ${this.#row} has a cell of row ${String(given[2]).slice(0, 20)}.`,
      )
    if (column >= this.#limits.columns) {
      const where = given === null ? '' : ` (${String(given[1]).slice(0, 10)}${this.#row})`
      throw new UnreadableWorkbook(`Row ${this.#row} has more than ${this.#limits.columns} cells${where}.`)
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
        `The sheet is too large at row ${this.#row}: ${this.#row} rows of ${this.#widest} columns are more than ${this.#limits.cells} cells. Delete empty columns and rows, or save it as CSV.`,
      )
  }
}

/** Letters of a zero-based column, `27` -> `AB`. */
function lettersOf(column: number): string {
  const rest = Math.floor(column / 26)
  return `${rest === 0 ? '' : lettersOf(rest - 1)}${String.fromCharCode(65 + (column % 26))}`
}

const withPlace = (tag: string, place: string) => tag.replace(/^<[\w:]+/, (name) => `${name} r="${place}"`)

/** Ends of the elements around rows, with the prefix the sheet's program writes. */
function closing(text: string): string {
  const prefix = /<((?:\w+:)?)row[\s/>]/.exec(text)?.[1] ?? ''
  return `</${prefix}sheetData></${prefix}worksheet>`
}
