import type { TableName } from '@portal/contract'
import { SharedWork } from '#platform/shared-work.ts'
import type { Places } from './places.ts'
import type { PackedRows } from './row-set.ts'

/** What is known of one segment, by default its rows, and of which build it is. */
export interface KnownRows<Rows = PackedRows> {
  builds: number
  rows: Rows
}

/** What is known of the segments of a table, by segment. */
export type KnownSegments<Rows = PackedRows> = ReadonlyMap<number, KnownRows<Rows>>

/** At a million records a common word takes 140 kB, and so do the rows of a row rule. */
const maxBytesOfRows = 8 * 1_048_576
/** Room for three orders of ten million records, or for all orders of a million. */
const maxBytesOfPlaces = 96 * 1_048_576
/** What a text among bounds takes, about, and a time. */
const bytesOfBound = { string: 100, number: 8 }
/** What an entry takes beside its rows, about. */
const bytesOfSegment = 200
/** A table that has no posting lists is not asked for them again for this time. */
const unaskedMs = 10_000

const none: KnownSegments<never> = new Map()

/** What was read of some tables, by key. What was not asked for the longest time makes room. */
export class RecentSegments<Rows> {
  readonly #maxBytes: number
  readonly #sizeOf: (rows: Rows) => number
  readonly #kept = new Map<string, KnownSegments<Rows>>()
  #bytes = 0

  constructor(maxBytes: number, sizeOf: (rows: Rows) => number) {
    this.#maxBytes = maxBytes
    this.#sizeOf = sizeOf
  }

  find(key: string): KnownSegments<Rows> {
    return this.#kept.get(key) ?? none
  }

  keep(key: string, segments: KnownSegments<Rows>): void {
    this.#forget(key)
    this.#kept.set(key, segments)
    this.#bytes += this.#bytesOf(segments)
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.#forget(oldest)
    }
  }

  #bytesOf(segments: KnownSegments<Rows>): number {
    let bytes = 0
    for (const { rows } of segments.values()) bytes += this.#sizeOf(rows) + bytesOfSegment
    return bytes
  }

  #forget(key: string): void {
    this.#bytes -= this.#bytesOf(this.find(key))
    this.#kept.delete(key)
  }

  clear(): void {
    this.#kept.clear()
    this.#bytes = 0
  }
}

/**
 * What a server remembers of posting lists. A build of a segment never changes, so it holds until the segment
 * is built anew.
 */
export class KnownPostings {
  /** The rows of words, by the key of a pattern, and of row rules, by that of the rule with its filter. */
  readonly rows = new RecentSegments<PackedRows>(maxBytesOfRows, ({ length }) => length)
  /** The places of rows, by the key of an order; null where there are none. */
  readonly places = new RecentSegments<Places | null>(maxBytesOfPlaces, (places) => {
    if (places === null) return 0
    const { steps, bounds } = places
    // The bounds of an order are all texts or all times.
    return (
      steps.byteLength + bounds.length * bytesOfBound[typeof bounds[0] === 'number' ? 'number' : 'string']
    )
  })
  /** Reads of what many searches need at once, by what they read. */
  readonly reading = new SharedWork<void>()
  /** Tables of which rows had changed since their lists were built, when they were read last. */
  readonly #changed = new Set<TableName>()
  /** When tables without posting lists may be asked for them again, by the clock of the process. */
  readonly #unaskedUntilMs = new Map<TableName, number>()

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
    this.rows.clear()
    this.places.clear()
  }
}
