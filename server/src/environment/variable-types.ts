import { z } from 'zod'
import { StartRefusal } from './start-refusal.ts'

/** Kinds of variables, with the rest of the sentence that refuses another value. */
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

/** The parts of a comma list, without outer white space and empty ones. */
export function toList(value: string | undefined): readonly string[] {
  return (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

/**
 * The values of variables that are given together, or null when none of them is: half a group is a mistake
 * that would otherwise show much later. Throws a StartRefusal that names the first missing one.
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
