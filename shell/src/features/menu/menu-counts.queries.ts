import { MenuCounts } from '@portal/contract'
import { crud, nothing } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'
import type { QueryClient } from '@portal/shared-ui/query'

/** The stream tells of changes; this is for what no event tells, such as a stream that is away. */
const everyMs = 300_000
/**
 * Events are gathered for a moment, and after a question the next one waits: a busy office makes no page ask
 * all the time.
 */
const gatherMs = 500
const restMs = 10_000

const queryKey = ['menu-counts'] as const

/** What waits for the viewer behind entries of the menu. */
export const menuCountsQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }) => crud({ apiPath: '/menu-counts', method: 'GET' }, MenuCounts, { signal }),
  staleTime: everyMs,
  refetchInterval: everyMs,
  refetchOnWindowFocus: true,
})

/** The viewer looks at the notifications. */
export const visitNotifications = () =>
  crud({ apiPath: '/notifications/visit', method: 'POST', body: {} }, nothing)

/** Brings the counts up to date with what the stream tells. */
export class MenuCountsWatch {
  readonly #queryClient: QueryClient
  #timer: ReturnType<typeof setTimeout> | undefined
  #askedAtMs = -restMs

  constructor(queryClient: QueryClient) {
    this.#queryClient = queryClient
  }

  note(): void {
    this.#timer ??= setTimeout(
      () => this.#askAnew(),
      Math.max(gatherMs, this.#askedAtMs + restMs - performance.now()),
    )
  }

  #askAnew(): void {
    this.#timer = undefined
    this.#askedAtMs = performance.now()
    void this.#queryClient.invalidateQueries({ queryKey })
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }
}
