import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TabCounts } from '@portal/contract'
import type { CollectionName, Declaration } from '@portal/contract'
import { crud } from '../../api/api.ts'
import { recordKeys } from '../record-queries.ts'
import { nextPaint } from './next-paint.ts'

const countsQuery = (name: CollectionName, pid: string) =>
  queryOptions({
    queryKey: recordKeys.counts(name, pid),
    queryFn: async ({ signal }) => {
      await nextPaint()
      return crud({ apiPath: `/${name}/${encodeURIComponent(pid)}/counts`, method: 'GET' }, TabCounts, {
        signal,
      })
    },
    // Open tabs write their counts into the cached result, and events of the record invalidate it.
    refetchOnWindowFocus: false,
  })

/** Counts by tab label. */
export type ReportedCounts = Readonly<Record<string, number>>

/**
 * The counts that open tabs report. They are the most recent ones and are also written into the cached result
 * of `useTabCounts`.
 */
export function useReportedCounts({ name }: Declaration, pid: string) {
  const queryClient = useQueryClient()
  const [reported, setReported] = useState<ReportedCounts>({})
  return {
    reported,
    onCount: (label: string) => (count: number) => {
      setReported((known) => (known[label] === count ? known : { ...known, [label]: count }))
      queryClient.setQueryData(countsQuery(name, pid).queryKey, (known) =>
        known === undefined || known.counts[label] === count
          ? known
          : { counts: { ...known.counts, [label]: count } },
      )
    },
  }
}

/**
 * The number of entries in each tab of a record, from one call for all tabs. The open tab's own report takes
 * precedence. While the call is pending or after it failed, tabs show no number.
 */
export function useTabCounts({ name }: Declaration, pid: string, reported: ReportedCounts) {
  const { data } = useQuery(countsQuery(name, pid))
  return (label: string, isOpen: boolean): number | undefined =>
    (isOpen ? reported[label] : undefined) ?? data?.counts[label] ?? reported[label]
}
