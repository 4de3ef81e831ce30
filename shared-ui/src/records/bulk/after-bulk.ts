import type { Declaration } from '@portal/contract'
import type { QueryClient } from '@tanstack/react-query'
import { projectionsOf } from '../declaration/projections.ts'
import { recordKeys } from '../list/record-queries.ts'

/**
 * After records changed, invalidates all queries of the collection and of other collections of the same
 * table. The query of the deleted record `gone` is excluded, since its drawer may still be open for a moment.
 */
export async function refreshRecords(
  queryClient: QueryClient,
  collection: Declaration,
  gone?: string,
): Promise<void> {
  await Promise.all(
    projectionsOf(collection.name).map(({ name }) =>
      queryClient.invalidateQueries({
        queryKey: recordKeys.collection(name),
        predicate: ({ queryKey }) => gone === undefined || !queryKey.includes(gone),
      }),
    ),
  )
}
