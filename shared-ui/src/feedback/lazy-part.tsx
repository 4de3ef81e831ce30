import { lazy, Suspense, useState } from 'react'
import type { ComponentType, LazyExoticComponent, ReactNode } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { fetchCode, reportMissingCode } from './missing-code.ts'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

export interface LazyPartOptions<Props> {
  /** Rendered while the code is loading. */
  fallback?: ReactNode
  /** Rendered instead of the default error panel when the code cannot be loaded. */
  failed?: (error: unknown, retry: () => void, props: Props) => ReactNode
}

/**
 * A component whose code is loaded on first render. React caches a failed import, so a retry and each new
 * mount import again.
 */
export function lazyComponent<Props extends object>(
  load: Load<Props>,
  { fallback = null, failed }: LazyPartOptions<Props> = {},
): ComponentType<Props> {
  const start = (): LazyExoticComponent<ComponentType<Props>> =>
    lazy(async () => {
      try {
        return await fetchCode(load)
      } catch (error) {
        latest = start()
        reportMissingCode(error)
        throw error
      }
    })
  let latest = start()
  return function LazyPart(props: Props) {
    const [Part, setPart] = useState(() => latest)
    return (
      <ErrorBoundary
        onRetry={() => setPart(() => latest)}
        {...(failed && { fallback: (error, retry) => failed(error, retry, props) })}
      >
        <Suspense fallback={fallback}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
}
