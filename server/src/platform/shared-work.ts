interface Running<Result> {
  result: Promise<Result>
  waiting: number
  hasEnded: boolean
  stop: AbortController
}

/** Waits for a result until `signal` aborts, and then throws its reason. */
async function untilAborted<Result>(result: Promise<Result>, signal?: AbortSignal): Promise<Result> {
  if (signal === undefined) return result
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([result, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Work by key that those who ask for it at once share. */
export class SharedWork<Result> {
  readonly #running = new Map<string, Running<Result>>()

  /**
   * Waits for work of this key that begins after this call: what runs already may be older than what its
   * caller must see. All who find it running share the next run. Work is aborted when nobody waits for it any
   * more. Throws the error of the work, or the reason of `signal` when that aborts.
   */
  async runNext(
    key: string,
    start: (signal: AbortSignal) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    signal?.throwIfAborted()
    const running = this.#running.get(key)
    if (running === undefined) return this.#wait(key, this.#start(key, start), signal)
    await this.#wait(key, running, signal)
    signal?.throwIfAborted()
    return this.#wait(key, this.#running.get(key) ?? this.#start(key, start), signal)
  }

  async #wait(key: string, work: Running<Result>, signal?: AbortSignal): Promise<Result> {
    work.waiting += 1
    try {
      return await untilAborted(work.result, signal)
    } finally {
      work.waiting -= 1
      if (work.waiting === 0 && !work.hasEnded) {
        this.#forget(key, work.result)
        work.stop.abort()
      }
    }
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<Result>): Running<Result> {
    const stop = new AbortController()
    const result: Promise<Result> = start(stop.signal).finally(() => {
      work.hasEnded = true
      this.#forget(key, result)
    })
    const work = { result, waiting: 0, hasEnded: false, stop }
    this.#running.set(key, work)
    return work
  }

  #forget(key: string, result: Promise<Result>): void {
    if (this.#running.get(key)?.result === result) this.#running.delete(key)
  }
}
