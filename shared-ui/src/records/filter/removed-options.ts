import { findField } from '@portal/contract'
import type { Declaration, Field } from '@portal/contract'
import type { FilterItem, FilterValue } from './filter-tree.ts'

/** A code that its field does not have any more, as a status does that went from the map. */
export function isRemovedOption(declared: Field, value: FilterValue | undefined): value is string {
  return (
    declared.type === 'enum' &&
    typeof value === 'string' &&
    value !== '' &&
    declared.options?.some(({ code }) => code === value) !== true
  )
}

/**
 * The name of the field of which a filter names a code that is gone. Then the server refuses it, and whoever
 * kept it is to choose another.
 */
export function findRemovedField(collection: Declaration, items: readonly FilterItem[]): string | undefined {
  for (const item of items) {
    const found = item.kind === 'group' ? findRemovedField(collection, item.items) : goneIn(collection, item)
    if (found !== undefined) return found
  }
  return undefined
}

function goneIn(
  collection: Declaration,
  { field, value }: Exclude<FilterItem, { kind: 'group' }>,
): string | undefined {
  const declared = findField(collection, field)
  const values: readonly (FilterValue | undefined)[] = Array.isArray(value) ? value : [value]
  return declared !== undefined && values.some((value) => isRemovedOption(declared, value))
    ? field
    : undefined
}
