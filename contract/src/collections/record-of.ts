import type { Declaration } from './declaration.ts'
import type { Field, FieldType } from './field.ts'

/** The type of a stored value, by field type. Dates and instants are texts; a reference is a pid. */
interface StoredValue extends Record<FieldType, unknown> {
  text: string
  longText: string
  email: string
  phone: string
  ref: string
  date: string
  datetime: string
  money: number
  integer: number
  decimal: number
  boolean: boolean
  list: string[]
  json: unknown
}

/** The codes of an `enum` field as a union, such as the statuses of a declaration. */
export type CodeOf<Declared extends Field> = NonNullable<Declared['options']>[number]['code']

/** An `enum` has the union of its codes, any other field the type of its values. */
type ValueOf<Declared extends Field> = Declared['type'] extends 'enum'
  ? CodeOf<Declared>
  : StoredValue[Declared['type']]

/**
 * The fields of a stored record, as rules and use cases read them: a reference is a pid, an empty field is
 * null. A required field may be null too, in a record that is older than the requirement.
 */
export type RecordOf<D extends Declaration> = {
  [Name in keyof D['fields']]: ValueOf<D['fields'][Name]> | null
}

/** Some fields of a record: the values that a write sets. */
export type ValuesOf<D extends Declaration> = Partial<RecordOf<D>>
