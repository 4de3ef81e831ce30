import { createHash } from 'node:crypto'

/**
 * Names for prepared statements, made from their text. A text gets a name on its second use. The number of
 * names is limited, because every connection keeps every named statement until it closes. A statement without
 * a name is planned each time it runs.
 */
export class StatementNames {
  readonly #limit: number
  readonly #names = new Map<string, string>()
  readonly #seenOnce = new Set<string>()

  constructor(limit = 500) {
    this.#limit = limit
  }

  /** Reports a text that comes from a bounded set of templates, so it may get a name. */
  offer(text: string): void {
    if (this.#names.has(text) || this.#names.size >= this.#limit) return
    if (this.#seenOnce.delete(text)) {
      this.#names.set(text, `s_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`)
      return
    }
    if (this.#seenOnce.size >= this.#limit * 4) this.#seenOnce.clear()
    this.#seenOnce.add(text)
  }

  find(text: string): string | undefined {
    return this.#names.get(text)
  }
}
