import { field, fieldFinder, parseFilter } from '@portal/contract'
import type { Declaration, Filter, FilterNode, Scope } from '@portal/contract'

/** The filter that keeps every row. */
export const everything: FilterNode = { kind: 'and', nodes: [] }
const rule = { role: 'superadmin' } as const

const plainText = field.text()

/**
 * A row rule as a checked filter. Row rules compare references as plain text, and "no organization" is the
 * empty text.
 */
export function ruleNode(declaration: Declaration, filter: Filter | undefined): FilterNode {
  if (filter === undefined) return everything
  const find = fieldFinder(declaration, rule)
  return parseFilter(filter, (name) => {
    const found = find(name)
    return found?.type === 'ref' ? plainText : found
  })
}

/** The row rule of a scope as a checked filter. */
export function scopeNode(declaration: Declaration, scope: Exclude<Scope, 'closed'>): FilterNode {
  return scope === 'all' ? everything : ruleNode(declaration, scope)
}
