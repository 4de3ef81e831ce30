import { QueryClient } from '@tanstack/react-query'

/**
 * The one query client of the page. A refused call is not asked again; a call that did not get through is
 * retried by the API client, so that writes and reads obey one rule. Lists stay fresh for 30 s: the stream
 * invalidates what changed before that. Calls are made although the browser believes to be offline: held
 * back, they would wait without a word.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
