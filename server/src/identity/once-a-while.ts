/** Remembers for a while what was told already, so that reading on leaves one trace and not a thousand. */
export class OnceAWhile {
  readonly #windowMs: number
  readonly #most: number
  readonly #told = new Map<string, number>()

  constructor(windowMs: number, most = 50_000) {
    this.#windowMs = windowMs
    this.#most = most
  }

  /** True for the first time in the window that begins with it. */
  isFirst(key: string, now: Date): boolean {
    const known = this.#told.get(key)
    if (known !== undefined && now.getTime() - known < this.#windowMs) return false
    // The oldest gives way; it may be told once more.
    const [oldest] = this.#told.keys()
    if (this.#told.size >= this.#most && oldest !== undefined) this.#told.delete(oldest)
    this.#told.delete(key)
    this.#told.set(key, now.getTime())
    return true
  }
}
