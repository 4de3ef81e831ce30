import { reportMissingCode } from '@portal/shared-ui'
import type { ShellApi } from '@portal/shared-ui'
import type { Root } from 'react-dom/client'
import { navigate } from '../navigation/navigate.ts'
import { routeAtom, routeContextAtom } from '../navigation/navigation.state.ts'
import { syncAddress } from '../navigation/sync-address.ts'
import { EntryApp } from './EntryApp.tsx'
import { createEntryShell } from './entry-shell.ts'
import { isEntryPage } from './entry-pages.tsx'
import { portalCodeAtom } from './portal-code.ts'
import type { LoadPortal } from './portal-code.ts'
import { sessionHint } from './session-hint.ts'
import { whenWordsAreKnown } from './start-page.ts'
import type { Page } from './start-page.ts'

/**
 * Opens the portal, and the sign-in pages before it for a visitor without a session. Those need no registry,
 * no single-spa and no remotes, so this follows the address itself until the portal does.
 */
export function startEntry(page: Page, root: Root, loadPortal: LoadPortal): void {
  const { store } = page
  store.set(portalCodeAtom, { load: loadPortal })
  const shell: ShellApi = {
    ...createEntryShell(store),
    navigate: (url) => {
      navigate(store, url)
      follow()
    },
  }
  const draw = (failure: Error | null = null) =>
    whenWordsAreKnown(page, () => root.render(<EntryApp page={page} shell={shell} failure={failure} />))

  async function open(): Promise<void> {
    try {
      const portal = await loadPortal()
      portal.openPortal(page, root)
    } catch (error) {
      if (!reportMissingCode(error)) draw(error instanceof Error ? error : new Error(String(error)))
    }
  }

  function follow(): void {
    syncAddress(store)
    const decision = store.get(routeAtom)
    if (decision.kind === 'shell' && isEntryPage(decision.route.path)) return
    stop()
    void open()
  }
  if (sessionHint() === 'present') {
    void open()
    return
  }
  const unsubscribe = store.sub(routeContextAtom, follow)
  window.addEventListener('popstate', follow)
  function stop(): void {
    unsubscribe()
    window.removeEventListener('popstate', follow)
  }
  follow()
  draw()
}
