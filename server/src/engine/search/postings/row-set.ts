/** Rows of a segment: those whose `seq` begins with the same bits above the lowest 16. */
export const segmentRows = 65_536
const bitmapBytes = segmentRows / 8
/** From this number of rows on, a bitmap takes no more room than a list of two bytes for each row. */
const bitmapFrom = bitmapBytes / 2

export const segmentOfRow = (seq: number): number => Math.floor(seq / segmentRows)

/** Rows of one segment as they are stored: a bitmap of 8,192 bytes, or two bytes for each of fewer rows. */
export function packed(offsets: readonly number[]): Uint8Array {
  if (offsets.length < bitmapFrom) return new Uint8Array(Uint16Array.from(offsets).buffer)
  const bits = new Uint8Array(bitmapBytes)
  for (const offset of offsets) setBit(bits, offset)
  return bits
}

function setBit(bits: Uint8Array, offset: number): void {
  bits[offset >> 3] = (bits[offset >> 3] ?? 0) | (1 << (offset & 7))
}

/** A bitmap as 32-bit words, by which whole sets are joined and counted. */
const wordsOf = ({ buffer, byteOffset }: Uint8Array) => new Uint32Array(buffer, byteOffset, bitmapBytes / 4)

/** The number of bits that are set in a word. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

function countOf(bits: Uint8Array): number {
  const words = wordsOf(bits)
  let count = 0
  // By place: a `for of` of such an array takes ten times as long.
  for (let at = 0; at < words.length; at += 1) count += bitsIn(words[at] ?? 0)
  return count
}

/** A set of rows by `seq`, as one bitmap for each segment. */
export class RowSet {
  readonly #segments = new Map<number, Uint8Array>()
  /** Number of rows; null until it is asked for after a change. */
  #count: number | null = 0

  #bitsOf(segment: number): Uint8Array {
    const known = this.#segments.get(segment)
    if (known !== undefined) return known
    const bits = new Uint8Array(bitmapBytes)
    this.#segments.set(segment, bits)
    return bits
  }

  /** Adds rows as they are stored for a segment. */
  addPacked(segment: number, rows: Uint8Array): void {
    this.#count = null
    if (rows.length === bitmapBytes) return this.#addBitmap(segment, rows)
    const bits = this.#bitsOf(segment)
    for (let at = 0; at + 1 < rows.length; at += 2) setBit(bits, (rows[at] ?? 0) + 256 * (rows[at + 1] ?? 0))
  }

  #addBitmap(segment: number, rows: Uint8Array): void {
    const known = this.#segments.get(segment)
    if (known === undefined) {
      this.#segments.set(segment, new Uint8Array(rows))
      return
    }
    const words = wordsOf(known)
    // Words begin at multiples of four.
    const added = wordsOf(rows.byteOffset % 4 === 0 ? rows : new Uint8Array(rows))
    for (let at = 0; at < words.length; at += 1) words[at] = (words[at] ?? 0) | (added[at] ?? 0)
  }

  add(seq: number): void {
    this.#count = null
    setBit(this.#bitsOf(segmentOfRow(seq)), seq % segmentRows)
  }

  remove(seq: number): void {
    this.#count = null
    const bits = this.#segments.get(segmentOfRow(seq))
    const offset = seq % segmentRows
    if (bits !== undefined) bits[offset >> 3] = (bits[offset >> 3] ?? 0) & ~(1 << (offset & 7))
  }

  /** The rows of a segment as they are stored. */
  packedOf(segment: number): Uint8Array {
    const bits = this.#segments.get(segment) ?? new Uint8Array(bitmapBytes)
    if (countOf(bits) >= bitmapFrom) return bits
    const offsets: number[] = []
    for (const [at, byte] of bits.entries()) {
      for (let bit = 0; byte >> bit !== 0; bit += 1) if ((byte & (1 << bit)) !== 0) offsets.push(at * 8 + bit)
    }
    return packed(offsets)
  }

  /** Adds the rows of another set. */
  addAll(other: RowSet): void {
    for (const [segment, bits] of other.#segments) this.addPacked(segment, bits)
  }

  /** Keeps the rows that another set has as well. */
  keepOnly(other: RowSet): void {
    this.#count = null
    for (const [segment, bits] of this.#segments) {
      const keptBits = other.#segments.get(segment)
      if (keptBits === undefined) {
        this.#segments.delete(segment)
        continue
      }
      const [words, kept] = [wordsOf(bits), wordsOf(keptBits)]
      for (let at = 0; at < words.length; at += 1) words[at] = (words[at] ?? 0) & (kept[at] ?? 0)
    }
  }

  get count(): number {
    this.#count ??= [...this.#segments.values()].reduce((count, bits) => count + countOf(bits), 0)
    return this.#count
  }

  /** The rows with the highest `seq`, highest first, up to a number. */
  newest(most: number): number[] {
    const found: number[] = []
    for (const segment of [...this.#segments.keys()].toSorted((a, b) => b - a)) {
      const words = wordsOf(this.#bitsOf(segment))
      for (let at = words.length - 1; at >= 0 && found.length < most; at -= 1) {
        let word = words[at] ?? 0
        while (word !== 0 && found.length < most) {
          const bit = 31 - Math.clz32(word)
          found.push(segment * segmentRows + at * 32 + bit)
          word &= ~(1 << bit)
        }
      }
    }
    return found
  }

  /** All segments up to the last as one bitmap in which row `seq` is bit `seq`, as `get_bit` counts bits. */
  toBitmap(): Uint8Array {
    const last = Math.max(-1, ...this.#segments.keys())
    const whole = new Uint8Array((last + 1) * bitmapBytes)
    for (const [segment, bits] of this.#segments) whole.set(bits, segment * bitmapBytes)
    return whole
  }
}
