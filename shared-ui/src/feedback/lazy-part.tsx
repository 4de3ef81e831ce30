import { lazy, Suspense, useState } from 'react'
import type { ComponentType, LazyExoticComponent, ReactNode } from 'react'
import { prefetchWhenIdle } from './idle-code.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { fetchCode, reportMissingCode } from './missing-code.ts'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

export interface LazyPartOptions<Props> {
  /** Rendered while the code is loading. */
  fallback?: ReactNode | ((props: Props) => ReactNode)
  /** Rendered instead of the default error panel when the code cannot be loaded. */
  failed?: (error: unknown, retry: () => void, props: Props) => ReactNode
  /** Loads the code when the page is idle after its first rows, so that opening the part waits for nothing. */
  prefetch?: boolean
}

/**
 * A component whose code is loaded on first render. React caches a failed import, so a retry and each new
 * mount import again. Code that is loaded by then is rendered at once.
 */
export function lazyComponent<Props extends object>(
  load: Load<Props>,
  { fallback = null, failed, prefetch = false }: LazyPartOptions<Props> = {},
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  const loadOnce: Load<Props> = async () => {
    const code = await load()
    loaded = code.default
    return code
  }
  if (prefetch) prefetchWhenIdle(loadOnce)
  const start = (): LazyExoticComponent<ComponentType<Props>> =>
    lazy(async () => {
      try {
        return await fetchCode(loadOnce)
      } catch (error) {
        latest = start()
        reportMissingCode(error)
        throw error
      }
    })
  let latest = start()
  return function LazyPart(props: Props) {
    // Functions in a state are called by React, so the component is in an object.
    const [{ Part }, setPart] = useState(() => ({ Part: loaded ?? latest }))
    return (
      <ErrorBoundary
        onRetry={() => setPart({ Part: loaded ?? latest })}
        {...(failed && { fallback: (error, retry) => failed(error, retry, props) })}
      >
        <Suspense fallback={typeof fallback === 'function' ? fallback(props) : fallback}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
}
