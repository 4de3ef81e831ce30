import type { Declaration } from '@portal/contract'
import type { QueryClient } from '@tanstack/react-query'
import { projectionsOf } from '../projections.ts'
import { recordKeys } from '../record-queries.ts'

/**
 * Records were changed: whatever is shown of the collection and of others over the same table is read again,
 * except the record that is gone, whose drawer may still stand for a moment.
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
