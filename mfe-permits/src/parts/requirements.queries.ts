import { RequirementsOfPermit } from '@portal/contract'
import { crud, recordKeys } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'

/** What the agency asks for: documents, conditions and the fees that are offered. */
export const requirementsQuery = (permit: string) =>
  queryOptions({
    queryKey: [...recordKeys.record('permits', permit), 'requirements'] as const,
    queryFn: ({ signal }) =>
      crud({ apiPath: `/permits/${permit}/requirements`, method: 'GET' }, RequirementsOfPermit, { signal }),
  })
