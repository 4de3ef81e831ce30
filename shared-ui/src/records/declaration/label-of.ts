import { fieldLabel, findField } from '@portal/contract'
import type { Declaration } from '@portal/contract'

/** The label of a field of a collection, in the language of the screen. */
export function labelOf(declaration: Declaration, name: string): string {
  return fieldLabel(name, findField(declaration, name))
}
