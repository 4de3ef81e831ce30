import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { RouteObject } from 'react-router'
import type { ReactNode } from 'react'
import { RouteErrorPanel } from './RouteErrorPanel.tsx'

/**
 * Addresses the remote does not own draw nothing: between a navigation and its unmounting a remote sees the
 * address of another. A route that fails shows a panel with Try again in place.
 */
function ownRoutes(routes: readonly RouteObject[]): RouteObject[] {
  return [
    {
      ErrorBoundary: RouteErrorPanel,
      HydrateFallback: Nothing,
      children: [...routes, { path: '*', element: null }],
    },
  ]
}

function Nothing() {
  return null
}

/**
 * A remote's pages over the page's one history, and the way to let go of it. A change of the address is drawn
 * at once, not as a transition: the state of a table lives there, and the next of two quick changes must
 * build on the first.
 */
export function openRoutes(routes: readonly RouteObject[]): { pages: ReactNode; dispose: () => void } {
  const router = createBrowserRouter(ownRoutes(routes))
  return { pages: <RouterProvider router={router} useTransitions={false} />, dispose: () => router.dispose() }
}
