import { loadSession, sessionAtom } from '@portal/shared-ui'
import type { PortalStore } from '@portal/shared-ui/state'
import { triggerAppChange } from 'single-spa'
import type { SingleSpaCustomEventDetail } from 'single-spa'
import { routeContextAtom, unsavedAtom } from './navigation.state.ts'
import { syncAddress } from './sync-address.ts'
import { askValidity } from './validity.ts'

export interface BrowserFollowing {
  /** Asks the user whether unsaved changes may be lost. */
  mayLeave(): Promise<boolean>
  /** Called after each navigation, after remotes were mounted and unmounted. */
  onNavigated(): void
}

/** single-spa accepts a promise here, but its types do not say so. */
interface RoutingDetail extends Pick<SingleSpaCustomEventDetail, 'oldUrl' | 'newUrl' | 'originalEvent'> {
  cancelNavigation?: (cancelled: Promise<boolean>) => void
}

const isRoutingDetail = (detail: unknown): detail is RoutingDetail =>
  typeof detail === 'object' && detail !== null && 'oldUrl' in detail && 'newUrl' in detail

function detailOf(event: Event): RoutingDetail | null {
  const detail: unknown = event instanceof CustomEvent ? event.detail : null
  return isRoutingDetail(detail) ? detail : null
}

const pathOf = (url: string) => new URL(url, location.href).pathname

/** The user moved in the history, as opposed to a navigation by a script. */
const isStepInHistory = (event: Event | undefined) =>
  event instanceof PopStateEvent && Reflect.get(event, 'singleSpa') !== true

/**
 * Lets the shell follow the address bar, whatever changes it: asks before unsaved work is lost, loads the
 * session when the last attempt failed, and applies guards and `page=1` before a remote is mounted. Returns a
 * function that stops it.
 */
export function followBrowser(store: PortalStore, following: BrowserFollowing): () => void {
  const onBefore = (event: Event) => {
    const detail = detailOf(event)
    const session = store.get(sessionAtom)
    if (session.state === 'signed-out' && session.failure !== null && detail?.oldUrl !== detail?.newUrl)
      void loadAgain(store)
    // Links and the routers of remotes ask before they navigate. Only the browser's back and forward buttons
    // are left.
    if (detail === null || !isStepInHistory(detail.originalEvent)) return
    if (store.get(unsavedAtom) && pathOf(detail.oldUrl) !== pathOf(detail.newUrl))
      detail.cancelNavigation?.(following.mayLeave().then((leaves) => !leaves))
  }
  const onBetween = () => void syncAndCheck(store)
  const onAfter = (event: Event) => {
    const detail = detailOf(event)
    if (detail !== null && detail.oldUrl !== detail.newUrl) following.onNavigated()
  }
  const onChange = () => {
    syncAndCheck(store)
    void triggerAppChange()
  }

  window.addEventListener('single-spa:before-routing-event', onBefore)
  window.addEventListener('single-spa:before-mount-routing-event', onBetween)
  window.addEventListener('single-spa:routing-event', onAfter)
  const unsubscribe = store.sub(routeContextAtom, onChange)
  return () => {
    window.removeEventListener('single-spa:before-routing-event', onBefore)
    window.removeEventListener('single-spa:before-mount-routing-event', onBetween)
    window.removeEventListener('single-spa:routing-event', onAfter)
    unsubscribe()
  }
}

/** Synchronizes the address, and starts the server check when its route has one. */
export function syncAndCheck(store: PortalStore): void {
  const decision = syncAddress(store)
  if (decision.kind === 'remote') askValidity(store, location.pathname)
}

async function loadAgain(store: PortalStore): Promise<void> {
  store.set(sessionAtom, { state: 'pending' })
  await loadSession(store)
}
