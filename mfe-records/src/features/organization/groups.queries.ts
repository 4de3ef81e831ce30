import { Groups } from '@portal/contract'
import type { CollectionName } from '@portal/contract'
import { crud, recordKeys } from '@portal/shared-ui'
import { queryOptions } from '@portal/shared-ui/query'

/** The records of an organization, counted. */
export interface GroupsOf {
  collection: Extract<CollectionName, 'permits' | 'processed' | 'payments'>
  /** The coded field they are counted by. */
  groupBy: 'pipelineStage' | 'status'
  filter: Readonly<Record<string, unknown>>
  /** What is added up besides. */
  sum?: 'total'
}

export const groupsQuery = ({ collection, ...query }: GroupsOf) =>
  queryOptions({
    queryKey: [...recordKeys.collection(collection), 'groups', query] as const,
    queryFn: async ({ signal }) =>
      (await crud({ apiPath: `/${collection}/groups`, method: 'GET', query }, Groups, { signal })).groups,
  })
