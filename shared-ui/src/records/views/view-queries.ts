import { queryOptions } from '@tanstack/react-query'
import { Views } from '@portal/contract'
import type { CollectionName } from '@portal/contract'
import { crud } from '../../api/api.ts'

/** Query key of a collection's saved views; whoever changes one invalidates it. */
export const viewsKey = (collection: CollectionName) => ['views', collection] as const

/** The saved views of a collection that are open to the viewer. */
export function viewsQuery(collection: CollectionName) {
  return queryOptions({
    queryKey: viewsKey(collection),
    queryFn: ({ signal }) =>
      crud({ apiPath: '/views', method: 'GET', query: { collection } }, Views, { signal }),
    select: ({ views }) => views,
  })
}
