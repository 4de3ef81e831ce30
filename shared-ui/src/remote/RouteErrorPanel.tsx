import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { ErrorPanel } from '../feedback/ErrorPanel.tsx'
import { PageNotFound } from '../feedback/PageNotFound.tsx'

/** Stands in for a route that failed to load or to draw; Try again runs its loaders and draws it anew. */
export function RouteErrorPanel() {
  const error = useRouteError()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { reset } = useQueryErrorResetBoundary()
  if (isRouteErrorResponse(error) && error.status === 404) return <PageNotFound path={pathname} />
  const retry = () => {
    reset()
    void navigate(pathname + search, { replace: true })
  }
  return <ErrorPanel error={error} onRetry={retry} />
}
