import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { RouteObject } from 'react-router'
import type { ReactNode } from 'react'
import { RouteErrorPanel } from './RouteErrorPanel.tsx'

/**
 * Adds error handling and a fallback to the routes. Unknown addresses render nothing, since a remote sees the
 * address of another remote between navigation and unmounting. A failed route shows an error panel with Try
 * again.
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
 * Renders a remote's pages with a router on the shared history; `dispose` stops the router. Navigation is not
 * a transition: table state is in the address, and the second of two quick changes must build on the first.
 */
export function openRoutes(routes: readonly RouteObject[]): { pages: ReactNode; dispose: () => void } {
  const router = createBrowserRouter(ownRoutes(routes))
  return { pages: <RouterProvider router={router} useTransitions={false} />, dispose: () => router.dispose() }
}
