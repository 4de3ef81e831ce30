import { findField, maxSortKeys, toSortText } from '@portal/contract'
import type { Declaration, Field, SortKey } from '@portal/contract'

/** The sort keys in an address. Unknown fields are kept, and the server reports them. */
export function sortKeysIn(sort: string): SortKey[] {
  const parts = sort.split(',').map((part) => part.trim())
  return parts
    .filter((part) => part !== '')
    .map((part) => ({ field: part.replace(/^-/, ''), descending: part.startsWith('-') }))
}

/** True if records can be sorted by the field. */
export function isSortable(declared: Field | undefined): boolean {
  return declared !== undefined && declared.type !== 'json' && declared.type !== 'list'
}

/**
 * The sort after a click on a column heading: ascending, descending, unsorted. With Shift the other keys
 * stay. Returns null if the column is not sortable or the maximum number of keys is reached.
 */
export function sortedBy(
  sort: string,
  collection: Declaration,
  field: string,
  isAdded: boolean,
): string | null {
  if (!isSortable(findField(collection, field))) return null
  const keys = sortKeysIn(sort)
  const known = keys.find((key) => key.field === field)
  const next: SortKey[] =
    known === undefined
      ? [{ field, descending: false }]
      : known.descending
        ? []
        : [{ field, descending: true }]
  if (!isAdded)
    return toSortText(known !== undefined && keys.length > 1 ? [{ field, descending: false }] : next)
  if (known === undefined) return keys.length >= maxSortKeys ? null : toSortText([...keys, ...next])
  return toSortText(keys.flatMap((key) => (key.field === field ? next : [key])))
}
