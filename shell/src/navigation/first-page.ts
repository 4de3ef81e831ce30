import type { RouteDeclaration } from '@portal/contract'

/**
 * Adds `page=1` to the query when the route is paged and no page was requested; the rest of the query is
 * kept. A route is paged when its own menu entry names a paging key. That excludes /mail and addresses with
 * `{pid}`. Source: specification.md 2, contract.md 9.
 */
export function withFirstPage(route: RouteDeclaration, search: string): string {
  if (route.menu?.pagingKey === undefined || new URLSearchParams(search).has('page')) return search
  return search.length > 1 ? `${search}&page=1` : '?page=1'
}
