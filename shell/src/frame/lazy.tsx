import { ErrorBoundary, fetchCode, reportMissingCode } from '@portal/shared-ui'
import { lazy, Suspense } from 'react'
import type { ComponentType, ReactNode } from 'react'

/**
 * A part of the page whose code is fetched when it is first drawn, or before by `preload`; `Waiting` is drawn
 * until it is there.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Waiting?: ComponentType<Props>,
) {
  const fetchPart = () => fetchCode(load)
  const Part = lazy(fetchPart)
  return {
    Part: (props: Props) => (
      <LazyBoundary waiting={Waiting === undefined ? null : <Waiting {...props} />}>
        <Part {...props} />
      </LazyBoundary>
    ),
    /** Fetches the code ahead of need; a failure is met again, and told, when the part is drawn. */
    preload: () => void fetchPart().catch(() => undefined),
  }
}

/**
 * What cannot be fetched reloads the page once; if that is not due, the part stays away and the log says why.
 */
function LazyBoundary({ waiting, children }: { waiting: ReactNode; children: ReactNode }) {
  return (
    <ErrorBoundary
      fallback={() => null}
      onError={(error) => {
        if (!reportMissingCode(error)) console.error('A part of the page could not be drawn:', error)
      }}
    >
      <Suspense fallback={waiting}>{children}</Suspense>
    </ErrorBoundary>
  )
}
