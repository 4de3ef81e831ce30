/** Rows of a segment: those whose `seq` begins with the same bits above the lowest 16. */
export const segmentRows = 65_536
const bitmapBytes = segmentRows / 8
/** From this number of rows on, a bitmap takes no more room than a list of two bytes for each row. */
const bitmapFrom = bitmapBytes / 2

export const segmentOfRow = (seq: number): number => Math.floor(seq / segmentRows)

/** Rows of one segment as they are stored: a bitmap of 8,192 bytes, or two bytes for each of fewer rows. */
export type PackedRows = Uint8Array

const noRows: PackedRows = new Uint8Array()

/** Rows of a segment as they are stored, by their offsets in ascending order. */
export function packed(offsets: Uint16Array): PackedRows {
  if (offsets.length < bitmapFrom) return new Uint8Array(offsets.slice().buffer)
  const bits = new Uint8Array(bitmapBytes)
  for (const offset of offsets) setBit(bits, offset)
  return bits
}

const isBitmap = (rows: PackedRows) => rows.length === bitmapBytes

function setBit(bits: Uint8Array, offset: number): void {
  bits[offset >> 3] = (bits[offset >> 3] ?? 0) | (1 << (offset & 7))
}

/** A bitmap as 32-bit words, by which whole sets are joined and counted. */
function wordsOf(bits: Uint8Array): Uint32Array {
  // Words begin at multiples of four.
  const { buffer, byteOffset } = bits.byteOffset % 4 === 0 ? bits : new Uint8Array(bits)
  return new Uint32Array(buffer, byteOffset, bitmapBytes / 4)
}

/** The number of bits that are set in a word. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

function countOf(rows: PackedRows): number {
  if (!isBitmap(rows)) return rows.length / 2
  const words = wordsOf(rows)
  let count = 0
  // By place: a `for of` of such an array takes ten times as long.
  for (let at = 0; at < words.length; at += 1) count += bitsIn(words[at] ?? 0)
  return count
}

/** The offsets of rows of a segment, in ascending order. */
function offsetsOf(rows: PackedRows): Uint16Array {
  const offsets = new Uint16Array(countOf(rows))
  if (!isBitmap(rows)) {
    for (let at = 0; at < offsets.length; at += 1)
      offsets[at] = (rows[2 * at] ?? 0) + 256 * (rows[2 * at + 1] ?? 0)
    return offsets
  }
  const words = wordsOf(rows)
  let next = 0
  for (let at = 0; at < words.length; at += 1) {
    for (let word = words[at] ?? 0; word !== 0; word &= word - 1) {
      offsets[next] = at * 32 + 31 - Math.clz32(word & -word)
      next += 1
    }
  }
  return offsets
}

/** Adds rows to a bitmap. */
function addTo(bits: Uint8Array, rows: PackedRows): void {
  if (!isBitmap(rows)) {
    for (let at = 0; at < rows.length; at += 2) setBit(bits, (rows[at] ?? 0) + 256 * (rows[at + 1] ?? 0))
    return
  }
  const [words, added] = [wordsOf(bits), wordsOf(rows)]
  for (let at = 0; at < words.length; at += 1) words[at] = (words[at] ?? 0) | (added[at] ?? 0)
}

/** A bitmap of these rows, in memory of its own. */
function toBits(rows: PackedRows): Uint8Array {
  const bits = new Uint8Array(bitmapBytes)
  addTo(bits, rows)
  return bits
}

/** The rows of a segment that one of these has, in memory of their own. */
export function packedUnion(some: readonly PackedRows[]): PackedRows {
  const [first = noRows, ...others] = some
  if (others.length === 0) return new Uint8Array(first)
  const bits = toBits(first)
  for (const rows of others) addTo(bits, rows)
  return countOf(bits) >= bitmapFrom ? bits : new Uint8Array(offsetsOf(bits).buffer)
}

