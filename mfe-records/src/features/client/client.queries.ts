import { ClientCard, collections } from '@portal/contract'
import type { CollectionName, Declaration, Filter } from '@portal/contract'
import { crud, listShape, recordKeys } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'

/** What staff need of a client. */
export const clientCardQuery = (pid: string) =>
  queryOptions({
    queryKey: [...recordKeys.record('orgs', pid), 'card'] as const,
    queryFn: ({ signal }) =>
      crud({ apiPath: `/clients/${encodeURIComponent(pid)}`, method: 'GET' }, ClientCard, { signal }),
  })

/** So many records of a kind stand on the page; their list has all. */
const shown = 10

/** The newest of a client's records that fit, and how many there are. */
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
