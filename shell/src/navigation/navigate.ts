import type { PortalStore } from '@portal/shared-ui/state'
import { decide } from './decide.ts'
import { surroundingsAtom } from './navigation.state.ts'

let ownNavigations = 0

/** How often the shell itself has moved to another address; remotes move by their own routers and ask for themselves. */
export function countOwnNavigations(): number {
  return ownNavigations
}

/**
 * Goes to an address of the portal, whichever remote owns it. The first page of a list is written into the address at once, so that
 * one click is one entry in the history. Addresses outside of the portal are loaded by the browser.
 */
export function navigate(store: PortalStore, url: string, how: 'push' | 'replace' = 'push'): void {
  const target = new URL(url, location.href)
  if (target.origin !== location.origin) {
    location.assign(target)
    return
  }
  const decision = decide(target, store.get(surroundingsAtom))
  const search = decision.kind === 'remote' ? decision.search : target.search
  const address = target.pathname + search + target.hash
  if (how === 'push' && address === location.pathname + location.search + location.hash) return
  ownNavigations += 1
  if (how === 'push') history.pushState(null, '', address)
  else history.replaceState(null, '', address)
}
