import { z } from 'zod'
import { StartRefusal } from './start-refusal.ts'

/** Schemas of variables. The message of each completes the sentence that refuses a value. */
export const text = z.string().min(1)
export const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
export const toggle = z.enum(['0', '1'], 'must be 0 or 1')
export const wholeNumberVariable = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number, 0 = off')
  .transform(Number)
export const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number from 1 to 65535')
  .transform(Number)
  .refine((value) => value >= 1 && value <= 65_535, 'must be a port number from 1 to 65535')

/** Splits a comma-separated list, trims the parts and drops empty ones. */
export function toList(value: string | undefined): readonly string[] {
  return (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

/**
 * The values of variables that are only valid together; null if none is set. Throws a StartRefusal that names
 * the first missing one, because an incomplete group would only fail later.
 */
export function requiredTogether<Name extends string>(
  variables: Readonly<Record<Name, string | undefined>>,
): Readonly<Record<Name, string>> | null {
  const names = Object.keys(variables)
  const missing = Object.entries<string | undefined>(variables).flatMap(([name, value]) =>
    value === undefined ? [name] : [],
  )
  const isWhole = (
    values: Readonly<Record<Name, string | undefined>>,
  ): values is Readonly<Record<Name, string>> => Object.values(values).every((value) => value !== undefined)
  if (isWhole(variables)) return variables
  if (missing.length === names.length) return null
  throw new StartRefusal(`${missing[0]} is missing: ${names.join(', ')} belong together.`)
}
