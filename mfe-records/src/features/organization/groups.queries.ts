import { Groups } from '@portal/contract'
import type { CollectionName } from '@portal/contract'
import { crud, recordKeys } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'

/** The records of an organization, counted by group. */
export interface GroupsOf {
  collection: Extract<CollectionName, 'permits' | 'processed' | 'payments' | 'rts'>
  /** The coded field or reference they are grouped by. */
  groupBy: 'pipelineStage' | 'status' | 'authority'
  filter: Readonly<Record<string, unknown>>
  /** The field that is summed as well. */
  sum?: 'total'
}

export const groupsQuery = ({ collection, ...query }: GroupsOf) =>
  queryOptions({
    queryKey: [...recordKeys.collection(collection), 'groups', query] as const,
    queryFn: async ({ signal }) =>
      (await crud({ apiPath: `/${collection}/groups`, method: 'GET', query }, Groups, { signal })).groups,
  })
