/** A draft is saved after this pause in typing, in ms. */
const restMs = 1_000
/**
 * While typing continues, the draft is saved at this interval, in ms, so that a crash loses at most two
 * seconds.
 */
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

  /** Saves after `waitMs` without another call, but at most after the longest wait. */
  schedule(waitMs = restMs): void {
    this.#dirtySinceMs ??= Date.now()
    const leftMs = Math.max(0, maxWaitMs - (Date.now() - this.#dirtySinceMs))
    this.#start(Math.min(waitMs, leftMs))
  }

  retryLater(): void {
    this.#start(tryAgainMs)
  }

  /** Records a successful save; a scheduled save stays scheduled. */
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
