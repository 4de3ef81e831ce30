import type { Declaration } from '@portal/contract'
import type { Column } from '../columns.ts'
import type { ListState } from '../record-queries.ts'

/** Address of a file with exactly the records a table shows, in its order and with its columns. Source: contract.md section 2. */
export function exportUrl(collection: Declaration, format: 'csv' | 'xlsx', list: ListState, columns: readonly Column[]): string {
  const query = new URLSearchParams({ format })
  const { filter, match, sort, searchToken } = list
  if (filter !== undefined && Object.keys(filter).length > 0) query.set('filter', JSON.stringify(filter))
  if (match !== undefined) query.set('match', match)
  if (searchToken !== '') query.set('searchToken', searchToken)
  if (sort !== undefined && sort !== '') query.set('sort', sort)
  if (list.scope !== undefined) query.set('scope', list.scope)
  query.set('fields', columns.map(({ name }) => name).join(','))
  return `/api/export/${collection.name}?${query.toString()}`
}
