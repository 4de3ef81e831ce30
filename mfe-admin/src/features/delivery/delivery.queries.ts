import { Deliveries, SuppressedAddresses } from '@portal/contract/notifications'
import type { DeliveryState } from '@portal/contract/notifications'
import { api, nothing } from '@portal/shared-ui'
import { keepPreviousData, queryOptions } from '@portal/shared-ui/query'

export const deliveryKey = ['delivery'] as const

/** Polling interval in ms: the stream does not tell about mail that leaves by itself. */
const lookAgainMs = 5_000
const fresh = { staleTime: 0, refetchInterval: lookAgainMs } as const

/** A page of the mail about notifications, newest first; `state` is null for all. */
export const deliveriesQuery = (state: DeliveryState | null, page: number) =>
  queryOptions({
    ...fresh,
    queryKey: [...deliveryKey, 'list', state, page],
    queryFn: ({ signal }) =>
      api.get('/api/delivery', Deliveries, { params: { page, ...(state !== null && { state }) }, signal }),
    placeholderData: keepPreviousData,
  })

export const suppressedQuery = queryOptions({
  ...fresh,
  queryKey: [...deliveryKey, 'suppressed'],
  queryFn: ({ signal }) => api.get('/api/delivery/suppressed', SuppressedAddresses, { signal }),
})

export const resend = (id: string) => api.post(`/api/delivery/${id}/resend`, {}, nothing)
export const lift = (address: string) => api.post('/api/delivery/suppressed/lift', { address }, nothing)
