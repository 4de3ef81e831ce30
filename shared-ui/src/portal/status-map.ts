import { StatusMapView, collections, seedMap } from '@portal/contract'
import type { StatusMap } from '@portal/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { crud } from '../api/api.ts'
import { refreshCollection } from '../records/list/refresh-records.ts'
import { configurationAtom } from './configuration.ts'

const mapKey = 'permit-status-map'
/** Publishing a map raises the version of the configuration. At version 1, no map has been published. */
const firstVersion = 1

const withStatuses = Object.values(collections).filter(({ hasStatusMap }) => hasStatusMap === true)

const toMap = ({ published, statuses, moved }: StatusMapView): StatusMap => ({
  number: published,
  statuses,
  moved,
})

/**
 * The permit status map in force, with labels in the viewer's language. A new version of the configuration
 * requests the map again. If the map has changed, permit queries are invalidated.
 */
export function useStatusMap(): StatusMap {
  const version = useAtomValue(configurationAtom)?.version ?? firstVersion
  const { data } = useQuery({
    queryKey: [mapKey, 'in-force', version],
    queryFn: async ({ client, signal }) => {
      const known = client.getQueriesData<StatusMap>({ queryKey: [mapKey, 'in-force'] })
      const map = toMap(await crud({ apiPath: `/${mapKey}`, method: 'GET' }, StatusMapView, { signal }))
      const last = Math.max(0, ...known.map(([, each]) => each?.number ?? 0))
      if (known.length > 1 && last !== map.number)
        for (const { name } of withStatuses) void refreshCollection(client, name)
      return map
    },
    enabled: version > firstVersion,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  return data ?? seedMap
}
