import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router'

/** Where a record's pid stands in the address: `/tasks/{pid}`, or `?record={pid}` on pages without such a route. Source: contract.md section 9. */
export type RecordAddress = 'path' | 'query'

export interface TableState {
  page: number
  searchToken: string
  /** Pid of the record in the drawer; null when none is open. */
  open: string | null
  /** Name of the drawer's tab. */
  tab: string | null
}

export interface TableStateChanges {
  /** Adds a history entry. */
  setPage: (page: number) => void
  /** The last page has moved: corrects the address without a history entry. */
  clampPage: (page: number) => void
  /** Replaces the history entry: one searches as one types. */
  setSearch: (token: string) => void
  openRecord: (pid: string, options?: { page?: number; replace?: boolean }) => void
  closeRecord: () => void
  setTab: (tab: string) => void
}

/** A page number in an address; anything that is none is page 1. */
export function pageIn(text: string | null): number {
  const page = Number(text)
  return Number.isSafeInteger(page) && page >= 1 && page <= 2_147_483_647 ? page : 1
}

/** The state of a record page, which lives in the address alone. `path` is the page's own, such as `/tasks`. */
export function useTableState(path: string, address: RecordAddress): TableState & TableStateChanges {
  const { pid } = useParams()
  const [search] = useSearchParams()
  const { search: searchText } = useLocation()
  const navigate = useNavigate()

  const go = (change: (query: URLSearchParams) => void, { pathname, replace = false }: { pathname?: string; replace?: boolean } = {}) => {
    const query = new URLSearchParams(searchText)
    change(query)
    const text = query.toString()
    const here = address === 'path' && pid !== undefined ? `${path}/${pid}` : path
    void navigate(`${pathname ?? here}${text === '' ? '' : `?${text}`}`, { replace, preventScrollReset: true })
  }

  return {
    page: pageIn(search.get('page')),
    searchToken: search.get('q') ?? '',
    open: (address === 'path' ? pid : search.get('record')) ?? null,
    tab: search.get('tab'),
    setPage: (page) => go((query) => query.set('page', String(page))),
    clampPage: (page) => go((query) => query.set('page', String(page)), { replace: true }),
    setSearch: (token) =>
      go(
        (query) => {
          if (token === '') query.delete('q')
          else query.set('q', token)
          query.set('page', '1')
        },
        { replace: true },
      ),
    openRecord: (record, { page, replace } = {}) =>
      go(
        (query) => {
          if (page !== undefined) query.set('page', String(page))
          if (address === 'query') query.set('record', record)
        },
        { replace: replace ?? false, pathname: address === 'path' ? `${path}/${record}` : path },
      ),
    closeRecord: () =>
      go(
        (query) => {
          query.delete('record')
          query.delete('tab')
        },
        { pathname: path },
      ),
    setTab: (tab) => go((query) => query.set('tab', tab), { replace: true }),
  }
}