/** The rows of a segment that both have. */
function packedIntersection(one: PackedRows, other: PackedRows): PackedRows {
  if (isBitmap(one) && isBitmap(other)) {
    const bits = new Uint8Array(one)
    const [words, kept] = [wordsOf(bits), wordsOf(other)]
    for (let at = 0; at < words.length; at += 1) words[at] = (words[at] ?? 0) & (kept[at] ?? 0)
    return bits
  }
  const [few, many] = isBitmap(one) ? [other, one] : [one, other]
  const bits = isBitmap(many) ? many : toBits(many)
  const offsets = offsetsOf(few)
  const kept = offsets.filter((offset) => ((bits[offset >> 3] ?? 0) & (1 << (offset & 7))) !== 0)
  return new Uint8Array(kept.buffer)
}

/** A set of rows by `seq`. It never changes. */
export class RowSet {
  readonly #segments: ReadonlyMap<number, PackedRows>
  #count: number | undefined

  constructor(segments: Iterable<readonly [number, PackedRows]> = []) {
    this.#segments = new Map(segments)
  }

  static of(seqs: readonly number[]): RowSet {
    const bySegment = Map.groupBy(new Set(seqs), segmentOfRow)
    return new RowSet(
      [...bySegment].map(([segment, own]) => [
        segment,
        packed(Uint16Array.from(own, (seq) => seq % segmentRows).sort()),
      ]),
    )
  }

  /** The rows that one of these sets has. */
  static union(sets: readonly RowSet[]): RowSet {
    const [first, ...others] = sets.filter(({ count }) => count > 0)
    if (first === undefined) return new RowSet()
    if (others.length === 0) return first
    const segments = new Map(first.#segments)
    for (const [segment, rows] of others.flatMap((set) => [...set.#segments])) {
      const known = segments.get(segment)
      segments.set(segment, known === undefined ? rows : packedUnion([known, rows]))
    }
    return new RowSet(segments)
  }

  /** Those of these rows that another set has as well. */
  and(other: RowSet): RowSet {
    return new RowSet(
      [...this.#segments].map(([segment, rows]) => [
        segment,
        packedIntersection(rows, other.#segments.get(segment) ?? noRows),
      ]),
    )
  }

  /** These rows and others. */
  with(seqs: readonly number[]): RowSet {
    return seqs.length === 0 ? this : RowSet.union([this, RowSet.of(seqs)])
  }

  /** These rows without some. */
  without(seqs: readonly number[]): RowSet {
    if (seqs.length === 0) return this
    const segments = new Map(this.#segments)
    for (const [segment, own] of Map.groupBy(seqs, segmentOfRow)) {
      const bits = toBits(segments.get(segment) ?? noRows)
      for (const seq of own) {
        const offset = seq % segmentRows
        bits[offset >> 3] = (bits[offset >> 3] ?? 0) & ~(1 << (offset & 7))
      }
      segments.set(segment, bits)
    }
    return new RowSet(segments)
  }

  get count(): number {
    this.#count ??= [...this.#segments.values()].reduce((count, rows) => count + countOf(rows), 0)
    return this.#count
  }

  /** The offsets of the rows of each segment, in ascending order. */
  offsets(): [segment: number, offsets: Uint16Array][] {
    return [...this.#segments].map(([segment, rows]) => [segment, offsetsOf(rows)])
  }

  /** The rows with the highest `seq`, highest first, up to a number. */
  newest(most: number): number[] {
    const found: number[] = []
    for (const [segment, rows] of [...this.#segments].toSorted(([a], [b]) => b - a)) {
      if (found.length >= most) break
      const offsets = offsetsOf(rows)
      for (let at = offsets.length - 1; at >= 0 && found.length < most; at -= 1)
        found.push(segment * segmentRows + (offsets[at] ?? 0))
    }
    return found
  }

  /** All segments up to the last as one bitmap in which row `seq` is bit `seq`, as `get_bit` counts bits. */
  toBitmap(): Uint8Array<ArrayBuffer> {
    const last = Math.max(-1, ...this.#segments.keys())
    const whole = new Uint8Array((last + 1) * bitmapBytes)
    for (const [segment, rows] of this.#segments) whole.set(toBits(rows), segment * bitmapBytes)
    return whole
  }
}
