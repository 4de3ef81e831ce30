import { ErrorBoundary, fetchCode, reportMissingCode } from '@portal/shared-ui'
import { lazy, Suspense } from 'react'
import type { ComponentType, ReactNode } from 'react'

/**
 * A part of the page whose code is loaded when it is first rendered, or earlier by `preload`; `Waiting` is
 * rendered until then.
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
    /**
     * Loads the code early. A failure is ignored here, because it occurs again and is shown when the part is
     * rendered.
     */
    preload: () => void fetchPart().catch(() => undefined),
  }
}

/**
 * When the code cannot be loaded, the page reloads once. If a reload is not allowed, the part stays empty and
 * the error is logged.
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
