import type { QueryClient } from '@tanstack/react-query'
import type { AnyRecord, CollectionName, Declaration } from '@portal/contract'
import { recordKeys } from '../record-queries.ts'
import type { RecordList } from '../record-shape.ts'

/**
 * Puts a record as the server just told it where it is shown: in the drawer and in every page of its list. A row keeps its place, also
 * where the change took it out of the list's filter, until the list is asked for again.
 */
export function keepRecord(queryClient: QueryClient, { name }: Declaration, record: AnyRecord): void {
  queryClient.setQueryData(recordKeys.record(name, record.pid), record)
  queryClient.setQueriesData<RecordList>({ queryKey: recordKeys.lists(name) }, (list) => {
    if (list === undefined || !list.records.some(({ pid }) => pid === record.pid)) return list
    return { ...list, records: list.records.map((each) => (each.pid === record.pid ? { ...each, ...record } : each)) }
  })
  void queryClient.invalidateQueries({ queryKey: recordKeys.lists(name), refetchType: 'none' })
  forgetAround(queryClient, name, record.pid)
}

/** What hangs on a record is asked for anew: its history and what is related to it. */
export function forgetAround(queryClient: QueryClient, name: CollectionName, pid: string): void {
  for (const part of ['history', 'related']) void queryClient.invalidateQueries({ queryKey: [...recordKeys.record(name, pid), part] })
}
