import type { Declaration } from '@portal/contract'
import type { RecordAddress } from './table-state.ts'

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
}
