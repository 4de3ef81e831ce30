import type { QueryClient } from '@tanstack/react-query'

/** Time to batch events: one message sends events to several mailboxes. */
const gatherMs = 150

/**
 * Reloads visible mailboxes, and the related mail of an open record, after new mail and changes by others.
 */
export class LiveMail {
  readonly #queryClient: QueryClient
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient
  }

  note(): void {
    this.#timer ??= setTimeout(() => this.#readAgain(), gatherMs)
  }

  #readAgain(): void {
    this.stop()
    void this.#queryClient.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === 'mail' || queryKey.at(-1) === 'related',
    })
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
