import { actorAtom } from '@portal/shared-ui'
import type { PortalStore } from '@portal/shared-ui/state'
import { remoteStatesAtom } from './federation.state.ts'
import { Vitals } from './page-vitals.ts'

/** Measures web vitals and long frames of this page for as long as it is open. */
export function watchVitals(store: PortalStore): void {
  const states = () => store.get(remoteStatesAtom)
  const versionOf = (remote: string) => {
    const state = states()[remote]
    return state !== undefined && 'version' in state ? state.version : null
  }
  new Vitals({
    current() {
      const mounted = Object.entries(states()).flatMap(([remote, state]) =>
        state.kind === 'ready' ? [{ remote, version: state.version }] : [],
      )
      return mounted[0] ?? null
    },
    versionOf,
    maySend: () => store.get(actorAtom) !== null,
  }).watch()
}
