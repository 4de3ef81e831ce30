import { queryOptions } from '@tanstack/react-query'
import { GroupedPage } from '@portal/contract'
import type { AnyRecord, CollectionName, Declaration, Filter, GroupLine, Match } from '@portal/contract'
import { isProblem } from '../../api/api-problem.ts'
import { crud } from '../../api/api.ts'
import { shownNews } from './list-updates.ts'
import type { ShownListUpdates, WithListUpdates } from './list-updates.ts'
import { listPageShape, listShape, recordShape, toRecord } from './record-shape.ts'
import type { RecordList, RecordListPage } from './record-shape.ts'
import type { OpenGroups } from '../page/view-state.ts'

/** Which records a page shows, in which order. What is absent is the collection's own way. */
export interface ListState {
  page: number
  searchToken: string
  /** Permits alone: both buckets (the Search permits page). An empty token finds all of them. */
  scope?: 'all'
  filter?: Filter
  match?: Match
  sort?: string
  group?: { by: readonly string[]; open: OpenGroups; sum: readonly string[] }
}

/** Query keys of records; the stream invalidates by them. */
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
 * Query keys of the steps of records, each with the version it is asked of. What a step hangs on beside its
 * record invalidates them.
 */
export const stepsKey = ['steps'] as const

const narrowing = ({ filter, match, sort }: Pick<ListState, 'filter' | 'match' | 'sort'>) => ({
  ...(filter !== undefined && { filter: { ...filter } }),
  ...(match !== undefined && { match }),
  ...(sort !== undefined && sort !== '' && { sort }),
})

/** The question of a page without its order and place: which records are in the list at all. */
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

/** The state of the page a query key stands for; null for keys of other things. */
export function stateInKey(queryKey: readonly unknown[]): ListState | null {
  const state = queryKey[3]
  return queryKey[2] === 'list' && isListState(state) ? state : null
}

function listCall(declaration: Declaration, state: ListState, pageSize: number) {
  const paging = { page: state.page, pageSize, ...narrowing(state) }
  return state.searchToken === '' && state.scope === undefined
    ? { apiPath: `/${declaration.name}`, method: 'GET' as const, query: paging }
    : {
        apiPath: `/${declaration.name}/search`,
        method: 'GET' as const,
        query: { ...paging, searchToken: state.searchToken, ...(state.scope && { scope: state.scope }) },
      }
}

/** Asks for records of a collection, or of what a search finds in it. */
export function askList(
  declaration: Declaration,
  state: ListState,
  pageSize: number,
  signal?: AbortSignal,
): Promise<RecordList> {
  return crud(listCall(declaration, state, pageSize), listShape(declaration), { ...(signal && { signal }) })
}

/**
 * Pages are kept up to date by the stream, which moves no row under the reader; coming back to the window
 * does not read them anew.
 */
const pageOptions = { refetchOnWindowFocus: false } as const

/** Asks for one page. The count of a search may come later; a server of the last release refuses that. */
async function askPage(
  declaration: Declaration,
  state: ListState,
  signal: AbortSignal,
): Promise<RecordListPage> {
  const whole = () => askList(declaration, state, declaration.pageSize, signal)
  if (state.searchToken === '') return whole()
  const call = listCall(declaration, state, declaration.pageSize)
  const query = { ...call.query, count: 'later' }
  try {
    return await crud({ ...call, query }, listPageShape(declaration), { signal })
  } catch (error) {
    if (!isProblem(error, 'validation-failed')) throw error
    return whole()
  }
}

/** One page of a collection, or of what a search finds in it. Groups are no part of it: see `groupsQuery`. */
export function listQuery(declaration: Declaration, state: ListState) {
  return queryOptions({
    ...pageOptions,
    queryKey: recordKeys.list(declaration.name, state),
    queryFn: ({ signal }) => askPage(declaration, state, signal),
  })
}

/** The count of a page that was read at `readAtMs` without it. */
export function countQuery(declaration: Declaration, state: ListState, readAtMs: number) {
  return queryOptions({
    queryKey: [...recordKeys.collection(declaration.name), 'count', questionOf(state), readAtMs] as const,
    queryFn: async ({ signal }) => {
      const { metadata } = await askList(declaration, questionOf(state), 1, signal)
      return metadata.count
    },
    gcTime: 0,
  })
}

/** One page of lines, group headers among the records, as the server made it. `state.group` must be there. */
export function groupsQuery(declaration: Declaration, state: ListState) {
  const { by, open, sum } = state.group ?? { by: [], open: [], sum: [] }
  return queryOptions({
    ...pageOptions,
    // Not the list's own key: a refetch takes the question of whoever asked last under it.
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

/** One record, whole. */
export function recordQuery(declaration: Declaration, pid: string) {
  return queryOptions({
    queryKey: recordKeys.record(declaration.name, pid),
    queryFn: ({ signal }) =>
      crud({ apiPath: `/${declaration.name}/${encodeURIComponent(pid)}`, method: 'GET' }, recordShape, {
        signal,
      }),
  })
}

/** A page as it is drawn, grouped or not. */
export interface TablePage {
  lines: GroupLine[]
  records: AnyRecord[]
  /** Records on all pages, by what is known now; null while they are counted. */
  count: number | null
  /** The same when the page was read, by which its pages are numbered. */
  countWhenRead: number | null
  pages: number
  /** Lines a page holds, and lines on all pages; headers count as lines. */
  lineCount: number
  pageSize: number
  /**
   * What changed since the page was read and is not drawn into it, so that no row moves; null when that is
   * nothing.
   */
  news: ShownListUpdates | null
}

/** The page of a plain list. */
export function toTablePage({ records, metadata, news }: RecordListPage, pageSize: number): TablePage {
  const { count } = metadata
  return {
    lines: records.map((record) => ({ kind: 'record', record })),
    records,
    ...shownNews(count, news),
    countWhenRead: count,
    // A page without a count is full, and another one may follow.
    pages: count === null ? metadata.page + 1 : Math.max(1, Math.ceil(count / pageSize)),
    lineCount: count ?? records.length,
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
