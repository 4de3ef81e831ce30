import { fieldFinder, parseFilter } from '@portal/contract'
import type { FilterNode } from '@portal/contract'
import { fieldsOfFilter } from '../sql/filter-sql.ts'
import type { VisibleRows } from './visibility.ts'

/**
 * The rows that a list shows for its filters: without those that are hidden for a time, unless a filter names
 * the field that hides them.
 */
export function narrowShown(rows: VisibleRows, ...filters: readonly FilterNode[]): VisibleRows {
  const { declaration, actor } = rows
  const { hiddenWhile } = declaration
  const asked = filters.reduce((narrowed, node) => narrowed.narrow(node), rows)
  if (hiddenWhile === undefined || filters.some((node) => fieldsOfFilter(node).includes(hiddenWhile)))
    return asked
  return asked.narrow(parseFilter({ [hiddenWhile]: { isEmpty: true } }, fieldFinder(declaration, actor)))
}
