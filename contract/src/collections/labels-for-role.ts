import type { Actor } from '../session.ts'
import { isStaff } from '../roles.ts'
import type { Declaration } from './declaration.ts'
import type { Field, Option } from './field.ts'

const inClientWords = ({ clientLabel, clientLabelEs, ...option }: Option): Option =>
  clientLabel === undefined ? option : { ...option, label: clientLabel, labelEs: clientLabelEs }

function fieldToClients(declared: Field): Field {
  return declared.options?.some(({ clientLabel }) => clientLabel !== undefined) === true
    ? { ...declared, options: declared.options.map(inClientWords) }
    : declared
}

const toClients = new WeakMap<Declaration, Declaration>()

/**
 * The declaration with the labels of a role. Clients get their own labels for statuses and for whose turn it
 * is. Source: domain.md 2.
 */
export function labelsForRole(declaration: Declaration, actor: Pick<Actor, 'role'>): Declaration {
  if (isStaff(actor.role)) return declaration
  const known = toClients.get(declaration)
  if (known !== undefined) return known
  const fields = Object.fromEntries(
    Object.entries(declaration.fields).map(([name, declared]) => [name, fieldToClients(declared)]),
  )
  const worded = { ...declaration, fields }
  toClients.set(declaration, worded)
  return worded
}
