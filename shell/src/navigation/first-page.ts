import type { RouteDeclaration } from '@portal/contract'

/**
 * The query with `page=1` added where the page is cut into pages and none was asked for; everything else in
 * it is kept. Pages cut into pages are those whose own menu entry names a paging key, so neither /mail nor an
 * address with `{pid}`.
 * Source: specification.md 2, contract.md 9.
 */
export function withFirstPage(route: RouteDeclaration, search: string): string {
  if (route.menu?.pagingKey === undefined || new URLSearchParams(search).has('page')) return search
  return search.length > 1 ? `${search}&page=1` : '?page=1'
}
