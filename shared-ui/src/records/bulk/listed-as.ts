import type { Declaration } from '@portal/contract'
import type { ListState } from '../list/record-queries.ts'

/**
 * The collection as a page lists it: the search over all permits includes permits in process and decided
 * ones.
 */
export function listedAs(collection: Declaration, { scope }: Pick<ListState, 'scope'>): Declaration {
  const { projection, ...whole } = collection
  return scope === 'all' && projection !== undefined ? whole : collection
}
