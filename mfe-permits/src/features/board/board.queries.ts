import { Board, boardCards, collections } from '@portal/contract'
import type { AnyRecord, CollectionName, Declaration, Filter, Match } from '@portal/contract'
import { crud, listShape, recordKeys } from '@portal/shared-ui'
import { keepPreviousData, queryOptions } from '@portal/shared-ui/query'
import { useEffect } from 'react'

/** The permits a board shows: those of the list it replaces. */
export interface BoardQuestion {
  filter: Filter
  match: Match
  searchToken: string
}

const narrowing = ({ filter, match, searchToken }: BoardQuestion) => ({
  ...(Object.keys(filter).length > 0 && { filter: { ...filter }, match }),
  ...(searchToken !== '' && { searchToken }),
})

/** All statuses with their counts and first cards. */
export const boardQuery = ({ name }: Declaration, question: BoardQuestion) =>
  queryOptions({
    queryKey: [...recordKeys.collection(name), 'board', question] as const,
    queryFn: ({ signal }) =>
      crud({ apiPath: `/${name}/board`, method: 'GET', query: narrowing(question) }, Board, { signal }),
    placeholderData: keepPreviousData,
  })

/** The filter of the board as one tree, to which a status can be added. */
function asTree({ filter, match }: BoardQuestion): Filter[] {
  if (Object.keys(filter).length === 0) return []
  return [
    match === 'any'
      ? { or: Object.entries(filter).map(([field, condition]) => ({ [field]: condition })) }
      : filter,
  ]
}

/** Further pages of cards of one status, from page 2 on. */
export const cardsQuery = (declaration: Declaration, question: BoardQuestion, status: string, page: number) =>
  queryOptions({
    queryKey: [...recordKeys.collection(declaration.name), 'board-cards', question, status, page] as const,
    queryFn: async ({ signal }): Promise<AnyRecord[]> => {
      const query = {
        filter: { and: [...asTree(question), { status }] },
        sort: 'statusChangedAt',
        page,
        pageSize: boardCards.usual,
      }
      const { searchToken } = question
      const call =
        searchToken === ''
          ? { apiPath: `/${declaration.name}`, query }
          : { apiPath: `/${declaration.name}/search`, query: { ...query, searchToken } }
      return (await crud({ ...call, method: 'GET' }, listShape(collections[nameOf(declaration)]), { signal }))
        .records
    },
    placeholderData: keepPreviousData,
  })

const nameOf = ({ name }: Declaration): CollectionName => name

interface Kept {
  isStale: boolean
  isFetching: boolean
  error: Error | null
  refetch: () => unknown
}

/**
 * Reloads data after events of the stream. Unlike a table, a board has no row that must stay in place under
 * the pointer.
 */
export function useFresh({ isStale, isFetching, error, refetch }: Kept, mayRead: boolean): void {
  const isDue = isStale && !isFetching && error === null && mayRead
  useEffect(() => {
    if (isDue) void refetch()
    // eslint-disable-next-line react/exhaustive-deps -- once each time the data becomes stale
  }, [isDue])
}
