import { ErrorBoundary } from '@portal/shared-ui'
import { lazy, Suspense } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { fetchCode, reloadForMissingCode } from '../features/reload-guard/guard-page.ts'

/** A part of the page whose code is fetched when it is first drawn, or before by `preload`. */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const fetchPart = () => fetchCode(load)
  const Part = lazy(fetchPart)
  return {
    Part: (props: Props) => (
      <LazyWalls>
        <Part {...props} />
      </LazyWalls>
    ),
    /** Fetches the code ahead of need; a failure is met again, and told, when the part is drawn. */
    preload: () => void fetchPart().catch(() => undefined),
  }
}

/** What cannot be fetched reloads the page once; if that is not due, the part stays away and the log says why. */
function LazyWalls({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      fallback={() => null}
      onError={(error) => {
        if (!reloadForMissingCode(error)) console.error('A part of the page could not be drawn:', error)
      }}
    >
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  )
}
