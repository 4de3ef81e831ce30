import { Refusal, phrase } from '@portal/contract'
import type { Sayable } from '@portal/contract'

/** SQLSTATE classes of errors that a value causes: data exceptions and constraint violations. */
const ofValues = /^(22|23)/

/**
 * Why a row cannot be stored, if one of its values is the cause. Null for all other errors, such as a lost
 * connection.
 */
export function rowFault(error: unknown): Sayable | null {
  if (!(error instanceof Error) || error instanceof Refusal) return null
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null
  if (code !== null && /^[0-9A-Z]{5}$/.test(code))
    return ofValues.test(code)
      ? phrase('This row can’t be saved: {{reason}}', { reason: error.message })
      : null
  return error instanceof RangeError || error instanceof TypeError
    ? phrase('This row cannot be read: {{reason}}', { reason: error.message })
    : null
}
