import { inEnglish } from '@portal/contract'
import type { Sayable } from '@portal/contract'

const megabyte = 1_048_576

/** Limits of an imported table. */
export const tableLimits = {
  fileBytes: 100 * megabyte,
  /** Unpacked size of a workbook. */
  unpackedBytes: 500 * megabyte,
  /** Rows below the header. */
  rows: 1_000_000,
  /** Cells in a row. */
  columns: 1_000,
  /** Cells in the used range of a sheet. */
  cells: 30_000_000,
  sharedStrings: 3_000_000,
  /** Characters in a row. */
  rowLength: megabyte,
} as const

/** An unreadable table. The sentence names the row or the part. */
export class UnreadableTable extends Error {
  readonly sentence: Sayable
  constructor(sentence: Sayable) {
    super(inEnglish(sentence))
    this.name = 'UnreadableTable'
    this.sentence = sentence
  }
}
