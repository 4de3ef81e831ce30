import { queryOptions } from '@tanstack/react-query'
import { GroupedPage } from '@portal/contract'
import type { AnyRecord, CollectionName, Declaration, Filter, GroupLine, Match } from '@portal/contract'
import { crud } from '../api/api.ts'
import { shownNews } from './list-updates.ts'
import type { ShownListUpdates, WithListUpdates } from './list-updates.ts'
import { listShape, recordShape, toRecord } from './record-shape.ts'
import type { RecordList } from './record-shape.ts'
import type { OpenGroups } from './view-state.ts'

/** Which records a page shows, and in which order. Absent members use the defaults of the collection. */
export interface ListState {
  page: number
  searchToken: string
  /** For permits only: both buckets (the Search permits page). An empty token finds all of them. */
  scope?: 'all'
  filter?: Filter
  match?: Match
  sort?: string
  group?: { by: readonly string[]; open: OpenGroups; sum: readonly string[] }
}

/** Query keys of records, which the stream uses to invalidate them. */
export const recordKeys = {
  all: ['records'] as const,
  collection: (name: CollectionName) => ['records', name] as const,
  lists: (name: CollectionName) => ['records', name, 'list'] as const,
  list: (name: CollectionName, state: ListState) => ['records', name, 'list', state] as const,
  record: (name: CollectionName, pid: string) => ['records', name, 'record', pid] as const,
  counts: (name: CollectionName, pid: string) => ['records', name, 'record', pid, 'counts'] as const,
  conditions: (name: CollectionName, pid: string) => ['records', name, 'record', pid, 'conditions'] as const,
}

/**
 * Query keys of the steps of records; each includes the record's version. Changes to other data that steps
 * depend on invalidate these keys.
 */
export const stepsKey = ['steps'] as const

const narrowing = ({ filter, match, sort }: Pick<ListState, 'filter' | 'match' | 'sort'>) => ({
  ...(filter !== undefined && { filter: { ...filter } }),
  ...(match !== undefined && { match }),
  ...(sort !== undefined && sort !== '' && { sort }),
})

/** The part of a page's state that decides which records are in the list, without order and page. */
export const questionOf = ({ scope, searchToken, filter, match }: ListState): ListState => ({
  page: 1,
  searchToken,
  ...(scope && { scope }),
  ...(filter && { filter }),
  ...(match && { match }),
})

const isListState = (value: unknown): value is ListState =>
  typeof value === 'object' &&
  value !== null &&
  'page' in value &&
  'searchToken' in value &&
  typeof value.searchToken === 'string'

/** The page state in a query key; null for other keys. */
export function stateInKey(queryKey: readonly unknown[]): ListState | null {
  const state = queryKey[3]
  return queryKey[2] === 'list' && isListState(state) ? state : null
}

/** Requests records of a collection, or the matches of a search in it. */
export function askList(
  declaration: Declaration,
  state: ListState,
  pageSize: number,
  signal?: AbortSignal,
): Promise<RecordList> {
  const paging = { page: state.page, pageSize, ...narrowing(state) }
  const call =
    state.searchToken === '' && state.scope === undefined
      ? { apiPath: `/${declaration.name}`, query: paging }
      : {
          apiPath: `/${declaration.name}/search`,
          query: { ...paging, searchToken: state.searchToken, ...(state.scope && { scope: state.scope }) },
        }
  return crud({ ...call, method: 'GET' }, listShape(declaration), { ...(signal && { signal }) })
}

/** The stream keeps pages up to date without moving rows, so a window focus does not load them again. */
const pageOptions = { refetchOnWindowFocus: false } as const

/** One page of a collection, or of the matches of a search. For groups see `groupsQuery`. */
export function listQuery(declaration: Declaration, state: ListState) {
  return queryOptions({
    ...pageOptions,
    queryKey: recordKeys.list(declaration.name, state),
    queryFn: ({ signal }) => askList(declaration, state, declaration.pageSize, signal),
  })
}

/** One page of lines, records and group headers mixed, as the server computed it. Requires `state.group`. */
export function groupsQuery(declaration: Declaration, state: ListState) {
  const { by, open, sum } = state.group ?? { by: [], open: [], sum: [] }
  return queryOptions({
    ...pageOptions,
    // Different from the list's key: a refetch runs the query function that was last used with a key.
    queryKey: [...recordKeys.list(declaration.name, state), 'groups'] as const,
    queryFn: ({ signal }): Promise<GroupedPage & WithListUpdates> => {
      const query = {
        groupBy: by.join(','),
        lines: true,
        open: open === 'all' ? open : open.map((path) => [...path]),
        page: state.page,
        ...(sum.length > 0 && { sum: sum.join(',') }),
        ...(state.searchToken !== '' && { searchToken: state.searchToken }),
        ...(state.scope && { scope: state.scope }),
        ...narrowing(state),
      }
      return crud({ apiPath: `/${declaration.name}/groups`, method: 'GET', query }, GroupedPage, { signal })
    },
  })
}

/** One complete record. */
export function recordQuery(declaration: Declaration, pid: string) {
  return queryOptions({
    queryKey: recordKeys.record(declaration.name, pid),
    queryFn: ({ signal }) =>
      crud({ apiPath: `/${declaration.name}/${encodeURIComponent(pid)}`, method: 'GET' }, recordShape, {
        signal,
      }),
  })
}

/** A page as it is rendered, grouped or not. */
export interface TablePage {
  lines: GroupLine[]
  records: AnyRecord[]
  /** Current number of records on all pages. */
  count: number
  /** The count when the page was loaded, which determines the page numbers. */
  countWhenRead: number
  pages: number
  /** Maximum number of lines per page, and the number of lines on all pages; headers count as lines. */
  lineCount: number
  pageSize: number
  /**
   * Changes since the page was loaded. They are not applied to the rows, so that no row moves; null if there
   * are none.
   */
  news: ShownListUpdates | null
}

/** The page of a plain list. */
export function toTablePage({ records, metadata, news }: RecordList, pageSize: number): TablePage {
  const { count } = metadata
  return {
    lines: records.map((record) => ({ kind: 'record', record })),
    records,
    ...shownNews(count, news),
    countWhenRead: count,
    pages: Math.max(1, Math.ceil(count / pageSize)),
    lineCount: count,
    pageSize,
  }
}

/** The page of a grouped list. */
export function toGroupedTablePage({ lines, metadata, news }: GroupedPage & WithListUpdates): TablePage {
  return {
    lines,
    records: lines.flatMap((line) => (line.kind === 'record' ? [toRecord(line.record)] : [])),
    ...shownNews(metadata.count, news),
    countWhenRead: metadata.count,
    pages: Math.max(1, Math.ceil(metadata.lines / metadata.pageSize)),
    lineCount: metadata.lines,
    pageSize: metadata.pageSize,
  }
}
