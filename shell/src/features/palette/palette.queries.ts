import { SearchHits } from '@portal/contract'
import { crud } from '@portal/shared-ui'
import { keepPreviousData, queryOptions } from '@portal/shared-ui/query'

/** From this many letters on records are searched. */
export const leastLetters = 2

/** Records of all collections the viewer may see, best match first. */
export const searchEverythingQuery = (token: string) =>
  queryOptions({
    queryKey: ['records', 'everything', token],
    queryFn: ({ signal }) => crud({ apiPath: '/search', method: 'GET', query: { searchToken: token } }, SearchHits, { signal }),
    enabled: token.length >= leastLetters,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
