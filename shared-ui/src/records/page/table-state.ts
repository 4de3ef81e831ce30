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
 * Where a record's pid stands in the address: `/tasks/{pid}`, or `?record={pid}` on pages without such a
 * route. Source: contract.md 9.
 */
export type RecordAddress = 'path' | 'query'

/** In the address: no saved view, although the role has one it begins with. */
export const noView = 'none'

export interface TableState {
  page: number
  searchToken: string
  /** Pid of the record in the drawer; null when none is open. */
  open: string | null
  /** Name of the drawer's tab. */
  tab: string | null
  /** Pid of the saved view; null for none, `noView` for expressly none. */
  view: string | null
  /** Filter, sort, groups and columns: those of the view with what the address changes. */
  shown: ViewState
  /** Does the address change what the view underneath says? */
  isChanged: boolean
  grouping: GroupingState
  /** Is the board shown, on pages that have one? */
  isBoard: boolean
  /** The address holds a filter that cannot be read. */
  isUnreadable: boolean
  /** The address says nothing about what to show: a page as it begins. */
  isPlain: boolean
  /** Does the address ask for a new record? */
  isNew: boolean
  /** Where the page lists what was deleted. */
  deletedAddress: string
}

/** `replace` corrects the address in place; else Back leads to how it was. */
export interface AddressOptions {
  replace?: boolean
}

export interface TableStateChanges {
  /** Adds a history entry. */
  setPage: (page: number) => void
  /** The last page has moved: corrects the address without a history entry. */
  clampPage: (page: number) => void
  /** Replaces the history entry: one searches as one types. */
  setSearch: (token: string) => void
  openRecord: (pid: string, options?: { page?: number; replace?: boolean }) => void
  closeRecord: () => void
  /** The new record is not made, or was: the address asks for it no longer. */
  leaveNew: () => void
  setTab: (tab: string) => void
  setBoard: (isBoard: boolean) => void
  /** Changes what is shown; the table goes to its first page unless only columns change. */
  show: (change: Partial<ViewState>, options?: AddressOptions) => void
  /** The change is told what is open now, which may be more than what is drawn. */
  setOpenGroups: (change: (open: OpenGroups) => OpenGroups) => void
  /** Goes to a saved view, without changes; null is the table as it comes. */
  setView: (pid: string | null, options?: AddressOptions) => void
  /** Drops filter and search together. */
  clearFilters: () => void
}

/** A page number in an address; anything that is none is page 1. */
export function pageIn(text: string | null): number {
  const page = Number(text)
  return Number.isSafeInteger(page) && page >= 1 && page <= 2_147_483_647 ? page : 1
}

/** What the Files tab keeps in the address belongs to the record that was open. */
function leavePanels(query: URLSearchParams): void {
  for (const key of ['folder', 'file', 'deletedFiles', 'sortFiles', 'findFiles', 'everywhere'])
    query.delete(key)
}

const rowKeys = ['filter', 'match', 'sort', 'group'] as const

/**
 * The state of a record page, which lives in the address alone. `path` is the page's own, such as `/tasks`;
 * `base` is the state underneath, that of the saved view the address names.
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
   * What the address says, or will as soon as the last change is drawn: the next of two quick changes builds
   * on the first.
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
    // Whether a record is opened or left may be asked about first.
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
    // An empty one names no record.
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
        // Paths of other groups mean nothing under new ones.
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
