import { useQueryClient } from '@tanstack/react-query'
import type { Declaration } from '@portal/contract'
import { groupsQuery, pageQuery, toGroupedTablePage } from '../list/record-queries.ts'
import type { ListState, TablePage } from '../list/record-queries.ts'

export interface Neighbours {
  previous: (() => void) | null
  next: (() => void) | null
}

/**
 * The way from the open record to the ones before and after it in the list, over the edge of a page too.
 * Both are null for a record that is not in the list, such as one opened by its address.
 */
export function useNeighbours(
  declaration: Declaration,
  state: ListState,
  list: TablePage | undefined,
  open: string | null,
  openRecord: (pid: string, options: { page?: number; replace: boolean }) => void,
): Neighbours {
  const queryClient = useQueryClient()
  const place = list?.records.findIndex(({ pid }) => pid === open) ?? -1
  if (list === undefined || place === -1) return { previous: null, next: null }

  const recordsOn = async (page: number) => {
    if (state.group === undefined)
      return (await queryClient.ensureQueryData(pageQuery(declaration, { ...state, page }))).records
    return toGroupedTablePage(await queryClient.ensureQueryData(groupsQuery(declaration, { ...state, page })))
      .records
  }
  const onPage = (page: number, end: 'first' | 'last') => async () => {
    const records = await recordsOn(page)
    const record = end === 'first' ? records[0] : records.at(-1)
    if (record !== undefined) openRecord(record.pid, { page, replace: true })
  }
  const here = (index: number) => {
    if (index < 0) return null
    const record = list.records[index]
    return record === undefined ? null : () => openRecord(record.pid, { replace: true })
  }
  const over = (page: number, end: 'first' | 'last') =>
    page < 1 || page > list.pages ? null : () => void onPage(page, end)()
  return {
    previous: here(place - 1) ?? over(state.page - 1, 'last'),
    next: here(place + 1) ?? over(state.page + 1, 'first'),
  }
}
