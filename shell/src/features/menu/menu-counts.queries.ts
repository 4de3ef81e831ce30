import { MenuCounts } from '@portal/contract'
import { crud, nothing } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'
import type { QueryClient } from '@portal/shared-ui/query'

/** The stream reports changes. This interval covers missed events, for example while the stream is down. */
const everyMs = 300_000
/**
 * Events are gathered for `gatherMs`, and requests are at least `restMs` apart, so that frequent changes do
 * not cause constant requests.
 */
const gatherMs = 500
const restMs = 10_000

const queryKey = ['menu-counts'] as const

/** The counts shown at the entries of the menu. */
export const menuCountsQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }) => crud({ apiPath: '/menu-counts', method: 'GET' }, MenuCounts, { signal }),
  staleTime: everyMs,
  refetchInterval: everyMs,
  refetchOnWindowFocus: true,
})

/** Records that the viewer has opened the notifications. */
export const visitNotifications = () =>
  crud({ apiPath: '/notifications/visit', method: 'POST', body: {} }, nothing)

/** Updates the counts after events of the stream. */
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
