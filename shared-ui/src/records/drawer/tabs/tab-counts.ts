import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TabCounts } from '@portal/contract'
import type { CollectionName, Declaration } from '@portal/contract'
import { crud } from '../../../api/api.ts'
import { recordKeys } from '../../list/record-queries.ts'
import { nextPaint } from '../../../slots/next-paint.ts'

const countsQuery = (name: CollectionName, pid: string) =>
  queryOptions({
    queryKey: recordKeys.counts(name, pid),
    queryFn: async ({ signal }) => {
      await nextPaint()
      return crud({ apiPath: `/${name}/${encodeURIComponent(pid)}/counts`, method: 'GET' }, TabCounts, {
        signal,
      })
    },
    // What an open tab tells is written into the answer; events of the record read it anew.
    refetchOnWindowFocus: false,
  })

/** Counts by label of the tab. */
export type ReportedCounts = Readonly<Record<string, number>>

/**
 * The counts that open tabs report, which know them first. They are written into the answer of `useTabCounts`
 * too.
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
 * The number of entries in a tab of a record: one call for all tabs, except that the open tab's own report
 * comes first. While the call is pending, and where it fails, tabs have no number.
 */
export function useTabCounts({ name }: Declaration, pid: string, reported: ReportedCounts) {
  const { data } = useQuery(countsQuery(name, pid))
  return (label: string, isOpen: boolean): number | undefined =>
    (isOpen ? reported[label] : undefined) ?? data?.counts[label] ?? reported[label]
}
