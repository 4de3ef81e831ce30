import { providedFacades } from '../../federation/provided.ts'

/** Fetches what the first table will need while the person decides how to sign in. A failure shows where the code is needed. */
function prefetchTable(): void {
  for (const load of Object.values(providedFacades)) void load().catch(() => undefined)
}

/** Waits until the browser has nothing better to do. Answers how to stop. */
export function prefetchWhenIdle(): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(prefetchTable, 2000)
    return () => clearTimeout(timer)
  }
  const handle = window.requestIdleCallback(prefetchTable, { timeout: 5000 })
  return () => window.cancelIdleCallback(handle)
}
