import type { CollectionName, Declaration } from '@portal/contract'
import type { QueryClient } from '@tanstack/react-query'
import { projectionsOf } from '../declaration/projections.ts'
import { recordKeys, stepsKey } from './record-queries.ts'

// This folder owns the freshness of lists (decision 0094): nothing outside it writes or invalidates a cached
// list. Functions in this file read records again. `reconcile-lists.ts` instead updates the pages on screen
// without moving a row; it is separate because only lazily loaded code needs it.

/** After a change that may affect records of any collection: loads all that is cached of records again. */
export function refreshAllRecords(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: recordKeys.all })
}

/** Loads the available steps of records again, after a change to what their guards depend on. */
export function refreshSteps(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: stepsKey })
}

/** After a step, or a change to what steps depend on: loads all records and their available steps again. */
export async function refreshRecordsAndSteps(queryClient: QueryClient): Promise<void> {
  await Promise.all([refreshAllRecords(queryClient), refreshSteps(queryClient)])
}

/** Loads the lists and records of one collection again, but not of other collections of the same table. */
export function refreshCollection(queryClient: QueryClient, name: CollectionName): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: recordKeys.collection(name) })
}

/**
 * Loads derived queries of records again that end in one of these parts, such as `conditions`: they combine
 * records of several collections.
 */
export function refreshParts(queryClient: QueryClient, parts: ReadonlySet<string>): Promise<void> {
  return queryClient.invalidateQueries({
    queryKey: recordKeys.all,
    predicate: ({ queryKey }) => parts.has(String(queryKey.at(-1))),
  })
}

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
