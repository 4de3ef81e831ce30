import { lazy, Suspense } from 'react'
import { ErrorBoundary } from '../../feedback/ErrorBoundary.tsx'
import { useRecordPage } from '../record-page-context.ts'

const FilterChips = lazy(() => import('./lazy/FilterChips.tsx'))

/** The chips of the filter, where there is one. */
export function LazyFilterChips() {
  const { table } = useRecordPage()
  if (Object.keys(table.shown.filter).length === 0) return null
  return (
    <ErrorBoundary>
      <Suspense fallback={<div style={{ height: 32 }} />}>
        <FilterChips />
      </Suspense>
    </ErrorBoundary>
  )
}
