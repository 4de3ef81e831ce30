import type { Filter, Match, View } from '@portal/contract'

/** A value that names a group: a reference by its pid, empty as null. */
export type GroupKey = string | number | boolean | null
/** Which groups are open: all, or those of these paths (contract/src/records/groups.ts). */
export type OpenGroups = 'all' | readonly (readonly GroupKey[])[]

/**
 * How records are grouped: whether at all, by which fields, and which header lines stand open. It lives in
 * the address, so that a sort, a filter, a refetch and a reload leave it alone. Source: specification.md 4.
 */
export interface GroupingState {
  active: boolean
  groupedBy: readonly string[]
  header: OpenGroups
}

/** What a table shows and in which order; the part of its state that a saved view keeps. */
export interface ViewState {
  filter: Filter
  match: Match
  /** `status,-submittedDate`; empty is the collection's own order. */
  sort: string
  group: readonly string[]
  /** Columns taken out of those shown by default. */
  hide: readonly string[]
  /**
   * Columns in the order they stand, those shown beyond the default ones among them; empty is the default
   * order.
   */
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

/**
 * The filter in an address, as far as it is one at all; null for a text that cannot be read. Its fields are
 * the server's to judge.
 */
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

/** The open groups in an address; none where the text says nothing that can be read. */
export function openGroupsIn(text: string | null): OpenGroups {
  if (text === null || text === 'all') return text ?? []
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter(isGroupPath) : []
  } catch {
    return []
  }
}

/** The state a saved view begins with. */
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

/** What the address says over the state underneath; a key it does not hold stays as it is there. */
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

/** Are two states the same in what they show? */
export function isSameState(one: ViewState, other: ViewState): boolean {
  return viewKeys.every((key) => toText(key, one) === toText(key, other))
}

/**
 * Writes a state into an address: only what differs from the state underneath, so that addresses stay short.
 */
export function writeState(query: URLSearchParams, state: ViewState, base: ViewState): void {
  for (const key of viewKeys) {
    const text = toText(key, state)
    if (text === toText(key, base)) query.delete(key)
    else query.set(key, text)
  }
}

/** Does the address say anything about what the table shows? */
export function hasState(query: URLSearchParams): boolean {
  return query.has('view') || query.has('q') || viewKeys.some((key) => query.has(key))
}

/** Takes everything of a view out of the address. */
export function clearState(query: URLSearchParams): void {
  for (const key of [...viewKeys, 'open']) query.delete(key)
}
