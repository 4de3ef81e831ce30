import { createContext, use, useState } from 'react'
import type { ReactNode } from 'react'
import type { BulkDelete, Filter, Match } from '@portal/contract'
import { maxBulkPids } from '@portal/contract'
import { useRecordPage } from './record-page-context.ts'

/** What decides which records a table holds, whatever page it is on. */
export interface Matching {
  filter: Filter
  match: Match
  searchToken: string
}

export interface Selection {
  /** How many records are selected. */
  count: number
  /** All that match, on every page. */
  isAll: boolean
  /** Those selected one by one; empty while `isAll`. */
  pids: ReadonlySet<string>
  has: (pid: string) => boolean
  toggle: (pid: string) => void
  /** Selects exactly these, which may lie on several pages. */
  select: (pids: Iterable<string>) => void
  selectAll: () => void
  clear: () => void
  /** The selection as bulk calls take it (contract/src/records/bulk.ts); null while nothing is selected. */
  body: Pick<BulkDelete, 'pids' | 'filter' | 'match' | 'searchToken' | 'scope'> | null
}

const SelectionContext = createContext<Selection | null>(null)

type Kept = { of: string; pids: ReadonlySet<string>; isAll: boolean }
const nothing: ReadonlySet<string> = new Set()

export interface SelectionProviderProps {
  matching: Matching
  /** How many records match; undefined while it is not known. */
  total: number | undefined
  children: ReactNode
}

/**
 * Keeps which records are selected, over all pages; another filter or search begins anew, so that nothing
 * unseen stays selected.
 */
export function SelectionProvider({ matching, total, children }: SelectionProviderProps) {
  const of = JSON.stringify(matching)
  const [kept, setKept] = useState<Kept>({ of, pids: nothing, isAll: false })
  const { pids, isAll } = kept.of === of ? kept : { pids: nothing, isAll: false }
  const select = (selected: Iterable<string>) =>
    setKept({ of, pids: new Set([...selected].slice(0, maxBulkPids)), isAll: false })
  const count = isAll ? (total ?? 0) : pids.size
  const { filter, match, searchToken } = matching
  const { scope } = useRecordPage().list
  const all = {
    filter: { ...filter },
    match,
    ...(searchToken !== '' && { searchToken }),
    ...(scope && { scope }),
  }
  const selection: Selection = {
    count,
    isAll,
    pids,
    has: (pid) => isAll || pids.has(pid),
    toggle: (pid) => select(pids.has(pid) ? [...pids].filter((each) => each !== pid) : [...pids, pid]),
    select,
    selectAll: () => setKept({ of, pids: nothing, isAll: true }),
    clear: () => setKept({ of, pids: nothing, isAll: false }),
    body: count === 0 ? null : isAll ? all : { pids: [...pids] },
  }
  return <SelectionContext value={selection}>{children}</SelectionContext>
}

/** The records selected in the table around, and how to change that. Throws outside of a record page. */
export function useSelection(): Selection {
  const selection = use(SelectionContext)
  if (selection === null) throw new Error('useSelection is used outside of a record page')
  return selection
}
