import { createContext, use } from 'react'
import type { Actor, Declaration } from '@portal/contract'
import type { Column } from './columns.ts'
import type { ListState } from './record-queries.ts'
import type { StoredLayout } from './table/stored-layout.ts'
import type { TableState, TableStateChanges } from './table-state.ts'

/** The menus of the toolbar. */
export type MenuName = 'filter' | 'sort' | 'group' | 'hide' | 'views'

/** The last action on records, with its undo. */
export interface LastAction {
  /** Unique per action. */
  key: string
  sentence: string
  /** Undoes the action. Resolves with the number of undone records and the failures. */
  undo: () => Promise<{ changed: number; failed: readonly unknown[] }>
}

/**
 * Shared state of a record page for its buttons, menus and footer, which take it from this context instead of
 * props.
 */
export interface RecordPageState {
  /** The collection with its custom fields. */
  collection: Declaration
  label: string
  actor: Actor
  table: TableState & TableStateChanges
  /** The list query: filter, search, sort and page. */
  list: ListState
  /** The visible columns, in order. */
  columns: readonly Column[]
  /** All columns that may be shown, in order. */
  allColumns: readonly Column[]
  /** Number of matching records; undefined while unknown. */
  count: number | undefined
  /** Saves columns and their widths in this browser. */
  remember: (change: Partial<StoredLayout>) => void
  /** Removes what this browser saved for the view. */
  forget: () => void
  /** True if widths differ from those of the saved view. */
  hasOwnWidths: boolean
  /** The open menu, and the item that a chip opened it for. */
  menu: { name: MenuName; place?: number } | null
  openMenu: (name: MenuName, place?: number) => void
  closeMenu: () => void
  lastAction: LastAction | null
  /** Offers to undo an action; null removes the offer. */
  offerUndo: (action: LastAction | null) => void
}

const RecordPageContext = createContext<RecordPageState | null>(null)
export const RecordPageProvider = RecordPageContext.Provider

/** The state of the surrounding record page. Throws outside of one. */
export function useRecordPage(): RecordPageState {
  const state = use(RecordPageContext)
  if (state === null) throw new Error('useRecordPage is used outside of a record page')
  return state
}
