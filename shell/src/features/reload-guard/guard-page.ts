import { onMissingCode, reportMissingCode } from '@portal/shared-ui'
import { mayReload } from './reload-once.ts'

export interface PageGuard {
  /**
   * Would a reload lose something? Then the page stays, and what could not be fetched says so in its place.
   */
  isUnsaved: () => boolean
  reload?: () => void
}

/**
 * Reloads the page when code is gone that was asked for twice: unless that would lose unsaved work or there
 * is no network, and at most once per path in 10 seconds. Answers how to stop.
 */
export function guardPage(
  target: Window,
  { isUnsaved, reload = () => target.location.reload() }: PageGuard,
): () => void {
  const stop = onMissingCode(() => {
    // Without a network the code is not gone but out of reach, and a reload would find nothing either.
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
