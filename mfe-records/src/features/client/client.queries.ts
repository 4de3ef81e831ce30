import { ClientCard, collections } from '@portal/contract'
import type { CollectionName, Declaration, Filter } from '@portal/contract'
import { crud, listShape, recordKeys } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'

/** The client card for staff. */
export const clientCardQuery = (pid: string) =>
  queryOptions({
    queryKey: [...recordKeys.record('orgs', pid), 'card'] as const,
    queryFn: ({ signal }) =>
      crud({ apiPath: `/clients/${encodeURIComponent(pid)}`, method: 'GET' }, ClientCard, { signal }),
  })

/** Number of records of a collection shown on the page; the full list is linked. */
const shown = 10

/** The newest matching records of a client, and their total. */
export const ofClientQuery = (name: CollectionName, filter: Filter) =>
  queryOptions({
    queryKey: [...recordKeys.collection(name), 'of', filter] as const,
    queryFn: ({ signal }) => {
      const declaration: Declaration = collections[name]
      return crud(
        {
          apiPath: `/${name}`,
          method: 'GET',
          query: { filter: { ...filter }, sort: '-updatedAt', pageSize: shown },
        },
        listShape(declaration),
        { signal },
      )
    },
  })
