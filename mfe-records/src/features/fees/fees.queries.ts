import { collections, unpaidStatuses } from '@portal/contract'
import { crud, listShape, recordKeys } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'

const maxFees = 100

/** Requested, unpaid fees of a permit, ordered by due date. */
export const unpaidFeesQuery = (permit: string) =>
  queryOptions({
    queryKey: [...recordKeys.collection('payments'), 'unpaid', permit] as const,
    queryFn: async ({ signal }) => {
      const query = {
        filter: { permit, kind: 'FEE', status: [...unpaidStatuses] },
        sort: 'dueDate',
        pageSize: maxFees,
      }
      return (
        await crud({ apiPath: '/payments', method: 'GET', query }, listShape(collections.payments), {
          signal,
        })
      ).records
    },
  })
