import { createContext, use } from 'react'
import type { Actor, Declaration } from '@portal/contract'
import type { Column } from '../grid/columns.ts'
import type { TableColumn } from '../grid/table-columns.ts'
import type { ListState } from '../list/record-queries.ts'
import type { StoredLayout } from '../grid/stored-layout.ts'
import type { TableState, TableStateChanges } from './table-state.ts'

/** The menus that open from the toolbar. */
export type MenuName = 'filter' | 'sort' | 'group' | 'hide' | 'views'

/** What was just done to records, and the way back. */
export interface LastAction {
  /** Tells one from the next. */
  key: string
  sentence: string
  /** Takes it back; answers how many records are as they were, and which are not. */
  undo: () => Promise<{ changed: number; failed: readonly unknown[] }>
}

/**
 * What everything on a record page may need to know: buttons, menus and the footer take it from here instead
 * of by props.
 */
export interface RecordPageState {
  /** The collection with its added fields. */
  collection: Declaration
  label: string
  actor: Actor
  table: TableState & TableStateChanges
  /** What is asked of the server: filter, search, sort and page. */
  list: ListState
  /** The fields that are shown, in order. */
  columns: readonly Column[]
  /** Every field that may be shown, in order. */
  allColumns: readonly Column[]
  /** Fields and columns of other remotes as the table shows them. */
  tableColumns: readonly TableColumn[]
  /** Every column that the table may show, in order. */
  allTableColumns: readonly TableColumn[]
  /** Records that match; undefined while the page is on its way, null while they are counted. */
  count: number | null | undefined
  /** Lets this browser remember columns and their widths. */
  remember: (change: Partial<StoredLayout>) => void
  /** Lets it forget what it remembers of the view. */
  forget: () => void
  /** Widths differ from those of the saved view. */
  hasOwnWidths: boolean
  /** The menu that stands open, and what of it a chip asked for. */
  menu: { name: MenuName; place?: number } | null
  openMenu: (name: MenuName, place?: number) => void
  closeMenu: () => void
  lastAction: LastAction | null
  /** Offers the way back of what was just done; null puts the offer away. */
  offerUndo: (action: LastAction | null) => void
}

const RecordPageContext = createContext<RecordPageState | null>(null)
export const RecordPageProvider = RecordPageContext.Provider

/** The record page around. Throws outside of one. */
export function useRecordPage(): RecordPageState {
  const state = use(RecordPageContext)
  if (state === null) throw new Error('useRecordPage is used outside of a record page')
  return state
}
