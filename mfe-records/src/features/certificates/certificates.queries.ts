import { collections } from '@portal/contract'
import type { AnyRecord } from '@portal/contract'
import { crud, listShape, nothing, recordKeys } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'

const open = ['OPEN', 'IN_PROGRESS', 'SUBMITTED', 'RETURNED']

/** The open client tasks that ask an organization for new certificates. */
export const certificateTasksQuery = (org: string) =>
  queryOptions({
    queryKey: [...recordKeys.collection('ctasks'), 'certificates', org] as const,
    queryFn: async ({ signal }): Promise<AnyRecord[]> => {
      const query = {
        filter: { assignedOrg: org, status: { in: open }, certificateDate: { isNotEmpty: true } },
        sort: 'createdAt',
      }
      const shape = listShape(collections.ctasks)
      return (await crud({ apiPath: '/ctasks', method: 'GET', query }, shape, { signal })).records
    },
  })

/** Asks the client for a new certificate at once. */
export const requestCertificate = (org: string, field: string) =>
  crud({ apiPath: `/orgs/${org}/certificates/${field}/request`, method: 'POST' }, nothing)
