import type { QueryClient } from '@tanstack/react-query'
import type { AnyRecord, CollectionName, Declaration } from '@portal/contract'
import { withNewerRows } from '../cached-pages.ts'
import { reconcileLists } from '../reconcile-lists.ts'
import { recordKeys } from '../record-queries.ts'

/**
 * Updates a record in the cache with the server's version: in the drawer and in every page of its list. A row
 * keeps its place, grayed out if it no longer matches the list, until the list is loaded again.
 */
export function updateRecordInCache(
  queryClient: QueryClient,
  declaration: Declaration,
  record: AnyRecord,
): void {
  const { name } = declaration
  queryClient.setQueryData(recordKeys.record(name, record.pid), record)
  const fresh = new Map([[record.pid, record]])
  queryClient.setQueriesData({ queryKey: recordKeys.lists(name) }, (page: unknown) =>
    withNewerRows(page, fresh),
  )
  invalidateRelated(queryClient, name, record.pid)
  // Runs in the background and ignores failures: it only grays out the row, and the next load of the list
  // corrects it.
  reconcileLists(queryClient, declaration, {
    changed: [record.pid],
    gone: [],
    elsewhere: false,
    isOwn: true,
  }).catch(() => undefined)
}

/** Invalidates the history and the related records of a record. */
export function invalidateRelated(queryClient: QueryClient, name: CollectionName, pid: string): void {
  for (const part of ['history', 'related'])
    void queryClient.invalidateQueries({ queryKey: [...recordKeys.record(name, pid), part] })
}
