import type { ComponentType } from 'react'
import type { Declaration } from '@portal/contract'
import type { Matching } from './selection.tsx'
import type { RecordAddress } from './table-state.ts'

/** What a page hands to the board that stands in place of its table. */
export interface RecordBoardProps {
  collection: Declaration
  /** Which records the page shows. */
  question: Matching
  /** Pid of the record in the drawer. */
  open: string | null
  onOpen: (pid: string) => void
}

export interface RecordPageProps {
  collection: Declaration
  /** The page's heading, by which its table is named. */
  label: string
  /** The page's own path, such as `/tasks`; its route is `/tasks/:pid?`. */
  path: string
  /** Where the open record stands in the address; `query` on pages without a `{pid}` route. */
  address?: RecordAddress
  /** Permits alone: both buckets, the Search permits page. */
  scope?: 'all'
  /** What else may be done on this page, beside `New`. */
  action?: ComponentType
  /** What stands above the table, such as what the viewer does next. */
  above?: ComponentType
  /**
   * The same records drawn another way, where the page has one; the address says which of the two is shown.
   */
  board?: ComponentType<RecordBoardProps>
}
