import { findCollection, opensClientCards, pageAllowed, readOneScope } from '@portal/contract'
import type { Actor, CurrentUser, Declaration, FigureList } from '@portal/contract'

/** Pages of the collections; `{pid}` is in the query if the page has no such route. Source: contract.md 9. */
const pages: Readonly<Record<string, string>> = {
  permits: '/permits/processing',
  processed: '/permits/processed',
  tasks: '/tasks',
  ctasks: '/ctasks',
  payments: '/payments',
  notifications: '/notifications',
  rts: '/ready_to_submits',
  orgs: '/organizations?record=',
  users: '/users?record=',
  contacts: '/contacts',
}

/** The address of a record; null for records without a page, such as files. */
export function recordUrl(collection: string, pid: string): string | null {
  const page = Object.hasOwn(pages, collection) ? pages[collection] : undefined
  if (page === undefined) return null
  return page.endsWith('=') ? page + encodeURIComponent(pid) : `${page}/${encodeURIComponent(pid)}`
}

/** The address of a record if this user may open it; null if the page or the record is closed to them. */
export function openableUrl(
  collection: string,
  pid: string,
  actor: Actor,
  user: Pick<CurrentUser, 'pages'> | null,
): string | null {
  const url = recordUrl(collection, pid)
  const declaration = findCollection(collection)
  if (url === null || declaration === undefined) return null
  // Staff who may not read organization records get the client's card instead (decision 0070).
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

/** Query parameter of a record page that opens the form of a new record. */
export const newRecordKey = 'new'

/**
 * The address of a collection's page with the form of a new record open. If the page is already shown
 * (`here`), its filter is kept. Null if the collection has no page.
 */
export function newRecordUrl(collection: string, here: URL): string | null {
  const page = pageOf(collection)
  if (page === undefined) return null
  const query = here.pathname === page ? new URLSearchParams(here.search) : new URLSearchParams()
  query.set(newRecordKey, 'true')
  return `${page}?${query.toString()}`
}

/** The address of a new note on a record, with the cursor in it. `url` is the record's address. */
export function newNoteUrl(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}tab=Notes#new-note`
}

function pageOf(collection: string): string | undefined {
  return Object.hasOwn(pages, collection) ? pages[collection]?.replace(/\?.*$/, '') : undefined
}

/** A filtered list of a collection. */
type AnyList = Pick<FigureList, 'scope'> & { collection: string; filter: object }

/**
 * The page of a collection with this filter; for both kinds of permits, the search page. Null if the page is
 * closed to this user.
 */
export function openableList(
  { collection, filter, scope }: AnyList,
  user: Pick<CurrentUser, 'pages'> | null,
): string | null {
  const page = scope === 'all' ? '/permits/search' : pageOf(collection)
  if (page === undefined || !pageAllowed(user?.pages ?? {}, page)) return null
  return `${page}?${new URLSearchParams({ page: '1', filter: JSON.stringify(filter) }).toString()}`
}
