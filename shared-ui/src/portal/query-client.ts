import { QueryClient } from '@tanstack/react-query'

/**
 * The single query client of the page. It does not retry: the API client retries calls without a response, so
 * that reads and writes follow one rule. Lists stay fresh for 30 s, since the stream invalidates what changes
 * earlier. Queries also run when the browser reports that it is offline: a paused query would wait without
 * any message.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
