import type { Declaration, Filter, Match, Role, View } from '@portal/contract'
import { isProblem } from '../../api/api-problem.ts'
import type { Layout } from '../grid/columns.ts'
import { toTree } from '../filter/filter-tree.ts'
import { findRemovedField } from '../filter/removed-options.ts'
import type { TablePage } from '../list/record-queries.ts'
import type { StoredLayout } from '../grid/stored-layout.ts'
import { noView } from './table-state.ts'
import type { ViewState } from './view-state.ts'

/** The saved views the viewer may read. A list that could not be loaded is empty. */
export type ViewList = 'loading' | readonly View[]

/** The saved view that the address names. */
export type NamedView =
  { kind: 'none' } | { kind: 'loading' } | { kind: 'found'; view: View } | { kind: 'gone' }

export function resolveView(name: string | null, views: ViewList): NamedView {
  if (name === null || name === noView) return { kind: 'none' }
  if (views === 'loading') return { kind: 'loading' }
  const view = views.find(({ pid }) => pid === name)
  return view === undefined ? { kind: 'gone' } : { kind: 'found', view }
}

/**
 * What a page begins with. An address that says nothing is redirected to the default view of the role, or
 * else to the columns this browser remembers. No rows are shown while that is not known (`waiting`).
 */
export type InitialView =
  | { kind: 'waiting' }
  | { kind: 'stay' }
  | { kind: 'open-view'; pid: string }
  | { kind: 'restore-columns'; columns: Pick<ViewState, 'hide' | 'order'> }

export function resolveInitialView({
  isPlain,
  views,
  role,
  stored: { hide = [], order = [] },
}: {
  /** The address says nothing about what to show. */
  isPlain: boolean
  views: ViewList
  role: Role | null
  stored: StoredLayout
}): InitialView {
  if (!isPlain) return { kind: 'stay' }
  if (views === 'loading') return { kind: 'waiting' }
  const first = views.find(({ isDefaultFor }) => isDefaultFor !== null && isDefaultFor === role)
  if (first !== undefined) return { kind: 'open-view', pid: first.pid }
  return hide.length > 0 || order.length > 0
    ? { kind: 'restore-columns', columns: { hide, order } }
    : { kind: 'stay' }
}

/** Columns as the address says, with the widths of the view and, over them, those of this browser. */
export function resolveLayout(
  { hide, order }: Pick<ViewState, 'hide' | 'order'>,
  view: NamedView,
  { widths: own = {} }: StoredLayout,
): { layout: Layout; hasOwnWidths: boolean } {
  const saved = view.kind === 'found' ? (view.view.widths ?? {}) : {}
  return {
    layout: { hide, order, widths: { ...saved, ...own } },
    hasOwnWidths: Object.entries(own).some(([name, px]) => (saved[name] ?? px) !== px),
  }
}

/** What a page of records asks for and gets. */
export interface PageResult {
  page: TablePage | undefined
  error: Error | null
  /** The rows are those of the question before. */
  isStale: boolean
  isPending: boolean
  retry: () => void
}

/** What stands in the place of the table. */
export type TableContent =
  | { kind: 'unreadable-filter' }
  /** The filter names an option that was removed from this field; `index` is its place in the filter. */
  | { kind: 'removed-option'; field: string; index: number }
  /** The server refuses the address; the same question would be refused again. */
  | { kind: 'refused' }
  | { kind: 'failed'; error: Error }
  | { kind: 'loading' }
  | { kind: 'no-match' }
  | { kind: 'no-records' }
  | { kind: 'nothing-found'; searchToken: string }
  | { kind: 'rows'; page: TablePage; isStale: boolean; isViewGone: boolean }

export interface ContentInput {
  collection: Declaration
  filter: Filter
  match: Match
  searchToken: string
  /** The address holds a filter that cannot be read. */
  isUnreadable: boolean
  view: NamedView
  answer: Pick<PageResult, 'page' | 'error' | 'isStale'>
}

export function resolveContent(input: ContentInput): TableContent {
  const { filter, searchToken, answer } = input
  const { page, error, isStale } = answer
  if (input.isUnreadable) return { kind: 'unreadable-filter' }
  if (error !== null) return resolveFailure(input, error)
  if (page === undefined) return { kind: 'loading' }
  if (page.lines.length > 0 || page.count !== 0)
    return { kind: 'rows', page, isStale, isViewGone: input.view.kind === 'gone' }
  if (Object.keys(filter).length > 0) return { kind: 'no-match' }
  return searchToken === '' ? { kind: 'no-records' } : { kind: 'nothing-found', searchToken }
}

function resolveFailure({ collection, filter, match }: ContentInput, error: Error): TableContent {
  if (!isProblem(error, 'validation-failed')) return { kind: 'failed', error }
  const { items } = toTree(filter, match)
  const field = findRemovedField(collection, items)
  if (field === undefined) return { kind: 'refused' }
  const index = items.findIndex((item) => findRemovedField(collection, [item]) !== undefined)
  return { kind: 'removed-option', field, index }
}
