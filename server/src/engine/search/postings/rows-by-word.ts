import { packed } from './row-set.ts'
import type { PackedRows } from './row-set.ts'

/** Additions in their order: for each the number of the word and the offset of the row. */
interface Additions {
  words: Uint32Array<ArrayBuffer>
  rows: Uint16Array<ArrayBuffer>
  used: number
}
const additionsAtOnce = 65_536

/**
 * The rows of one segment by word, gathered in ascending order of the rows. The additions of a segment are
 * more than a million. They are kept as plain numbers outside the heap of JavaScript, which would keep the
 * memory of as many lists for long.
 */
export class RowsByWord {
  readonly #numbers = new Map<string, number>()
  /** The number of rows of each word, and its last row, by the word's number. */
  readonly #counts: number[] = []
  readonly #lastRows: number[] = []
  readonly #additions: Additions[] = []

  /** Adds a row, by its offset in the segment, to the rows of a word. */
  add(word: string, row: number): void {
    let number = this.#numbers.get(word)
    if (number === undefined) {
      number = this.#numbers.size
      this.#numbers.set(word, number)
    } else if (this.#lastRows[number] === row) return
    this.#lastRows[number] = row
    this.#counts[number] = (this.#counts[number] ?? 0) + 1
    const into = this.#room()
    into.words[into.used] = number
    into.rows[into.used] = row
    into.used += 1
  }

  #room(): Additions {
    const last = this.#additions.at(-1)
    if (last !== undefined && last.used < additionsAtOnce) return last
    const next = {
      words: new Uint32Array(additionsAtOnce),
      rows: new Uint16Array(additionsAtOnce),
      used: 0,
    }
    this.#additions.push(next)
    return next
  }

  /**
   * The words, sorted, and the rows of a word as they are stored. It can be asked for once: `free` gives its
   * memory back at once, where the collector would take its time.
   */
  lists(): { words: string[]; rowsOf: (word: string) => PackedRows; free: () => void } {
    /** Where the next row of each word belongs; in the end, where its rows end. */
    const ends: number[] = []
    let all = 0
    for (const count of this.#counts) {
      ends.push(all)
      all += count
    }
    const rows = new Uint16Array(all)
    for (const { words, rows: added, used } of this.#additions.splice(0)) {
      for (let at = 0; at < used; at += 1) {
        const number = words[at] ?? 0
        const next = ends[number] ?? 0
        rows[next] = added[at] ?? 0
        ends[number] = next + 1
      }
      words.buffer.transfer(0)
      added.buffer.transfer(0)
    }
    return {
      words: [...this.#numbers.keys()].toSorted(),
      rowsOf: (word) => {
        const number = this.#numbers.get(word) ?? Number.NaN
        return packed(rows.subarray(ends[number - 1] ?? 0, ends[number] ?? 0))
      },
      free: () => rows.buffer.transfer(0),
    }
  }
}
