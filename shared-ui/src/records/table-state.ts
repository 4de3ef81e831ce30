import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { newRecordKey } from './record-url.ts'
import {
  clearState,
  emptyViewState,
  hasState,
  isSameState,
  openGroupsIn,
  stateIn,
  writeState,
} from './view-state.ts'
import type { GroupingState, OpenGroups, ViewState } from './view-state.ts'

/**
 * Where the address holds a record's pid: `/tasks/{pid}`, or `?record={pid}` on pages without such a route.
 * Source: contract.md 9.
 */
export type RecordAddress = 'path' | 'query'

/** Value of `view` in the address for no saved view, also if the role has a default view. */
export const noView = 'none'

export interface TableState {
  page: number
  searchToken: string
  /** Pid of the record in the drawer; null when none is open. */
  open: string | null
  /** Label of the drawer's tab. */
  tab: string | null
  /** Pid of the saved view; null for none, `noView` for explicitly none. */
  view: string | null
  /** Filter, sort, groups and columns: those of the view, with the changes in the address. */
  shown: ViewState
  /** True if the address changes the saved view. */
  isChanged: boolean
  grouping: GroupingState
  /** True if the board is shown, on pages that have one. */
  isBoard: boolean
  /** True if the address has an unreadable filter. */
  isUnreadable: boolean
  /** True if the address has no state, so the page starts with its defaults. */
  isPlain: boolean
  /** True if the address opens the form of a new record. */
  isNew: boolean
  /** Address of the page's deleted records. */
  deletedAddress: string
}

/** `replace` changes the address without a history entry; otherwise Back restores the previous state. */
export interface AddressOptions {
  replace?: boolean
}

export interface TableStateChanges {
  /** Adds a history entry. */
  setPage: (page: number) => void
  /** Corrects the page number without a history entry, when the last page has moved. */
  clampPage: (page: number) => void
  /** Replaces the history entry, since the search runs while the user types. */
  setSearch: (token: string) => void
  openRecord: (pid: string, options?: { page?: number; replace?: boolean }) => void
  closeRecord: () => void
  /** Removes the request for a new record from the address, after it was created or canceled. */
  leaveNew: () => void
  setTab: (tab: string) => void
  setBoard: (isBoard: boolean) => void
  /** Changes what is shown. The table goes to its first page unless only columns change. */
  show: (change: Partial<ViewState>, options?: AddressOptions) => void
  /** `change` gets the current open groups, which may be more than those rendered so far. */
  setOpenGroups: (change: (open: OpenGroups) => OpenGroups) => void
  /** Opens a saved view without changes; null opens the default table. */
  setView: (pid: string | null, options?: AddressOptions) => void
  /** Removes filter and search together. */
  clearFilters: () => void
}

/** Parses a page number from an address; 1 if invalid. */
export function pageIn(text: string | null): number {
  const page = Number(text)
  return Number.isSafeInteger(page) && page >= 1 && page <= 2_147_483_647 ? page : 1
}

/** Removes the state of the Files tab from the address, since it belongs to the record that was open. */
function leavePanels(query: URLSearchParams): void {
  for (const key of ['folder', 'file', 'deletedFiles', 'sortFiles', 'findFiles', 'everywhere'])
    query.delete(key)
}

const rowKeys = ['filter', 'match', 'sort', 'group'] as const

/**
 * The state of a record page, which is stored in the address only. `path` is the page's path, such as
 * `/tasks`; `base` is the state of the saved view that the address names.
 */
export function useTableState(
  path: string,
  address: RecordAddress,
  base: ViewState = emptyViewState,
): TableState & TableStateChanges {
  const { pid } = useParams()
  const { search: searchText } = useLocation()
  const search = new URLSearchParams(searchText)
  const navigate = useNavigate()
  const { state: shown, isUnreadable } = stateIn(search, base)
  /**
   * The current query string, or the next one once the last change is rendered, so that the second of two
   * quick changes builds on the first.
   */
  const latest = useRef(searchText)
  useLayoutEffect(() => {
    latest.current = searchText
  }, [searchText])

  const go = (
    change: (query: URLSearchParams) => void,
    { pathname, replace = false }: { pathname?: string; replace?: boolean } = {},
  ) => {
    const query = new URLSearchParams(latest.current)
    change(query)
    const text = query.toString()
    // Opening or leaving a record may be blocked by a confirmation.
    if (pathname === undefined) latest.current = text
    const here = address === 'path' && pid !== undefined ? `${path}/${pid}` : path
    void navigate(`${pathname ?? here}${text === '' ? '' : `?${text}`}`, {
      replace,
      preventScrollReset: true,
    })
  }

  return {
    deletedAddress: `${path}?deleted=true&page=1`,
    page: pageIn(search.get('page')),
    searchToken: search.get('q') ?? '',
    // An empty pid means no record.
    open: (address === 'path' ? pid : search.get('record')) || null,
    tab: search.get('tab'),
    view: search.get('view'),
    shown,
    isChanged: !isSameState(shown, base),
    grouping: {
      active: shown.group.length > 0,
      groupedBy: shown.group,
      header: openGroupsIn(search.get('open')),
    },
    isBoard: search.get('layout') === 'board',
    isNew: search.get(newRecordKey) === 'true',
    isUnreadable,
    isPlain: !hasState(search),
    setPage: (page) => go((query) => query.set('page', String(page))),
    clampPage: (page) => go((query) => query.set('page', String(page)), { replace: true }),
    setSearch: (token) =>
      go(
        (query) => {
          if (token === '') query.delete('q')
          else query.set('q', token)
          query.set('page', '1')
        },
        { replace: true },
      ),
    openRecord: (record, { page, replace } = {}) =>
      go(
        (query) => {
          if (page !== undefined) query.set('page', String(page))
          leavePanels(query)
          query.delete(newRecordKey)
          if (address === 'query') query.set('record', record)
        },
        { replace: replace ?? false, pathname: address === 'path' ? `${path}/${record}` : path },
      ),
    closeRecord: () =>
      go(
        (query) => {
          query.delete('record')
          query.delete('tab')
          leavePanels(query)
        },
        { pathname: path },
      ),
    leaveNew: () => go((query) => query.delete(newRecordKey), { replace: true }),
    setTab: (tab) => go((query) => query.set('tab', tab), { replace: true }),
    setBoard: (isBoard) => go((query) => (isBoard ? query.set('layout', 'board') : query.delete('layout'))),
    show: (change, options) =>
      go((query) => {
        writeState(query, { ...stateIn(query, base).state, ...change }, base)
        if (rowKeys.some((key) => key in change)) query.set('page', '1')
        // Open paths of the previous grouping do not apply to the new one.
        if (change.group !== undefined && query.get('open') !== 'all') query.delete('open')
        if (change.group?.length === 0) query.delete('open')
      }, options),
    setOpenGroups: (change) =>
      go(
        (query) => {
          const open = change(openGroupsIn(query.get('open')))
          if (open === 'all') query.set('open', 'all')
          else if (open.length === 0) query.delete('open')
          else query.set('open', JSON.stringify(open))
        },
        { replace: true },
      ),
    setView: (view, options) =>
      go((query) => {
        clearState(query)
        query.delete('q')
        query.set('page', '1')
        if (view === null) query.delete('view')
        else query.set('view', view)
      }, options),
    clearFilters: () =>
      go((query) => {
        writeState(query, { ...stateIn(query, base).state, filter: {}, match: 'all' }, base)
        query.delete('q')
        query.set('page', '1')
      }),
  }
}
