import type { Declaration, RecordEvent } from '@portal/contract'
import type { Query, QueryClient } from '@tanstack/react-query'
import { rowsIn } from './cached-pages.ts'
import { isOwnDeletion } from './own-deletions.ts'
import { reconcileLists } from './reconcile-lists.ts'
import { recordKeys } from './record-queries.ts'

/** Kinds of events that leave every list with the same records in it, but for what their filters say. */
const inPlace: ReadonlySet<string> = new Set(['update', 'note', 'read'])
/** One event for many records: which ones is not told. */
const isBulk = ({ action }: RecordEvent) => action === 'bulk'

function versionIn(data: unknown): number {
  return typeof data === 'object' && data !== null && 'version' in data && typeof data.version === 'number'
    ? data.version
    : -1
}

/** Brings the cached records and lists of a collection up to date with events of its table. */
export async function applyRecordEvents(
  queryClient: QueryClient,
  declaration: Declaration,
  events: readonly RecordEvent[],
): Promise<void> {
  refreshOutdatedRecords(queryClient, declaration, events)
  const pages = queryClient
    .getQueryCache()
    .findAll({ queryKey: recordKeys.lists(declaration.name), type: 'active' })
  const rows = new Map(pages.flatMap((query) => rowsIn(query.state.data)).map((row) => [row.pid, row]))
  const news = events.filter(
    (event) =>
      isBulk(event) || event.action === 'delete' || (rows.get(event.pid)?.version ?? -1) < event.version,
  )
  if (news.length === 0) return
  const pids = (wanted: (event: RecordEvent) => boolean) => [
    ...new Set(news.filter(wanted).map(({ pid }) => pid)),
  ]
  await reconcileLists(queryClient, declaration, {
    changed: news.some(isBulk) ? [...rows.keys()] : pids(({ action }) => action !== 'delete'),
    gone: pids(({ action }) => action === 'delete'),
    elsewhere: news.some(({ action }) => !inPlace.has(action)),
    isOwn: false,
  })
}

/**
 * What this page itself wrote has the version of the event already and is not loaded again, nor is what it
 * deleted.
 */
function refreshOutdatedRecords(
  queryClient: QueryClient,
  { name }: Declaration,
  events: readonly RecordEvent[],
): void {
  for (const { pid, version, action } of events) {
    if (action === 'delete' && isOwnDeletion(queryClient, { pid, version })) continue
    const queryKey = recordKeys.record(name, pid)
    const isOld = (query: Query) =>
      query.queryKey.length > queryKey.length || action === 'delete' || versionIn(query.state.data) < version
    void queryClient.invalidateQueries({ queryKey, predicate: isOld })
  }
}
