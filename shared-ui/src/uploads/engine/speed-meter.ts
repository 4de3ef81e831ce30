/** How far back bytes count for the speed. */
const windowMs = 4_000
const minMs = 400

/** Tells how fast bytes go, over the last seconds. */
export class SpeedMeter {
  readonly #windowMs: number
  #marks: { atMs: number; loaded: number }[] = []

  constructor(windowInMs = windowMs) {
    this.#windowMs = windowInMs
  }

  note(loaded: number): void {
    const atMs = Date.now()
    this.#marks = [
      ...this.#marks.filter((mark) => mark.atMs > atMs - this.#windowMs && mark.loaded <= loaded),
      { atMs, loaded },
    ]
  }

  /** Bytes a second; null while there is too little to tell it by. */
  now(): number | null {
    const [first, last] = [this.#marks[0], this.#marks.at(-1)]
    if (first === undefined || last === undefined || last.atMs - first.atMs < minMs) return null
    return ((last.loaded - first.loaded) / (last.atMs - first.atMs)) * 1000
  }
}
