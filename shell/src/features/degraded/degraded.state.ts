import { configurationErrorAtom, loadConfiguration, userAtom } from '@portal/shared-ui'
import { atom } from '@portal/shared-ui/state'
import type { PortalStore } from '@portal/shared-ui/state'
import { registryAtom } from '../../federation/federation.state.ts'
import { refreshRegistry } from '../../federation/refresh-registry.ts'

/** Parts the portal can work without for a while. */
export type Unavailable = 'registry' | 'configuration' | 'stream'

/** Shorter interruptions of the stream are not shown, because the browser reconnects automatically. In ms. */
const streamPatienceMs = 8_000
/** How often unavailable parts are requested again, in ms. */
const retryMs = 20_000

/** Whether the stream has been down for long enough to show it. */
const streamAwayAtom = atom(false)

/** The unavailable parts, in a fixed order. The rest of the portal keeps working. */
export const unavailableAtom = atom((get): readonly Unavailable[] => {
  const registry = get(registryAtom)
  return [
    ...(registry.kind === 'known' && registry.trouble !== null ? (['registry'] as const) : []),
    ...(get(userAtom) !== null && get(configurationErrorAtom) !== null ? (['configuration'] as const) : []),
    ...(get(userAtom) !== null && get(streamAwayAtom) ? (['stream'] as const) : []),
  ]
})

/**
 * Tracks whether the stream is connected; `onLost` is called each time the connection is lost. Returns a
 * function that stops it.
 */
export function watchConnection(
  store: PortalStore,
  onLost: () => void,
): { onConnection: (isUp: boolean) => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isUp = true
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
    store.set(streamAwayAtom, false)
  }
  return {
    onConnection: (now) => {
      const wasUp = isUp
      isUp = now
      if (now) stop()
      else timer ??= setTimeout(() => store.set(streamAwayAtom, true), streamPatienceMs)
      if (wasUp && !now) onLost()
    },
    stop,
  }
}

/** Requests the unavailable parts once more. The stream reconnects automatically. */
export function retryUnavailable(store: PortalStore): void {
  const missing = store.get(unavailableAtom)
  if (missing.includes('registry')) void refreshRegistry(store)
  if (missing.includes('configuration')) void loadConfiguration(store)
}

/**
 * Requests unavailable parts again at intervals and when the network returns. Returns a function that stops
 * it.
 */
export function watchUnavailable(store: PortalStore): () => void {
  const ask = () => retryUnavailable(store)
  const timer = setInterval(ask, retryMs)
  window.addEventListener('online', ask)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', ask)
  }
}
