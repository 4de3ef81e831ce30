import { lazy, Suspense, useState } from 'react'
import type { ComponentType, LazyExoticComponent, ReactNode } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { fetchCode, reportMissingCode } from './missing-code.ts'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

export interface LazyPartOptions<Props> {
  /** Drawn until the code is there. */
  fallback?: ReactNode
  /** Drawn when the code did not come, instead of the usual panel in place. */
  failed?: (error: unknown, retry: () => void, props: Props) => ReactNode
}

/**
 * A part of a screen whose code comes when it is first drawn. React keeps a failed import for ever, so trying
 * again, or drawing the part at another time, takes a new one.
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
