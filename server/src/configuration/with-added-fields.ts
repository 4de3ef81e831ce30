import type { Declaration } from '@portal/contract'
import type { Deps } from '../deps.ts'
import { knownAddedFields } from './added-fields.ts'
import { currentConfiguration } from './configuration.ts'

/**
 * The declaration with the fields users have added, which from there on behave like declared ones in queries and writes. A call that has
 * asked for the configuration before, as every call on a collection has, pays nothing.
 */
export async function withAddedFields(deps: Deps, declaration: Declaration): Promise<Declaration> {
  if (knownAddedFields(deps.database) === undefined) await currentConfiguration(deps)
  const added = knownAddedFields(deps.database)?.get(declaration.name)
  return added === undefined ? declaration : { ...declaration, added }
}
