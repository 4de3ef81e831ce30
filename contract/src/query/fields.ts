import { allFields, findField, isVisibleField } from '../collections/declaration.ts'
import type { Declaration } from '../collections/declaration.ts'
import { field } from '../collections/field.ts'
import type { Field } from '../collections/field.ts'
import type { Actor } from '../session.ts'
import type { FieldFinder } from './filter.ts'

const identifiers: Readonly<Record<string, Field>> = {
  pid: field.text({ writer: 'system' }),
  version: field.integer({ writer: 'system' }),
}

/**
 * The fields that a query of this actor may use: declared fields, audit fields, pid and version, except those
 * masked for the role.
 */
export function fieldFinder(declaration: Declaration, actor: Pick<Actor, 'role'>): FieldFinder {
  return (name) => {
    const found =
      findField(declaration, name) ?? (Object.hasOwn(identifiers, name) ? identifiers[name] : undefined)
    return found !== undefined && isVisibleField(found, actor) ? found : undefined
  }
}

/** Names and fields visible to the actor, in declared order. */
export function visibleFields(declaration: Declaration, actor: Pick<Actor, 'role'>): [string, Field][] {
  return Object.entries(allFields(declaration)).filter(([, declared]) => isVisibleField(declared, actor))
}
