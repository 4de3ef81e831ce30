/** A draft is saved once nobody has typed for this time. A save every 700 ms would be too often. */
const restMs = 1_000
/** While somebody types without a rest, it is saved this often: a dead browser loses two seconds at most. */
const maxWaitMs = 1_500
const tryAgainMs = 5_000

/** Decides when a changed draft is saved. */
export class SaveTimer {
  readonly #save: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #dirtySinceMs: number | null = null

  constructor(save: () => void) {
    this.#save = save
  }

  /** Saves after `waitMs` without another call, but no later than the longest wait. */
  schedule(waitMs = restMs): void {
    this.#dirtySinceMs ??= Date.now()
    const leftMs = Math.max(0, maxWaitMs - (Date.now() - this.#dirtySinceMs))
    this.#start(Math.min(waitMs, leftMs))
  }

  retryLater(): void {
    this.#start(tryAgainMs)
  }

  /** The draft is on the server; a save that is scheduled stays so. */
  saved(): void {
    this.#dirtySinceMs = null
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#dirtySinceMs = null
  }

  #start(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#save, ms)
  }
}
