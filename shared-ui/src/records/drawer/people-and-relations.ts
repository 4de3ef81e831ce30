import { fieldLabel, visibleFields } from '@portal/contract'
import type { Actor, Declaration } from '@portal/contract'
import { isEditable } from '../edit/may-write.ts'
import type { SlotField } from './sections.ts'

/**
 * Fields that say who works on a record: those one chooses and whoever took part by the portal's account (who
 * verified a package), else all whom the portal wrote down (who approved a payment).
 */
export function assignFields(declaration: Declaration, actor: Pick<Actor, 'role'>): SlotField[] {
  const people = visibleFields(declaration, actor)
    .filter(([name, declared]) => Object.hasOwn(declaration.fields, name) && declared.to === 'users')
    .map(([name, declared]) => ({ name, label: fieldLabel(name, declared), declared }))
  const isChosen = ({ declared }: SlotField) => isEditable(declared, actor)
  return people.some(isChosen)
    ? people.filter((field) => isChosen(field) || field.declared.assigned === true)
    : people
}

/**
 * Fields that tie a record to another of its own kind: parent, original, previous revision, renewal, refund.
 * People have none.
 */
export function relationFields(declaration: Declaration, actor: Pick<Actor, 'role'>): SlotField[] {
  return visibleFields(declaration, actor)
    .filter(
      ([name, declared]) =>
        Object.hasOwn(declaration.fields, name) &&
        declared.to === declaration.table &&
        declared.to !== 'users',
    )
    .map(([name, declared]) => ({ name, label: fieldLabel(name, declared), declared }))
}
