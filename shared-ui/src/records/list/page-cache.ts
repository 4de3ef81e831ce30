import { useQueryClient } from '@tanstack/react-query'
import type { Query, QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Declaration } from '@portal/contract'
import { countOf } from './cached-pages.ts'
import { groupsQuery, pageQuery, questionOf, recordKeys, stateInKey } from './record-queries.ts'
import type { ListState, TablePage } from './record-queries.ts'

/** Does the work once the browser has nothing better to do. Answers how to call it off. */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 0)
    return () => clearTimeout(timer)
  }
  const idle = window.requestIdleCallback(work, { timeout: 2_000 })
  return () => window.cancelIdleCallback(idle)
}

/** Fetches a page nobody has asked for yet. A failure is met again, and told, when the page is opened. */
function prefetchPage(queryClient: QueryClient, collection: Declaration, state: ListState): void {
  if (state.group === undefined) void queryClient.prefetchQuery(pageQuery(collection, state))
  else void queryClient.prefetchQuery(groupsQuery(collection, state))
}

/**
 * Pages are cached by filter, sort and count (specification.md 7): once a page tells another count, what is
 * cached of the other pages of the same question does not go with it any more and is forgotten. Once a page
 * stands, the next one is fetched ahead.
 * `shown` is the page of `state`, undefined while it is on its way.
 */
export function usePageCache(collection: Declaration, state: ListState, shown: TablePage | undefined): void {
  const queryClient = useQueryClient()
  const { name } = collection
  const count = shown?.countWhenRead
  const next = shown !== undefined && state.page < shown.pages ? { ...state, page: state.page + 1 } : null
  const question = JSON.stringify(questionOf(state))
  useEffect(() => {
    if (count === undefined || count === null) return
    const isOfAnotherCount = ({ queryKey, state: { data } }: Query) => {
      const other = stateInKey(queryKey)
      return (
        other !== null &&
        JSON.stringify(questionOf(other)) === question &&
        (countOf(data)?.count ?? count) !== count
      )
    }
    queryClient.removeQueries({
      queryKey: recordKeys.lists(name),
      type: 'inactive',
      predicate: isOfAnotherCount,
    })
  }, [queryClient, name, question, count])
  const wanted = next === null ? null : JSON.stringify(next)
  useEffect(() => {
    if (next === null) return
    return whenIdle(() => prefetchPage(queryClient, collection, next))
    // eslint-disable-next-line react/exhaustive-deps -- once per page, which `wanted` says whole
  }, [queryClient, name, wanted])
}
