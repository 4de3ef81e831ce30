import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiProblem } from '../api/api-problem.ts'
import { ErrorPanel } from '../feedback/ErrorPanel.tsx'
import { PageNotFound } from '../feedback/PageNotFound.tsx'
import { useShell } from '../portal/shell-api.ts'

/** Stands in for a route that failed to load or to draw; Try again runs its loaders and draws it anew. */
export function RouteErrorPanel() {
  const error = useRouteError()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { reset } = useQueryErrorResetBoundary()
  const shell = useShell()
  // What the server refused is no fault of the remote.
  const isFault = !isRouteErrorResponse(error) && !(error instanceof ApiProblem)
  useEffect(() => {
    if (isFault) shell.reportFailure(error)
  }, [shell, error, isFault])
  if (isRouteErrorResponse(error) && error.status === 404) return <PageNotFound path={pathname} />
  const retry = () => {
    reset()
    void navigate(pathname + search, { replace: true })
  }
  return <ErrorPanel error={error} onRetry={retry} />
}
