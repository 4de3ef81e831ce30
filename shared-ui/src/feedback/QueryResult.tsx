import Skeleton from '@mui/material/Skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorPanel } from './ErrorPanel.tsx'

export interface QueryResultProps<Value> {
  query: UseQueryResult<Value>
  /** Accessible name of the skeleton while loading; null to render nothing until the result arrives. */
  loading: string | null
  failed: string
  children: (value: Value) => ReactNode
}

/** The result of a query: a skeleton while it loads, an error panel with `Try again` if it fails. */
export function QueryResult<Value>({ query, loading, failed, children }: QueryResultProps<Value>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error !== null)
    return <ErrorPanel error={query.error} title={failed} onRetry={() => void query.refetch()} />
  if (loading === null) return null
  return <Skeleton role="status" animation={false} height={120} aria-label={loading} />
}
