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

/** The number of bits that are set in each byte. */
const bitsOf = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length)

/** A set of rows by `seq`, as one bitmap for each segment. */
export class RowSet {
  readonly #segments = new Map<number, Uint8Array>()

  #bitsOf(segment: number): Uint8Array {
    const known = this.#segments.get(segment)
    if (known !== undefined) return known
    const bits = new Uint8Array(bitmapBytes)
    this.#segments.set(segment, bits)
    return bits
  }

  /** Adds rows as they are stored for a segment. */
  addPacked(segment: number, rows: Uint8Array): void {
    const bits = this.#bitsOf(segment)
    if (rows.length === bitmapBytes) {
      for (let at = 0; at < bitmapBytes; at += 1) bits[at] = (bits[at] ?? 0) | (rows[at] ?? 0)
      return
    }
    for (let at = 0; at + 1 < rows.length; at += 2) setBit(bits, (rows[at] ?? 0) + 256 * (rows[at + 1] ?? 0))
  }

  add(seq: number): void {
    setBit(this.#bitsOf(segmentOfRow(seq)), seq % segmentRows)
  }

  remove(seq: number): void {
    const bits = this.#segments.get(segmentOfRow(seq))
    const offset = seq % segmentRows
    if (bits !== undefined) bits[offset >> 3] = (bits[offset >> 3] ?? 0) & ~(1 << (offset & 7))
  }

  /** The rows of a segment as a bitmap of 8,192 bytes, which `addPacked` takes. */
  bitmapOf(segment: number): Uint8Array {
    return this.#bitsOf(segment)
  }

  /** Adds the rows of another set. */
  addAll(other: RowSet): void {
    for (const [segment, bits] of other.#segments) this.addPacked(segment, bits)
  }

  /** Keeps the rows that another set has as well. */
  keepOnly(other: RowSet): void {
    for (const [segment, bits] of this.#segments) {
      const kept = other.#segments.get(segment)
      if (kept === undefined) this.#segments.delete(segment)
      else for (let at = 0; at < bitmapBytes; at += 1) bits[at] = (bits[at] ?? 0) & (kept[at] ?? 0)
    }
  }

  get count(): number {
    let count = 0
    for (const bits of this.#segments.values()) for (const byte of bits) count += bitsOf[byte] ?? 0
    return count
  }

  /** The rows with the highest `seq`, highest first, up to a number. */
  newest(most: number): number[] {
    const found: number[] = []
    for (const segment of [...this.#segments.keys()].toSorted((a, b) => b - a)) {
      const bits = this.#segments.get(segment) ?? new Uint8Array()
      for (let at = bits.length - 1; at >= 0; at -= 1) {
        if (found.length >= most) return found
        const byte = bits[at] ?? 0
        for (let bit = 7; byte !== 0 && bit >= 0; bit -= 1) {
          if ((byte & (1 << bit)) !== 0 && found.length < most)
            found.push(segment * segmentRows + at * 8 + bit)
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
