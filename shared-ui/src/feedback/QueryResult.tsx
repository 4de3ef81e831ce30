import Skeleton from '@mui/material/Skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorPanel } from './ErrorPanel.tsx'

export interface QueryResultProps<Value> {
  query: UseQueryResult<Value>
  /** What its place is called meanwhile; null where nothing need stand there before the answer. */
  loading: string | null
  failed: string
  children: (value: Value) => ReactNode
}

/** What a question is answered with; until then its place, and where it failed why and Try again. */
export function QueryResult<Value>({ query, loading, failed, children }: QueryResultProps<Value>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error !== null)
    return <ErrorPanel error={query.error} title={failed} onRetry={() => void query.refetch()} />
  if (loading === null) return null
  return <Skeleton role="status" animation={false} height={120} aria-label={loading} />
}
