const megabyte = 1_048_576

/** What a table to import may be at most. */
export const tableLimits = {
  fileBytes: 100 * megabyte,
  /** Bytes the parts of a workbook unpack to. */
  unpackedBytes: 500 * megabyte,
  /** Rows below the header. */
  rows: 1_000_000,
  /** Cells of one row. */
  columns: 1_000,
  /** Cells of the rectangle of a sheet. */
  cells: 30_000_000,
  sharedStrings: 3_000_000,
  /** Characters of one row. */
  rowLength: megabyte,
} as const

/** A table that cannot be read to its end, as a sentence that names the row or the part. */
export class UnreadableTable extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'UnreadableTable'
  }
}
