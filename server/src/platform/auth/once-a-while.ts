/** Remembers for a time window what was already audited, so that repeated reads write one audit row. */
export class OnceAWhile {
  readonly #windowMs: number
  readonly #most: number
  readonly #told = new Map<string, number>()

  constructor(windowMs: number, max = 50_000) {
    this.#windowMs = windowMs
    this.#most = max
  }

  /** True for the first call with this key; the window starts with that call. */
  isFirst(key: string, now: Date): boolean {
    const known = this.#told.get(key)
    if (known !== undefined && now.getTime() - known < this.#windowMs) return false
    // The oldest key is dropped at the limit; it may then be audited once more.
    const [oldest] = this.#told.keys()
    if (this.#told.size >= this.#most && oldest !== undefined) this.#told.delete(oldest)
    this.#told.delete(key)
    this.#told.set(key, now.getTime())
    return true
  }
}
