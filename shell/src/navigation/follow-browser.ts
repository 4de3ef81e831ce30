import { loadSession, sessionAtom } from '@portal/shared-ui'
import type { PortalStore } from '@portal/shared-ui/state'
import { triggerAppChange } from 'single-spa'
import type { SingleSpaCustomEventDetail } from 'single-spa'
import { routeContextAtom, unsavedAtom } from './navigation.state.ts'
import { syncAddress } from './sync-address.ts'
import { askValidity } from './validity.ts'

export interface BrowserFollowing {
  /** Asks the person whether unsaved changes may be lost. */
  mayLeave(): Promise<boolean>
  /** Called after each navigation, once remotes have changed places. */
  onNavigated(): void
}

/** single-spa takes a promise here, which its types leave out. */
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

/** A step back or forward by the person, as opposed to one made by a script. */
const isStepInHistory = (event: Event | undefined) =>
  event instanceof PopStateEvent && Reflect.get(event, 'singleSpa') !== true

/**
 * Lets the shell follow the address bar, whoever changes it: asks before unsaved work is left, loads the
 * current user when the last attempt failed, applies guards and `page=1` before a remote is mounted. Answers
 * how to stop.
 */
export function followBrowser(store: PortalStore, following: BrowserFollowing): () => void {
  const onBefore = (event: Event) => {
    const detail = detailOf(event)
    const session = store.get(sessionAtom)
    if (session.state === 'signed-out' && session.failure !== null && detail?.oldUrl !== detail?.newUrl)
      void loadAgain(store)
    // Links ask before they move, and the router of a remote asks for itself; what is left are the browser's
    // own buttons.
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

/** Settles, and asks the server about the address where its route wants that. */
export function syncAndCheck(store: PortalStore): void {
  const decision = syncAddress(store)
  if (decision.kind === 'remote') askValidity(store, location.pathname)
}

async function loadAgain(store: PortalStore): Promise<void> {
  store.set(sessionAtom, { state: 'pending' })
  await loadSession(store)
}
