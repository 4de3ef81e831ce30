import { withAttributes, withLibrary, withStatusMap } from '@portal/contract'
import type { Declaration } from '@portal/contract'
import type { PlatformDeps } from '../deps.ts'
import { currentConfiguration } from './configuration.ts'

/** Caches combined declarations, so that the same object is returned until the fields or the map change. */
const combined = new WeakMap<object, WeakMap<Declaration, Declaration>>()

/**
 * The declaration with the statuses of the map in force, the types of the library and the added fields, which
 * then behave like declared ones in queries and writes. Runs no query if the request has already read the
 * configuration, as every record call has.
 */
export async function withAddedFields(deps: PlatformDeps, declared: Declaration): Promise<Declaration> {
  if (deps.memory.addedFields === undefined) await currentConfiguration(deps)
  const declaration = withLibrary(withStatusMap(declared, deps.statusMap.current), deps.permitLibrary.current)
  const added = deps.memory.addedFields?.get(declaration.name)
  if (added === undefined) return declaration
  const known = combined.get(added) ?? new WeakMap<Declaration, Declaration>()
  combined.set(added, known)
  const whole = known.get(declaration) ?? { ...declaration, added: added.fields, removed: added.removed }
  known.set(declaration, whole)
  return withAttributes(whole, deps.permitLibrary.current)
}
