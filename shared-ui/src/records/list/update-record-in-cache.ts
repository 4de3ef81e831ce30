import type { QueryClient } from '@tanstack/react-query'
import type { AnyRecord, CollectionName, Declaration } from '@portal/contract'
import { withNewerRows } from './cached-pages.ts'
import { reconcileLists } from './reconcile-lists.ts'
import { recordKeys } from './record-queries.ts'

/**
 * Puts a record as the server just told it where it is shown: in the drawer and in every page of its list. A
 * row keeps its place, greyed where the change took it out of the list, until the list is asked for again.
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
  // Whether the row is to be greyed is asked for by the way: the record is saved, and the next reading of the
  // list knows it anyhow.
  reconcileLists(queryClient, declaration, {
    changed: [record.pid],
    gone: [],
    elsewhere: false,
    isOwn: true,
  }).catch(() => undefined)
}

/** What hangs on a record is asked for anew: its history and what is related to it. */
export function invalidateRelated(queryClient: QueryClient, name: CollectionName, pid: string): void {
  for (const part of ['history', 'related'])
    void queryClient.invalidateQueries({ queryKey: [...recordKeys.record(name, pid), part] })
}
