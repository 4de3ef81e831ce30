import { lazy, Suspense, useState } from 'react'
import type { Declaration } from '@portal/contract'
import { ErrorBoundary } from '../feedback/ErrorBoundary.tsx'
import { SkeletonTable } from '../feedback/SkeletonTable.tsx'
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

// React keeps a failed import for ever; trying again takes a new one.
const loadPage = () => lazy(() => import('./RecordPage.tsx'))
let latest = loadPage()

const usualWidths = [150, 280, 180, 160, 180, 150, 180, 120]

/** The page of a collection. Its code, the data grid above all, is loaded when the first such page opens. */
export function RecordPage(props: RecordPageProps) {
  const [Page, setPage] = useState(() => latest)
  const loadAgain = () => {
    latest = loadPage()
    setPage(() => latest)
  }
  return (
    <ErrorBoundary onRetry={loadAgain}>
      <Suspense fallback={<SkeletonTable widths={usualWidths} />}>
        <Page {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
