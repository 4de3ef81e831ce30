interface Running<Result> {
  result: Promise<Result>
  waiting: number
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

/** Work by key that runs once for all who ask for it while it runs. */
export class SharedWork<Result> {
  readonly #running = new Map<string, Running<Result>>()

  /**
   * Waits for the running work of this key, or starts it; `isOwn` tells which. The work is aborted when
   * nobody waits for it any more. Throws the error of the work, or the reason of `signal` when that aborts.
   */
  async run(
    key: string,
    start: (signal: AbortSignal) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<{ result: Result; isOwn: boolean }> {
    signal?.throwIfAborted()
    const known = this.#running.get(key)
    const work = known ?? this.#start(key, start)
    work.waiting += 1
    try {
      return { result: await untilAborted(work.result, signal), isOwn: known === undefined }
    } finally {
      work.waiting -= 1
      if (work.waiting === 0) {
        this.#forget(key, work.result)
        work.stop.abort()
      }
    }
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<Result>): Running<Result> {
    const stop = new AbortController()
    const result: Promise<Result> = start(stop.signal).finally(() => this.#forget(key, result))
    const work = { result, waiting: 0, stop }
    this.#running.set(key, work)
    return work
  }

  #forget(key: string, result: Promise<Result>): void {
    if (this.#running.get(key)?.result === result) this.#running.delete(key)
  }
}
