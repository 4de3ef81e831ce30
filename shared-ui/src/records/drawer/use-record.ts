import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Declaration } from '@portal/contract'
import { rowsIn } from '../list/cached-pages.ts'
import { recordKeys, recordQuery } from '../list/record-queries.ts'

/**
 * The open record. What its row in the list says is shown at once, so that nobody waits for what is on screen
 * already; the record itself takes its place as soon as it has been read.
 */
export function useRecord(declaration: Declaration, pid: string) {
  const queryClient = useQueryClient()
  const rowInList = () => {
    const pages = queryClient.getQueriesData({ queryKey: recordKeys.lists(declaration.name) })
    return pages.flatMap(([, page]) => rowsIn(page)).find((row) => row.pid === pid)
  }
  return useQuery({ ...recordQuery(declaration, pid), placeholderData: rowInList })
}
