import type { TableName } from '@portal/contract'

/** Rows of one segment as `RowSet.addPacked` takes them, and the build of the segment of which they are. */
export interface KnownRows {
  builds: number
  rows: Uint8Array
}

/** What is known of the segments of a table, by segment. */
export type KnownSegments = ReadonlyMap<number, KnownRows>

/** At a million records a common word takes 140 kB, and so do the rows of a row rule. */
const usualMaxBytes = 8 * 1_048_576
/** What an entry takes beside its rows, about. */
const bytesOfSegment = 200
/** A table that has no posting lists is not asked for them again for this time. */
const unaskedMs = 10_000

const none: KnownSegments = new Map()

function bytesOf(segments: KnownSegments): number {
  let bytes = 0
  for (const { rows } of segments.values()) bytes += rows.length + bytesOfSegment
  return bytes
}

/**
 * What a server remembers of posting lists: the rows of words that were asked for last, and of row rules. A
 * build of a segment never changes, so they hold until the segment is built anew.
 */
export class KnownPostings {
  readonly #maxBytes: number
  readonly #kept = new Map<string, KnownSegments>()
  #bytes = 0
  /** Tables of which rows had changed since their lists were built, when they were read last. */
  readonly #changed = new Set<TableName>()
  /** When tables without posting lists may be asked for them again, by the clock of the process. */
  readonly #unaskedUntilMs = new Map<TableName, number>()

  constructor(maxBytes = usualMaxBytes) {
    this.#maxBytes = maxBytes
  }

  /** What is known of a row rule with its filter, or of a pattern, by its key. */
  find(key: string): KnownSegments {
    return this.#kept.get(key) ?? none
  }

  /** Keeps what was read for a key. What was not asked for the longest time makes room. */
  keep(key: string, segments: KnownSegments): void {
    this.#forget(key)
    this.#kept.set(key, segments)
    this.#bytes += bytesOf(segments)
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.#forget(oldest)
    }
  }

  #forget(key: string): void {
    this.#bytes -= bytesOf(this.find(key))
    this.#kept.delete(key)
  }

  /** Had rows of the table changed since its lists were built, when they were read last? */
  hadChanges(table: TableName): boolean {
    return this.#changed.has(table)
  }

  /** Notes whether rows of the table have changed since its lists were built. */
  noteChanges(table: TableName, has: boolean): void {
    if (has) this.#changed.add(table)
    else this.#changed.delete(table)
  }

  /** Was the table without posting lists a moment ago? */
  lacks(table: TableName): boolean {
    return performance.now() < (this.#unaskedUntilMs.get(table) ?? 0)
  }

  /** Notes whether the table has posting lists. Once it has none, its builds may begin at 1 again. */
  note(table: TableName, has: boolean): void {
    this.#unaskedUntilMs.set(table, has ? 0 : performance.now() + unaskedMs)
    if (has) return
    this.#kept.clear()
    this.#bytes = 0
  }
}
