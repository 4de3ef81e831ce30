import { SearchHits } from '@portal/contract'
import type { Declaration, SearchHit } from '@portal/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { crud } from '../../api/api.ts'
import { optionOf } from '../declaration/record-title.ts'

/** From this many letters on records are searched. */
export const minSearchLength = 2

/** Records of all collections the viewer may see, best match first. */
export const recordSearchQuery = (token: string) =>
  queryOptions({
    queryKey: ['records', 'everything', token],
    queryFn: ({ signal }) =>
      crud({ apiPath: '/search', method: 'GET', query: { searchToken: token } }, SearchHits, { signal }),
    enabled: token.length >= minSearchLength,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })

/** Kind and status of a record in the words of whoever looks: `Permit, Under review`. */
export function kindAndStatus(
  { collection, status }: Pick<SearchHit, 'collection' | 'status'>,
  declarationOf: (name: string) => Declaration | undefined,
): string {
  const declaration = declarationOf(collection)
  const noun = declaration?.noun ?? collection
  const word = optionOf(declaration?.fields['status'], status)?.label
  return [noun.charAt(0).toUpperCase() + noun.slice(1), word].filter(Boolean).join(', ')
}
