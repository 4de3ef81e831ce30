import { invalid } from '../problem.ts'
import type { FieldFinder } from './filter.ts'
import { phrase } from '../sentence.ts'

export interface SortKey {
  field: string
  descending: boolean
}

export const maxSortKeys = 5

/**
 * Parses `status,-submittedDate`: at most five fields, `-` before a descending one. Throws a validation
 * refusal that names an unknown, hidden, unsortable or repeated field.
 */
export function parseSort(sort: string, find: FieldFinder, path = 'query.sort'): SortKey[] {
  const parts = sort
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length > maxSortKeys)
    throw invalid(
      path,
      'out-of-range',
      phrase('a list is sorted by at most {{mostSortKeys}} fields', { mostSortKeys: maxSortKeys }),
    )
  const keys = parts.map((part) => ({ field: part.replace(/^-/, ''), descending: part.startsWith('-') }))
  for (const [place, key] of keys.entries()) {
    const declared = find(key.field)
    if (declared === undefined)
      throw invalid(
        path,
        'unknown-field',
        phrase('{{path}}: there is no field {{field}}', { path, field: key.field }),
      )
    if (declared.type === 'json' || declared.type === 'list')
      throw invalid(
        path,
        'unsortable',
        phrase('{{path}}: {{field}} cannot be sorted by', { path, field: key.field }),
      )
    if (keys.findIndex((other) => other.field === key.field) !== place)
      throw invalid(path, 'repeated', phrase('{{path}} has {{field}} twice', { path, field: key.field }))
  }
  return keys
}

/** The text form of sort keys. */
export function toSortText(keys: readonly SortKey[]): string {
  return keys.map((key) => (key.descending ? `-${key.field}` : key.field)).join(',')
}
