import { createRoot } from 'react-dom/client'
import type { QueryClient } from '@tanstack/react-query'
import type { RouteObject } from 'react-router'
import { ErrorBoundary } from '../feedback/ErrorBoundary.tsx'
import { ErrorPanel } from '../feedback/ErrorPanel.tsx'
import { fetchCode, reportMissingCode } from '../feedback/missing-code.ts'
import { addSpanishTexts } from '../i18n/language.ts'
import type { LoadSpanish } from '../i18n/language.ts'
import type { PortalStore } from '../portal/portal-store.ts'
import { Providers } from '../portal/Providers.tsx'
import type { ShellApi } from '../portal/shell-api.ts'
import { loadRemoteRoot } from './RemoteRoot.lazy.ts'

/** What the shell hands to a remote when it mounts it. */
export interface MountProps {
  domElement: HTMLElement
  shell: ShellApi
  store: PortalStore
  queryClient: QueryClient
}

/** All that the shell can see of a remote: single-spa's lifecycles. None of them ever throws or rejects. */
export interface RemoteLifecycles {
  bootstrap: () => Promise<void>
  mount: (props: MountProps) => Promise<void>
  unmount: (props: MountProps) => Promise<void>
}

export interface RemoteDefinition {
  /** The remote's name in the registry. */
  name: string
  /** Routes with absolute paths, such as `/tasks/:pid?`. */
  routes: readonly RouteObject[]
  /** The remote's Spanish texts, which English screens do not load. */
  spanish?: LoadSpanish
}

interface Stay {
  leave: () => void
}

/**
 * One stay of a remote in the page. The router is a chunk of its own, so that the sign-in page does without;
 * should it not arrive, or a route be wrong, a panel says so and trying again starts over in place.
 */
function enter({ name, routes, spanish }: RemoteDefinition, { domElement, ...around }: MountProps): Stay {
  domElement.dataset['remote'] = name
  const root = createRoot(domElement)
  let isGone = false
  let dispose = () => {}

  const open = async () => {
    dispose()
    dispose = () => {}
    try {
      const [{ openRoutes }] = await Promise.all([
        fetchCode(loadRemoteRoot),
        spanish && addSpanishTexts(spanish),
      ])
      if (isGone) return
      const opened = openRoutes(routes)
      dispose = opened.dispose
      root.render(
        <Providers {...around}>
          <ErrorBoundary onRetry={() => void open()} onError={(error) => around.shell.reportFailure(error)}>
            {opened.pages}
          </ErrorBoundary>
        </Providers>,
      )
    } catch (error) {
      if (isGone) return
      if (reportMissingCode(error)) return
      around.shell.reportFailure(error)
      root.render(
        <Providers {...around}>
          <ErrorPanel error={error} onRetry={() => void open()} />
        </Providers>,
      )
    }
  }
  void open()
  return {
    leave: () => {
      isGone = true
      dispose()
      root.unmount()
    },
  }
}

/**
 * Makes the lifecycles of a remote. Each mount has its own router over the page's one history: single-spa
 * fires `popstate` for every pushState, so the routers of all remotes follow the address, and a plain Link
 * leads to any remote's page.
 */
export function createRemote(definition: RemoteDefinition): RemoteLifecycles {
  let stay: Stay | null = null
  const leave = () => {
    stay?.leave()
    stay = null
  }
  return {
    bootstrap: () => Promise.resolve(),
    mount: (props) => {
      leave()
      stay = enter(definition, props)
      return Promise.resolve()
    },
    unmount: () => {
      leave()
      return Promise.resolve()
    },
  }
}
