import type { Field, FieldCondition } from './field.ts'

/** The value of a field of the record in question, `custom.<key>` included. */
export type ValueOf = (name: string) => unknown

export const meetsCondition = (condition: FieldCondition, valueOf: ValueOf): boolean =>
  Object.entries(condition).every(([name, values]) => values.some((value) => value === valueOf(name)))

/** Does the record have this field? Some belong only to permits of a type. */
export const hasField = ({ onlyWhen }: Pick<Field, 'onlyWhen'>, valueOf: ValueOf): boolean =>
  onlyWhen === undefined || meetsCondition(onlyWhen, valueOf)

/** Must the field have a value before the record can be submitted? */
export const isRequiredNow = (
  declared: Pick<Field, 'onlyWhen' | 'requiredWhen'>,
  valueOf: ValueOf,
): boolean =>
  declared.requiredWhen !== undefined &&
  hasField(declared, valueOf) &&
  meetsCondition(declared.requiredWhen, valueOf)
