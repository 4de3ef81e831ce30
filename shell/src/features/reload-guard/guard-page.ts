import { onMissingCode, reportMissingCode } from '@portal/shared-ui'
import { mayReload } from './reload-once.ts'

export interface PageGuard {
  /**
   * Whether a reload would lose work. Then the page stays, and the part that could not be loaded shows the
   * error.
   */
  isUnsaved: () => boolean
  reload?: () => void
}

/**
 * Reloads the page when a chunk is still missing after a retry, unless that would lose unsaved work or there
 * is no network. At most once per path in 10 seconds. Returns a function that stops it.
 */
export function guardPage(
  target: Window,
  { isUnsaved, reload = () => target.location.reload() }: PageGuard,
): () => void {
  const stop = onMissingCode(() => {
    // Without a network the chunk is unreachable, not missing, and a reload would fail too.
    if (
      isUnsaved() ||
      !target.navigator.onLine ||
      !mayReload(target.location.pathname, Date.now(), target.sessionStorage)
    )
      return false
    reload()
    return true
  })
  const onRejection = (event: PromiseRejectionEvent) => {
    if (reportMissingCode(event.reason)) event.preventDefault()
  }
  target.addEventListener('unhandledrejection', onRejection)
  return () => {
    stop()
    target.removeEventListener('unhandledrejection', onRejection)
  }
}
