import { ExpectedDates, StageVisits, collections } from '@portal/contract'
import type { CollectionName } from '@portal/contract'
import { crud, listShape, recordKeys } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'

/** The status history of a record. The version is part of the key, so that a new version is loaded again. */
export const stageVisitsQuery = (collection: CollectionName, pid: string, version: number) =>
  queryOptions({
    queryKey: [...recordKeys.record(collection, pid), 'pipeline', version] as const,
    queryFn: async ({ signal }) =>
      (await crud({ apiPath: `/${collection}/${pid}/pipeline`, method: 'GET' }, StageVisits, { signal }))
        .standings,
  })

/** When a permit is expected to reach the milestones it has ahead. */
export const expectedDatesQuery = (collection: CollectionName, pid: string, version: number) =>
  queryOptions({
    queryKey: [...recordKeys.record(collection, pid), 'expected-dates', version] as const,
    queryFn: async ({ signal }) => {
      const apiPath = `/${collection}/${pid}/expected-dates`
      return crud({ apiPath, method: 'GET' }, ExpectedDates, { signal })
    },
  })

/** All submission packages of a permit, from the first cycle on. */
export const cyclesQuery = (permit: string) =>
  queryOptions({
    queryKey: [...recordKeys.collection('rts'), 'cycles', permit] as const,
    queryFn: async ({ signal }) => {
      const query = { filter: { permit }, sort: 'cycleNo', pageSize: 100 }
      return (await crud({ apiPath: '/rts', method: 'GET', query }, listShape(collections.rts), { signal }))
        .records
    },
  })
