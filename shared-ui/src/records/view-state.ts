import type { Filter, Match, View } from '@portal/contract'

/** The value of a group: the pid of a reference, null for empty. */
export type GroupKey = string | number | boolean | null
/** The open groups: all, or those with these paths (contract/src/records/groups.ts). */
export type OpenGroups = 'all' | readonly (readonly GroupKey[])[]

/**
 * How records are grouped: whether at all, by which fields, and which groups are open. It is stored in the
 * address, so that sorting, filtering, refetching and reloading keep it. Source: specification.md 4.
 */
export interface GroupingState {
  active: boolean
  groupedBy: readonly string[]
  header: OpenGroups
}

/** What a table shows, and in which order: the part of its state that a saved view stores. */
export interface ViewState {
  filter: Filter
  match: Match
  /** `status,-submittedDate`; empty for the collection's default order. */
  sort: string
  group: readonly string[]
  /** Hidden columns among the default ones. */
  hide: readonly string[]
  /** Column order, including columns added to the default ones; empty for the default order. */
  order: readonly string[]
}

export const emptyViewState: ViewState = {
  filter: {},
  match: 'all',
  sort: '',
  group: [],
  hide: [],
  order: [],
}
const viewKeys = ['filter', 'match', 'sort', 'group', 'hide', 'order'] as const
type ViewKey = (typeof viewKeys)[number]

const namesIn = (text: string): string[] =>
  [...new Set(text.split(',').map((name) => name.trim()))].filter((name) => name !== '')

function isFilter(value: unknown): value is Filter {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses the filter in an address; null if it is unreadable. The server validates its fields. */
export function filterIn(text: string): Filter | null {
  try {
    const value: unknown = JSON.parse(text)
    return isFilter(value) ? value : null
  } catch {
    return null
  }
}

function isGroupPath(value: unknown): value is GroupKey[] {
  return (
    Array.isArray(value) &&
    value.every(
      (key: unknown) =>
        key === null || typeof key === 'string' || typeof key === 'number' || typeof key === 'boolean',
    )
  )
}

/** Parses the open groups in an address; none if the text is absent or unreadable. */
export function openGroupsIn(text: string | null): OpenGroups {
  if (text === null || text === 'all') return text ?? []
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter(isGroupPath) : []
  } catch {
    return []
  }
}

/** The initial state of a saved view. */
export function stateOfView({ filters, match, sort, group, hide, order }: View): ViewState {
  return {
    filter: isFilter(filters) ? filters : {},
    match: match ?? 'all',
    sort: sort ?? '',
    group: group ?? [],
    hide: hide ?? [],
    order: order ?? [],
  }
}

/** The base state with the changes in the address. */
export function stateIn(
  query: URLSearchParams,
  base: ViewState,
): { state: ViewState; isUnreadable: boolean } {
  const has = (key: ViewKey) => query.has(key)
  const text = (key: ViewKey) => query.get(key) ?? ''
  const filter = has('filter') ? filterIn(text('filter')) : base.filter
  const state: ViewState = {
    filter: filter ?? {},
    match: has('match') ? (text('match') === 'any' ? 'any' : 'all') : base.match,
    sort: has('sort') ? text('sort') : base.sort,
    group: has('group') ? namesIn(text('group')).slice(0, 3) : base.group,
    hide: has('hide') ? namesIn(text('hide')) : base.hide,
    order: has('order') ? namesIn(text('order')) : base.order,
  }
  return { state, isUnreadable: filter === null }
}

const toText = (key: ViewKey, state: ViewState): string => {
  const value = state[key]
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.join(',') : JSON.stringify(value)
}

/** True if two states show the same. */
export function isSameState(one: ViewState, other: ViewState): boolean {
  return viewKeys.every((key) => toText(key, one) === toText(key, other))
}

/** Writes a state into an address: only the differences from the base state, to keep addresses short. */
export function writeState(query: URLSearchParams, state: ViewState, base: ViewState): void {
  for (const key of viewKeys) {
    const text = toText(key, state)
    if (text === toText(key, base)) query.delete(key)
    else query.set(key, text)
  }
}

/** True if the address contains any state of the table. */
export function hasState(query: URLSearchParams): boolean {
  return query.has('view') || query.has('q') || viewKeys.some((key) => query.has(key))
}

/** Removes the state of a view from the address. */
export function clearState(query: URLSearchParams): void {
  for (const key of [...viewKeys, 'open']) query.delete(key)
}
