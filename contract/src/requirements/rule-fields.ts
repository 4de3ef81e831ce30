import type { Field } from '../collections/field.ts'
import { permitFields } from '../permit-library/check-attributes.ts'
import type { PermitLibrary } from '../permit-library/permit-library.ts'

const numbers: readonly Field['type'][] = ['integer', 'decimal', 'money']
const choices: readonly Field['type'][] = ['enum', 'boolean']

/**
 * Is the value of the field a number, so that a range or a fee can depend on it? Money is in its smallest
 * unit.
 */
export const isNumberField = ({ type }: Field): boolean => numbers.includes(type)

/** What the portal sets or computes changes without a person, and a checklist may not change with it. */
const isWritten = ({ writer, derived, computed }: Field): boolean =>
  writer !== 'system' && derived !== true && computed !== true

/**
 * The fields of permits that conditions of rules can name: choices, checkboxes and numbers that a person
 * writes, attributes included. The agency and the permit type are parts of a rule itself.
 */
export const ruleFields = (library: PermitLibrary): ReadonlyMap<string, Field> =>
  permitFields(
    library,
    (declared) => isWritten(declared) && (isNumberField(declared) || choices.includes(declared.type)),
  )
