import { collections } from '@portal/contract'
import { crud, listShape } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'

/** An agency as rules and permit types name it. */
export interface Agency {
  shortCode: string
  name: string
  region: string | null
  portalLink: string | null
}

const maxAgencies = 500
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

export const agenciesQuery = queryOptions({
  queryKey: ['records', 'authorities', 'of-requirements'],
  queryFn: async ({ signal }): Promise<Agency[]> => {
    const { records } = await crud(
      { apiPath: '/authorities', method: 'GET', query: { pageSize: maxAgencies, sort: 'name' } },
      listShape(collections.authorities),
      { signal },
    )
    return records.map((record) => ({
      shortCode: textOf(record['shortCode']) ?? '',
      name: textOf(record['name']) ?? '',
      region: textOf(record['region']),
      portalLink: textOf(record['portalLink']),
    }))
  },
})

/** The name of the agency with that short code, or the code. */
export const agencyName = (agencies: readonly Agency[], code: string): string =>
  agencies.find(({ shortCode }) => shortCode === code)?.name ?? code
