import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'

/** Distance of anchors in rows: the maximum number of index entries to skip before a page begins. */
export const anchorsApart = 5_000
const maxKept = 200

/** A row whose position in a list was known when the write counter of its table was `mark`. */
export interface Anchor {
  seq: number
  /** Is its sort field empty? Then so are those of all rows after it. */
  isEmpty: boolean
  /** Number of rows before it. */
  offset: number
  mark: number
}

export interface AnchorScan {
  text: string
  values: readonly unknown[]
}

const Place = z.tuple([z.number(), z.boolean()])
type Place = z.infer<typeof Place>
const ScanResult = z.object({ rows: z.array(Place).nullable() })

interface CacheEntry {
  walk: AnchorScan
  /** The write counter when a far page of the list was last read. */
  mark: number
  /** One row in every `anchorsApart`, starting with the first; null until the list is scanned. */
  rows: readonly Place[] | null
  /** Was the list requested again without a write in between? Then a scan is worthwhile. */
  isPending: boolean
}

/**
 * Row positions in lists whose far pages are requested, so that a deep page starts at the anchor before it
 * instead of at the first row. Anchors are valid until the table is written. The query of the page reads the
 * write counter in its own snapshot to check that.
 */
export class PageAnchors {
  readonly #lists = new Map<string, CacheEntry>()

  /** The last anchor at or before an offset, if the list was scanned. */
  before(list: string, offset: number): Anchor | null {
    const kept = this.#lists.get(list)
    const place = Math.floor(offset / anchorsApart)
    const row = kept?.rows?.[place]
    return kept === undefined || row === undefined
      ? null
      : { seq: row[0], isEmpty: row[1], offset: place * anchorsApart, mark: kept.mark }
  }

  /** Reports that a far page was read without an anchor when the write counter was `mark`. */
  missed(list: string, walk: AnchorScan, mark: number): void {
    const kept = this.#lists.get(list)
    const isPending = kept?.mark === mark && kept.rows === null
    this.#lists.delete(list)
    this.#lists.set(list, { walk, mark, rows: kept?.mark === mark ? kept.rows : null, isPending })
    const [oldest] = this.#lists.keys()
    if (this.#lists.size > maxKept && oldest !== undefined) this.#lists.delete(oldest)
  }

  /** Keys of the lists to scan. */
  get wanted(): string[] {
    return [...this.#lists].filter(([, { isPending }]) => isPending).map(([list]) => list)
  }

  /**
   * Scans the pending lists. A list that was written in the meantime gets no anchors until it is requested
   * twice again.
   */
  async scanPending(database: Database): Promise<void> {
    for (const list of this.wanted) {
      const wanted = this.#lists.get(list)
      if (wanted === undefined) continue
      // A scan that fails is not repeated before the list is asked for again.
      wanted.isPending = false
      const { walk, mark } = wanted
      const [found] = await database.slowQuery(walk.text, [...walk.values, mark], ScanResult)
      // Requests of the meantime have replaced the entry.
      const kept = this.#lists.get(list)
      if (kept?.mark === mark) this.#lists.set(list, { ...kept, rows: found?.rows ?? null, isPending: false })
    }
  }
}
