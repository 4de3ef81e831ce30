import { findField, maxSortKeys, toSortText } from '@portal/contract'
import type { Declaration, Field, SortKey } from '@portal/contract'

/** Keys of a sort as the address holds it. Unknown fields are kept: the server names them. */
export function sortKeysIn(sort: string): SortKey[] {
  const parts = sort.split(',').map((part) => part.trim())
  return parts
    .filter((part) => part !== '')
    .map((part) => ({ field: part.replace(/^-/, ''), descending: part.startsWith('-') }))
}

/** Can records be ordered by it? */
export function isSortable(declared: Field | undefined): boolean {
  return declared !== undefined && declared.type !== 'json' && declared.type !== 'list'
}

/**
 * The sort after a click on a column's header: ascending, then descending, then no more. With shift the other
 * keys stay. Answers null where the column cannot be sorted by, or there is no room for one more key.
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
