import { QueryClient } from '@tanstack/react-query'
import { isWorthRetrying } from '../api/api-problem.ts'

/**
 * The one query client of the page. A refused call is not asked again; a call that did not get through is retried by the API client,
 * so that writes and reads obey one rule. Lists stay fresh for 30 s: the stream invalidates what changed before that.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 5 * 60_000,
        retry: false,
        refetchOnWindowFocus: 'always',
        refetchOnReconnect: (query) => isWorthRetrying(query.state.error) || 'always',
      },
      mutations: { retry: false },
    },
  })
}
