import type { ComponentType } from 'react'
import type { Declaration } from '@portal/contract'
import type { Matching } from './selection.tsx'
import type { RecordAddress } from './table-state.ts'

/** Props of a board, which a page can show instead of its table. */
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
  /** The page's heading, which names its table. */
  label: string
  /** The page's own path, such as `/tasks`; its route is `/tasks/:pid?`. */
  path: string
  /** Where the address holds the open record; `query` on pages without a `{pid}` route. */
  address?: RecordAddress
  /** For permits only: both buckets, on the Search permits page. */
  scope?: 'all'
  /** A further action of this page, beside `New`. */
  action?: ComponentType
  /** Content above the table, such as the viewer's next steps. */
  above?: ComponentType
  /** A board of the same records, if the page has one. The address says whether table or board is shown. */
  board?: ComponentType<RecordBoardProps>
}
