import type { QueryClient } from '@tanstack/react-query'

/** Events are gathered for a moment: one sending tells several mailboxes. */
const gatherMs = 150

/**
 * Brings mailboxes on screen, and the mail among what is related to an open record, up to date with what
 * arrives and with what others do.
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
