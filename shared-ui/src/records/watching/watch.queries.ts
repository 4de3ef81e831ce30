import { queryOptions } from '@tanstack/react-query'
import { RecordWatch, Watches } from '@portal/contract'
import { crud } from '../../api/api.ts'

/** Begins the key of everything about what the viewer watches. */
export const watchesKey = ['watches'] as const

/** A record that can be watched. */
export interface WatchedRecord {
  collection: string
  pid: string
}

const pathOf = ({ collection, pid }: WatchedRecord) => `/${collection}/${encodeURIComponent(pid)}/watch`

/** Whether the viewer watches a record, and for staff who does. */
export const recordWatchQuery = (record: WatchedRecord) =>
  queryOptions({
    queryKey: [...watchesKey, record.collection, record.pid],
    queryFn: ({ signal }) => crud({ apiPath: pathOf(record), method: 'GET' }, RecordWatch, { signal }),
    staleTime: 0,
  })

/** What the viewer watches. */
export const watchesQuery = () =>
  queryOptions({
    queryKey: watchesKey,
    queryFn: ({ signal }) => crud({ apiPath: '/watches', method: 'GET' }, Watches, { signal }),
    staleTime: 0,
  })

export const changeRecordWatch = ({ isWatching, ...record }: WatchedRecord & { isWatching: boolean }) =>
  crud({ apiPath: pathOf(record), method: 'POST', body: { isWatching } }, RecordWatch)

export const changeViewWatch = ({ pid, isWatching }: { pid: string; isWatching: boolean }) =>
  crud({ apiPath: `/views/${encodeURIComponent(pid)}/watch`, method: 'POST', body: { isWatching } }, Watches)
