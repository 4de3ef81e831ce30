import { createContext, use, useState } from 'react'
import type { ReactNode } from 'react'
import type { BulkDelete, Filter, Match } from '@portal/contract'
import { maxBulkPids } from '@portal/contract'
import { useRecordPage } from './record-page-context.ts'

/** Determines which records are in a table, across all pages. */
export interface Matching {
  filter: Filter
  match: Match
  searchToken: string
}

export interface Selection {
  /** Number of selected records. */
  count: number
  /** True if all matches on all pages are selected. */
  isAll: boolean
  /** The individually selected records; empty while `isAll`. */
  pids: ReadonlySet<string>
  has: (pid: string) => boolean
  toggle: (pid: string) => void
  /** Selects exactly these records, which may be on several pages. */
  select: (pids: Iterable<string>) => void
  selectAll: () => void
  clear: () => void
  /**
   * The selection in the format of bulk calls (contract/src/records/bulk.ts); null while nothing is selected.
   */
  body: Pick<BulkDelete, 'pids' | 'filter' | 'match' | 'searchToken' | 'scope'> | null
}

const SelectionContext = createContext<Selection | null>(null)

type Kept = { of: string; pids: ReadonlySet<string>; isAll: boolean }
const nothing: ReadonlySet<string> = new Set()

export interface SelectionProviderProps {
  matching: Matching
  /** Number of matching records; undefined while unknown. */
  total: number | undefined
  children: ReactNode
}

/**
 * Keeps the selected records across pages. Another filter or search clears the selection, so that no hidden
 * record stays selected.
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

/**
 * The selection of the surrounding table, and the functions to change it. Throws outside of a record page.
 */
export function useSelection(): Selection {
  const selection = use(SelectionContext)
  if (selection === null) throw new Error('useSelection is used outside of a record page')
  return selection
}
