import type { TableName } from '@portal/contract'

/** The rows of one segment that a person may list, and the build of the segment of which they are. */
export interface Standing {
  builds: number
  rows: Uint8Array
}

/** A row rule with its filter has one entry; so many are kept. */
const maxRules = 12
/** A table that has no posting lists is not asked for them again for this time. */
const unaskedMs = 10_000

const none: ReadonlyMap<number, Standing> = new Map()

/** What a server remembers of posting lists. */
export class KnownPostings {
  readonly #standings = new Map<string, ReadonlyMap<number, Standing>>()
  /** When tables without posting lists may be asked for them again, by the clock of the process. */
  readonly #unaskedUntilMs = new Map<TableName, number>()

  /** What is known of the segments for a row rule with its filter, by segment. */
  standingsOf(rule: string): ReadonlyMap<number, Standing> {
    return this.#standings.get(rule) ?? none
  }

  /** Keeps what was read for a rule. The rule that was kept first makes room. */
  keep(rule: string, standings: ReadonlyMap<number, Standing>): void {
    this.#standings.set(rule, standings)
    const [oldest] = this.#standings.keys()
    if (this.#standings.size > maxRules && oldest !== undefined) this.#standings.delete(oldest)
  }

  /** Was the table without posting lists a moment ago? */
  lacks(table: TableName): boolean {
    return performance.now() < (this.#unaskedUntilMs.get(table) ?? 0)
  }

  /** Notes whether the table has posting lists. */
  note(table: TableName, has: boolean): void {
    this.#unaskedUntilMs.set(table, has ? 0 : performance.now() + unaskedMs)
  }
}
