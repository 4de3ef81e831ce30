import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import type { QueryClient } from '@tanstack/react-query'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { RouteObject } from 'react-router'
import { ErrorPanel } from '../feedback/ErrorPanel.tsx'
import type { PortalStore } from '../portal/portal-store.ts'
import { Providers } from '../portal/Providers.tsx'
import type { ShellApi } from '../portal/shell-api.ts'
import { RouteErrorPanel } from './RouteErrorPanel.tsx'

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
}

/**
 * Addresses the remote does not own draw nothing: between a navigation and its unmounting a remote sees the address of another.
 * A route that fails shows a panel with Try again in place.
 */
function ownRoutes(routes: readonly RouteObject[]): RouteObject[] {
  return [{ ErrorBoundary: RouteErrorPanel, HydrateFallback: Nothing, children: [...routes, { path: '*', element: null }] }]
}

function Nothing() {
  return null
}

/**
 * Makes the lifecycles of a remote. Each mount has its own router over the page's one history: single-spa fires `popstate` for every
 * pushState, so the routers of the shell and of all remotes follow each other, and a plain Link leads to any remote's page.
 */
export function createRemote({ name, routes }: RemoteDefinition): RemoteLifecycles {
  let root: Root | null = null
  let router: ReturnType<typeof createBrowserRouter> | null = null

  async function mount(props: MountProps): Promise<void> {
    props.domElement.dataset['remote'] = name
    root = createRoot(props.domElement)
    const around = { store: props.store, queryClient: props.queryClient, shell: props.shell }
    try {
      router = createBrowserRouter(ownRoutes(routes))
      root.render(
        <Providers {...around}>
          <RouterProvider router={router} />
        </Providers>,
      )
    } catch (error) {
      const again = () => void unmount().then(() => mount(props))
      root.render(
        <Providers {...around}>
          <ErrorPanel error={error} onRetry={again} />
        </Providers>,
      )
    }
  }

  async function unmount(): Promise<void> {
    router?.dispose()
    root?.unmount()
    router = null
    root = null
  }

  return { bootstrap: async () => undefined, mount, unmount }
}
