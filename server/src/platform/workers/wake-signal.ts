/**
 * Wakes a worker of this server. Without a worker here, nothing happens, and another server finds the work by
 * polling.
 */
export class WakeSignal {
  #wake: (() => void) | undefined

  /** Sets the worker to wake, until the returned function is called. */
  listen(wake: () => void): () => void {
    this.#wake = wake
    return () => {
      if (this.#wake === wake) this.#wake = undefined
    }
  }

  wake(): void {
    this.#wake?.()
  }
}
