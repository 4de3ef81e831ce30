import { findField } from '@portal/contract'
import type { Declaration, Field } from '@portal/contract'
import type { FilterItem, FilterValue } from './filter-tree.ts'

/** A code that its field does not have any more, as a status does that went from the map. */
export function isGone(declared: Field, value: FilterValue | undefined): value is string {
  return declared.type === 'enum' && typeof value === 'string' && value !== '' && declared.options?.some(({ code }) => code === value) !== true
}

/** Does a filter name a code that is gone? Then the server refuses it, and whoever kept it is to choose another. */
export function namesGone(collection: Declaration, items: readonly FilterItem[]): boolean {
  return items.some((item) => {
    if (item.kind === 'group') return namesGone(collection, item.items)
    const declared = findField(collection, item.field)
    const values = Array.isArray(item.value) ? item.value : [item.value]
    return declared !== undefined && values.some((value: FilterValue | undefined) => isGone(declared, value))
  })
}
