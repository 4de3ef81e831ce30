import { maxExportWithoutProof } from '@portal/contract'
import type { Declaration } from '@portal/contract'
import { api, nothing } from '../../api/api.ts'
import type { Column } from '../grid/columns.ts'
import type { ListState } from '../list/record-queries.ts'

/**
 * Address of a file with exactly the records a table shows, in its order and with its columns: in labels and
 * words, or as field names and codes. Source: contract.md 2.
 */
export function exportUrl(
  collection: Declaration,
  format: 'csv' | 'xlsx',
  list: ListState,
  columns: readonly Column[],
  asCodes = false,
): string {
  const query = new URLSearchParams({ format })
  const { filter, match, sort, searchToken } = list
  if (filter !== undefined && Object.keys(filter).length > 0) query.set('filter', JSON.stringify(filter))
  if (match !== undefined) query.set('match', match)
  if (searchToken !== '') query.set('searchToken', searchToken)
  if (sort !== undefined && sort !== '') query.set('sort', sort)
  if (list.scope !== undefined) query.set('scope', list.scope)
  if (!asCodes) query.set('labels', 'true')
  query.set('fields', columns.map(({ name }) => name).join(','))
  return `/api/export/${collection.name}?${query.toString()}`
}

/**
 * Does an export of so many records ask for a fresh proof first? One whose size is not known yet is taken for
 * a large one.
 */
export function exportNeedsProof(count: number | undefined): boolean {
  return count === undefined || count > maxExportWithoutProof
}

/**
 * Has the person prove again who they are where that is due, then lets the browser download the file. Throws
 * where they do not.
 */
export async function downloadAfterProof(url: string): Promise<void> {
  await api.get('/api/auth/proof', nothing)
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
