import { lazy, Suspense, useState } from 'react'
import { ErrorBoundary } from '../feedback/ErrorBoundary.tsx'
import { SkeletonTable } from '../feedback/SkeletonTable.tsx'
import type { RecordPageProps } from './record-page-props.ts'

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
