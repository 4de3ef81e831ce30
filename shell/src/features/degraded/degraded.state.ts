import { configurationErrorAtom, loadConfiguration, userAtom } from '@portal/shared-ui'
import { atom } from '@portal/shared-ui/state'
import type { PortalStore } from '@portal/shared-ui/state'
import { registryAtom } from '../../federation/federation.state.ts'
import { refreshRegistry } from '../../federation/refresh-registry.ts'

/** What the portal can do without for a while. */
export type Unavailable = 'registry' | 'configuration' | 'stream'

/** A stream that is away for less is nothing to speak of: the browser connects again by itself. */
const streamPatienceMs = 8_000
/** How often what is missing is asked for again, in ms. */
const retryMs = 20_000

/** Whether the stream has been away for long enough to be told. */
const streamAwayAtom = atom(false)

/** What is missing at the moment, in a fixed order; nothing of it stops the rest. */
export const unavailableAtom = atom((get): readonly Unavailable[] => {
  const registry = get(registryAtom)
  return [
    ...(registry.kind === 'known' && registry.trouble !== null ? (['registry'] as const) : []),
    ...(get(userAtom) !== null && get(configurationErrorAtom) !== null ? (['configuration'] as const) : []),
    ...(get(userAtom) !== null && get(streamAwayAtom) ? (['stream'] as const) : []),
  ]
})

/**
 * Notes whether the stream brings events; `onLost` is called once each time it stops to. Answers how to stop.
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

/** Asks once more for what is missing. The stream connects by itself. */
export function retryUnavailable(store: PortalStore): void {
  const missing = store.get(unavailableAtom)
  if (missing.includes('registry')) void refreshRegistry(store)
  if (missing.includes('configuration')) void loadConfiguration(store)
}

/**
 * From now on what is missing is asked for again, now and then and when the network is back. Answers how to
 * stop.
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
