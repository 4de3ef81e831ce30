import { CreatedPid } from '@portal/contract'
import { DiscoveredPermits } from '@portal/contract/authority-discovery'
import type { DiscoveredState } from '@portal/contract/authority-discovery'
import { crud, nothing } from '@portal/shared-ui'
import { keepPreviousData, queryOptions } from '@portal/shared-ui/query'

export const discoveredKey = ['discovered-permits'] as const

export const discoveredPath = '/permits/overview/found'
export const discoveredPerPage = 50

/** A page of the permits that feeds of agencies found for clients, newest first. */
export const discoveredQuery = (state: DiscoveredState, page: number, pageSize = discoveredPerPage) =>
  queryOptions({
    queryKey: [...discoveredKey, state, page, pageSize],
    queryFn: ({ signal }) =>
      crud(
        { apiPath: '/finds', method: 'GET', query: { filter: { state }, page, pageSize } },
        DiscoveredPermits,
        { signal },
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const createDiscovered = ({ pid, permitType }: { pid: string; permitType: string }) =>
  crud({ apiPath: `/finds/${pid}/create`, method: 'POST', body: { permitType } }, CreatedPid)

export const dismissDiscovered = ({ pid, reason }: { pid: string; reason: string }) =>
  crud({ apiPath: `/finds/${pid}/dismiss`, method: 'POST', body: { reason } }, nothing)
