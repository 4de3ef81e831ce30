import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Declaration } from '@portal/contract'
import { rowsIn } from '../cached-pages.ts'
import { recordKeys, recordQuery } from '../record-queries.ts'

/** The open record. Until it is loaded, the data of its row in the list is shown. */
export function useRecord(declaration: Declaration, pid: string) {
  const queryClient = useQueryClient()
  const rowInList = () => {
    const pages = queryClient.getQueriesData({ queryKey: recordKeys.lists(declaration.name) })
    return pages.flatMap(([, page]) => rowsIn(page)).find((row) => row.pid === pid)
  }
  return useQuery({ ...recordQuery(declaration, pid), placeholderData: rowInList })
}
