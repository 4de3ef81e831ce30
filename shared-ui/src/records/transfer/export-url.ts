import { maxExportWithoutProof } from '@portal/contract'
import type { Declaration } from '@portal/contract'
import { api, nothing } from '../../api/api.ts'
import type { Column } from '../columns.ts'
import type { ListState } from '../record-queries.ts'

/**
 * Address of a file with exactly the records of a table, in its order and with its columns: either labels and
 * texts, or field names and codes. Source: contract.md 2.
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
 * True if an export of this many records requires a recent authentication. An unknown count is treated as
 * large.
 */
export function exportNeedsProof(count: number | undefined): boolean {
  return count === undefined || count > maxExportWithoutProof
}

/**
 * Runs a step-up if one is required, then lets the browser download the file. Throws if the step-up fails.
 */
export async function downloadAfterProof(url: string): Promise<void> {
  await api.get('/api/auth/proof', nothing)
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
