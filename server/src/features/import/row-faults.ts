import { Refusal } from '@portal/contract'

/** Classes of errors of the database that a value brings about: data that do not fit, and constraints. */
const ofValues = /^(22|23)/

/**
 * Why a row cannot be kept, where a value of it is the cause: what the database does not take, or what we
 * cannot work with. Null for everything else, such as a lost connection, which is no row's fault.
 */
export function rowFault(error: unknown): string | null {
  if (!(error instanceof Error) || error instanceof Refusal) return null
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null
  if (code !== null && /^[0-9A-Z]{5}$/.test(code))
    return ofValues.test(code) ? `This row cannot be kept: ${error.message}` : null
  return error instanceof RangeError || error instanceof TypeError
    ? `This row cannot be read: ${error.message}`
    : null
}
