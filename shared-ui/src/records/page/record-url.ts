import { findCollection, opensClientCards, pageAllowed, readOneScope } from '@portal/contract'
import type { Actor, CurrentUser, Declaration, FigureList } from '@portal/contract'

/** The address of a record; null for those that have no page of their own, such as files. */
export function recordUrl(collection: string, pid: string): string | null {
  return findCollection(collection)?.page?.replace('{pid}', () => encodeURIComponent(pid)) ?? null
}

/** The same, where this person may open it; null where the page or the records are closed to them. */
export function openableUrl(
  collection: string,
  pid: string,
  actor: Actor,
  user: Pick<CurrentUser, 'pages'> | null,
): string | null {
  const url = recordUrl(collection, pid)
  const declaration = findCollection(collection)
  if (url === null || declaration === undefined) return null
  // Staff to whom the records of organizations are closed open the client's card (decision 0070).
  if (collection === 'orgs' && opensClientCards(actor) && !mayOpen(declaration, url, actor, user))
    return `/clients/${encodeURIComponent(pid)}`
  return mayOpen(declaration, url, actor, user) ? url : null
}

function mayOpen(
  declaration: Declaration,
  url: string,
  actor: Actor,
  user: Pick<CurrentUser, 'pages'> | null,
): boolean {
  return (
    readOneScope(declaration, actor) !== 'closed' && pageAllowed(user?.pages ?? {}, url.replace(/\?.*$/, ''))
  )
}

/** In the address of a record page: its form of a new record is open. */
export const newRecordKey = 'new'

/**
 * The page of a collection with the form of a new record open. A page that is shown already, at `here`, keeps
 * its filter; null where there is none.
 */
export function newRecordUrl(collection: string, here: URL): string | null {
  const page = pageOf(collection)
  if (page === undefined) return null
  const query = here.pathname === page ? new URLSearchParams(here.search) : new URLSearchParams()
  query.set(newRecordKey, 'true')
  return `${page}?${query.toString()}`
}

/** The address of a record at which a note on it is written, the cursor in it. `url` is its own. */
export function newNoteUrl(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}tab=Notes#new-note`
}

/** The page of a collection: the address of a record without its pid. */
function pageOf(collection: string): string | undefined {
  return findCollection(collection)?.page?.replace(/(\/|\?\w+=)\{pid\}$/, '')
}

/** Records of a collection by a filter. */
type AnyList = Pick<FigureList, 'scope'> & { collection: string; filter: object }

/**
 * The page of a collection with this filter, that of the search where both kinds of permits are asked for;
 * null where it is closed to this person.
 */
export function openableList(
  { collection, filter, scope }: AnyList,
  user: Pick<CurrentUser, 'pages'> | null,
): string | null {
  const page = scope === 'all' ? '/permits/search' : pageOf(collection)
  if (page === undefined || !pageAllowed(user?.pages ?? {}, page)) return null
  return `${page}?${new URLSearchParams({ page: '1', filter: JSON.stringify(filter) }).toString()}`
}
