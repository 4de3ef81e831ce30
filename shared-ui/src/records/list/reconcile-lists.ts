import type { AnyRecord, Declaration, Filter, Match } from '@portal/contract'
import type { Query, QueryClient } from '@tanstack/react-query'
import { countOf, rowsIn, withNewerRows } from './cached-pages.ts'
import { withNews } from './list-updates.ts'
import { askList, questionOf, recordKeys, stateInKey } from './record-queries.ts'
import type { ListState } from './record-queries.ts'

/** What happened to records of a collection. */
export interface RecordChanges {
  /** Changed in place. */
  changed: readonly string[]
  gone: readonly string[]
  /** Records may have come into the lists, or left them, that no page on screen holds. */
  elsewhere: boolean
  /** The pages on screen have the new values already: this page wrote them. */
  isOwn: boolean
}

const isNarrowed = ({ filter, searchToken }: ListState) => filter !== undefined || searchToken !== ''

/** The state's filter and, of what matches it, these records alone. */
function among(
  { filter, match }: { filter: Filter | undefined; match: Match | undefined },
  pids: readonly string[],
): Filter {
  const these: Filter = { pid: { in: [...pids] } }
  if (filter === undefined) return these
  return {
    and: [
      match === 'any'
        ? { or: Object.entries(filter).map(([name, condition]) => ({ [name]: condition })) }
        : filter,
      these,
    ],
  }
}

/** Those of the records that the list holds, on whatever page. */
async function matchingRecords(
  declaration: Declaration,
  state: ListState,
  pids: readonly string[],
): Promise<AnyRecord[]> {
  if (pids.length === 0) return []
  const { match, filter, ...question } = questionOf(state)
  return (await askList(declaration, { ...question, filter: among({ filter, match }, pids) }, pids.length))
    .records
}

/** The list as it would be without filter and search. */
const widened = ({ scope }: ListState): ListState => ({ page: 1, searchToken: '', ...(scope && { scope }) })

async function lookAtPage(
  queryClient: QueryClient,
  declaration: Declaration,
  query: Query,
  happened: RecordChanges,
): Promise<void> {
  const state = stateInKey(query.queryKey)
  const page: unknown = query.state.data
  if (state === null || page === undefined) return
  const rows = rowsIn(page)
  if (rows.length === 0) {
    // Nothing is looked at that could move.
    await queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    return
  }
  const isHere = (pid: string) => rows.some((row) => row.pid === pid)
  const changed = happened.changed.filter(isHere)
  const fresh = happened.isOwn ? [] : await matchingRecords(declaration, widened(state), changed)
  const isAsked = isNarrowed(state) || (happened.isOwn && declaration.projection !== undefined)
  const inside = isAsked ? await matchingRecords(declaration, state, changed) : fresh
  const isIn = (pid: string) => (happened.isOwn && !isAsked) || inside.some((record) => record.pid === pid)
  const left = [...happened.gone.filter(isHere), ...changed.filter((pid) => !isIn(pid))]
  const mayCountOthers =
    left.length > 0 || happened.elsewhere || isNarrowed(state) || countOf(page)?.hasNews === true
  const count = mayCountOthers ? (await askList(declaration, questionOf(state), 1)).metadata.count : null
  const newer = new Map(fresh.map((record): [string, AnyRecord] => [record.pid, record]))
  queryClient.setQueryData(query.queryKey, (present: unknown) => {
    const patched = withNewerRows(present, newer)
    return count === null ? patched : markNews(patched, count, left, changed.filter(isIn))
  })
}

function markNews(
  page: unknown,
  count: number,
  left: readonly string[],
  returned: readonly string[],
): unknown {
  const known = countOf(page)
  if (known === null || typeof page !== 'object' || page === null) return page
  const here = new Set(rowsIn(page).map(({ pid }) => pid))
  const leftHere = left.filter((pid) => here.has(pid))
  return known.count === count && leftHere.length === 0 && !known.hasNews
    ? page
    : withNews(page, count, leftHere, returned)
}

/**
 * Brings the pages on screen up to date without moving a row: changed rows get their values where they stand,
 * rows that left the list are marked, and the count is that of now. Pages that are not on screen are read
 * anew when they are.
 */
export async function reconcileLists(
  queryClient: QueryClient,
  declaration: Declaration,
  happened: RecordChanges,
): Promise<void> {
  const pages = queryClient
    .getQueryCache()
    .findAll({ queryKey: recordKeys.lists(declaration.name), type: 'active' })
  try {
    await Promise.all(pages.map((query) => lookAtPage(queryClient, declaration, query, happened)))
  } finally {
    await queryClient.invalidateQueries({
      queryKey: recordKeys.collection(declaration.name),
      predicate: (query) => query.queryKey[2] !== 'record',
      refetchType: 'none',
    })
  }
}
