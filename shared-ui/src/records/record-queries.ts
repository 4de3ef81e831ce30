import { queryOptions } from '@tanstack/react-query'
import type { CollectionName, Declaration } from '@portal/contract'
import { crud } from '../api/api.ts'
import { listShape, recordShape } from './record-shape.ts'

/** What decides which records a page shows. Filter, sort and group join it with their menus. */
export interface ListState {
  page: number
  searchToken: string
  /** Permits alone: both buckets (the Search permits page). An empty token finds all of them. */
  scope?: 'all'
}

/** Query keys of records; the stream invalidates by them. */
export const recordKeys = {
  all: ['records'] as const,
  collection: (name: CollectionName) => ['records', name] as const,
  lists: (name: CollectionName) => ['records', name, 'list'] as const,
  list: (name: CollectionName, state: ListState) => ['records', name, 'list', state] as const,
  record: (name: CollectionName, pid: string) => ['records', name, 'record', pid] as const,
}

/** One page of a collection, or of what a search finds in it. */
export function listQuery(declaration: Declaration, state: ListState) {
  return queryOptions({
    queryKey: recordKeys.list(declaration.name, state),
    queryFn: ({ signal }) => {
      const paging = { page: state.page, pageSize: declaration.pageSize }
      const call =
        state.searchToken === '' && state.scope === undefined
          ? { apiPath: `/${declaration.name}`, query: paging }
          : {
              apiPath: `/${declaration.name}/search`,
              query: { ...paging, searchToken: state.searchToken, ...(state.scope && { scope: state.scope }) },
            }
      return crud({ ...call, method: 'GET' }, listShape(declaration), { signal })
    },
  })
}

/** One record, whole. */
export function recordQuery(declaration: Declaration, pid: string) {
  return queryOptions({
    queryKey: recordKeys.record(declaration.name, pid),
    queryFn: ({ signal }) => crud({ apiPath: `/${declaration.name}/${encodeURIComponent(pid)}`, method: 'GET' }, recordShape, { signal }),
  })
}
