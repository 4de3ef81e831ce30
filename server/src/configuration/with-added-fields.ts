import type { Declaration } from '@portal/contract'
import type { Deps } from '../deps.ts'
import { knownAddedFields } from './added-fields.ts'
import { currentConfiguration } from './configuration.ts'

/** Declarations with the fields added to them, the same object for as long as these stay. */
const combined = new WeakMap<object, Declaration>()

/**
 * The declaration with the fields users have added, which from there on behave like declared ones in queries and writes. A call that has
 * asked for the configuration before, as every call on a collection has, pays nothing.
 */
export async function withAddedFields(deps: Deps, declaration: Declaration): Promise<Declaration> {
  if (knownAddedFields(deps.database) === undefined) await currentConfiguration(deps)
  const added = knownAddedFields(deps.database)?.get(declaration.name)
  if (added === undefined) return declaration
  const known = combined.get(added)
  const whole = known ?? { ...declaration, added }
  if (known === undefined) combined.set(added, whole)
  return whole
}
