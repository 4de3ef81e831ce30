/**
 * Numbers of history rows that were passed over. Numbers are given when a row is written and rows appear when they commit, so a lower
 * number may appear after a higher one; numbers of transactions that were rolled back never do and are forgotten after a while.
 */
export class Gaps {
  readonly #keepMs: number
  readonly #limit: number
  /** Number to the moment it was found missing. */
  readonly #missing = new Map<number, number>()

  constructor(keepMs = 600_000, limit = 10_000) {
    this.#keepMs = keepMs
    this.#limit = limit
  }

  /** Notes which numbers between `last` and the new ones are missing, and that those which came are not any more. */
  note(last: number, ids: readonly number[], nowMs: number): void {
    let previous = last
    for (const id of ids) {
      if (this.#missing.delete(id)) continue
      for (let skipped = previous + 1; skipped < id && this.#missing.size < this.#limit; skipped += 1) this.#missing.set(skipped, nowMs)
      previous = Math.max(previous, id)
    }
    for (const [id, since] of this.#missing) if (nowMs - since > this.#keepMs) this.#missing.delete(id)
  }

  numbers(): number[] {
    return [...this.#missing.keys()]
  }
}
