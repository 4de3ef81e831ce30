import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { DistinctValues } from '@portal/contract'
import type { CollectionName, Filter } from '@portal/contract'
import { crud } from '../../api/api.ts'
import { recordKeys } from '../list/record-queries.ts'

export interface ValuesOptions {
  searchToken?: string
  filter?: Filter
  limit?: number
  /** Permits alone: both buckets. */
  scope?: 'all'
}

/**
 * Values a field has in a collection with how often, most frequent first (`GET
 * /{collection}/fields/{field}`).
 */
export function valuesQuery(
  collection: CollectionName,
  field: string,
  { searchToken = '', filter, limit = 50, scope }: ValuesOptions = {},
) {
  return queryOptions({
    queryKey: [...recordKeys.collection(collection), 'values', field, { searchToken, filter, limit, scope }],
    queryFn: ({ signal }) => {
      const narrowing = {
        ...(searchToken !== '' && { searchToken }),
        ...(filter !== undefined && { filter: { ...filter } }),
      }
      const query = { limit, ...narrowing, ...(scope && { scope }) }
      return crud(
        { apiPath: `/${collection}/fields/${encodeURIComponent(field)}`, method: 'GET', query },
        DistinctValues,
        { signal },
      )
    },
    placeholderData: keepPreviousData,
  })
}

/** Every name of a value in filters: what it is called, and the codes that stand for a record. */
export const keysOf = ({ value, codes = [] }: DistinctValues['values'][number]) => [keyOf(value), ...codes]

/** What a value is called in filters: a reference by its pid. */
export function keyOf(value: unknown): string | number | boolean | null {
  if (typeof value === 'object' && value !== null && 'pid' in value) return String(value.pid)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
