import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TabCounts } from '@portal/contract'
import type { CollectionName, Declaration } from '@portal/contract'
import { crud } from '../../api/api.ts'
import { recordKeys } from '../record-queries.ts'

const countsQuery = (name: CollectionName, pid: string) =>
  queryOptions({
    queryKey: recordKeys.counts(name, pid),
    queryFn: ({ signal }) => crud({ apiPath: `/${name}/${encodeURIComponent(pid)}/counts`, method: 'GET' }, TabCounts, { signal }),
    // What an open tab tells is written into the answer; events of the record read it anew.
    refetchOnWindowFocus: false,
  })

/**
 * How many there are in each tab of a record: by one question when it opens, and by what the open tab itself tells, which knows first. Where
 * the question fails the tabs stand without numbers, as they do until it is answered.
 */
export function useTabCounts({ name }: Declaration, pid: string) {
  const queryClient = useQueryClient()
  const asked = useQuery(countsQuery(name, pid))
  const [told, setTold] = useState<Readonly<Record<string, number>>>({})
  return {
    countOf: (label: string, isOpen: boolean): number | undefined => (isOpen ? told[label] : undefined) ?? asked.data?.counts[label] ?? told[label],
    onCount: (label: string) => (count: number) => {
      setTold((known) => (known[label] === count ? known : { ...known, [label]: count }))
      queryClient.setQueryData(countsQuery(name, pid).queryKey, (known) =>
        known === undefined || known.counts[label] === count ? known : { counts: { ...known.counts, [label]: count } },
      )
    },
  }
}
