import { deletedSorts } from '@portal/contract'
import type { DeletedSort } from '@portal/contract'

/** State of a list of deleted records, kept in the address. */
export interface DeletedState {
  searchToken: string
  sort: DeletedSort
  page: number
}

const newestFirst: DeletedSort = '-deletedAt'

/** Reads the state from `?q=`, `?sort=` and `?page=`; invalid values are ignored. */
export function deletedStateIn(search: URLSearchParams): DeletedState {
  const page = Number(search.get('page'))
  return {
    searchToken: search.get('q') ?? '',
    sort: deletedSorts.find((sort) => sort === search.get('sort')) ?? newestFirst,
    page: Number.isSafeInteger(page) && page >= 1 && page <= 2_147_483_647 ? page : 1,
  }
}

export function writeDeletedState(search: URLSearchParams, { searchToken, sort, page }: DeletedState): void {
  if (searchToken === '') search.delete('q')
  else search.set('q', searchToken)
  if (sort === newestFirst) search.delete('sort')
  else search.set('sort', sort)
  search.set('page', String(page))
}
