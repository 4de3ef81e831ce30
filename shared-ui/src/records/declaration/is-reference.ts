import type { Reference } from '@portal/contract'

export function isReference(value: unknown): value is Reference {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pid' in value &&
    typeof value.pid === 'string' &&
    'title' in value
  )
}
