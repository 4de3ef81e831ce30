import type { ReferenceTarget } from './names.ts'

/** The ten named colour tokens of status chips. Source: look.md 1. */
export const colourTokens = [
  'grey',
  'slate',
  'blue',
  'teal',
  'indigo',
  'purple',
  'amber',
  'orange',
  'green',
  'red',
] as const
export type ColourToken = (typeof colourTokens)[number]

/** Symbols that stand beside a coloured word, so that colour is never the only sign. */
export const symbols = [
  'circle',
  'clock',
  'check',
  'cross',
  'alert',
  'pause',
  'send',
  'person',
  'flag',
  'lock',
  'pencil',
  'arrow-up',
  'arrow-down',
  'money',
  'box',
  'refresh',
  'minus',
  'info',
] as const
export type SymbolName = (typeof symbols)[number]

/** One value of a coded field. Codes are SCREAMING_SNAKE on the wire and in the database. */
export interface Option {
  code: string
  label: string
  /** What clients read instead. */
  clientLabel?: string
  /** Spanish texts an administrator wrote; the portal's own labels are translated by their English text. */
  labelEs?: string | undefined
  clientLabelEs?: string | undefined
  colour?: ColourToken
  symbol?: SymbolName
}

export type FieldType =
  | 'text'
  | 'longText'
  | 'email'
  | 'phone'
  | 'enum'
  | 'ref'
  | 'date'
  | 'datetime'
  | 'money'
  | 'integer'
  | 'decimal'
  | 'boolean'
  | 'list'
  | 'json'

/**
 * Who may write a field through create and patch. `staff` is team and up, `admin` admin and up;
 * `system` fields are set by rules and transitions alone and answer forbidden-field.
 */
export type Writer = 'staff' | 'admin' | 'system'

export interface FieldTraits {
  label?: string
  /** Shown by default (D in domain.md), in declared order. */
  shown?: boolean
  /** Width its column starts with, in px, where that of its type does not suit. */
  width?: number
  /** Part of the collection's search text. */
  searched?: boolean
  /** Has a `(field, seq)` index. */
  indexed?: boolean
  unique?: boolean
  /** Required on creation. */
  required?: boolean
  writer?: Writer
  /** A client may write it too, where the collection lets clients write. */
  clientWrites?: boolean
  /** Absent for clients: in JSON, columns, history and export; filtering by it is 400. */
  masked?: boolean
  /** Not stored: the server computes it when it is read. */
  computed?: boolean
  /** Kept, but worked out by the portal from other facts: an import does not fill it either. */
  derived?: boolean
  /** Least and largest value of a number. */
  range?: readonly [number, number]
  /** A text that names a time zone of the IANA database. */
  isTimeZone?: boolean
  /** A text that is a recurrence rule, read in words. */
  isRecurrence?: boolean
  /** A number of seconds, read as days and hours. */
  duration?: boolean
  /** Names people for staff work, as a reference or a list of pids: it takes active staff only. */
  staff?: boolean
  /** Of a list: the records whose pids its members are. */
  members?: ReferenceTarget
  /** Somebody who worked on the record by the portal's own account, shown beside those one chooses to. */
  assigned?: boolean
  /** Of a list of structured facts: the members that are read out, in this order. */
  told?: readonly string[]
  /** Heading under which the Details form shows it. */
  section?: string
  /** The codes are matched in any case and kept as declared, as those of roles are (contract.md 3). */
  anyCase?: boolean
  /**
   * Bookkeeping of the portal that no form asks for. Details show it to staff alone, under "More", or with
   * `hidden` to nobody.
   */
  internal?: 'more' | 'hidden'
  /** A day up to which something is valid: where it has passed, or soon will, its value says so. */
  expires?: boolean
  /**
   * A day by which somebody is asked for something: one that has passed is warned of where it is typed, and
   * taken.
   */
  warnsOfPast?: boolean
  /** Sentence that explains it. */
  description?: string
  /** What follows from changing a value that is set, said in a question before it is saved. */
  changeWarning?: string
}

export interface Field<Type extends FieldType = FieldType> extends FieldTraits {
  type: Type
  /** Values of an `enum`, and of a `list` whose members are coded. */
  options?: readonly Option[]
  /** Collection a `ref` points to. */
  to?: ReferenceTarget
}

/** `WAITING_CLIENT` -> `Waiting client`. */
export function labelOfCode(code: string): string {
  const words = code.replaceAll('_', ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Options from codes alone, or from `[code, colour, symbol, label?]` rows. */
export function optionsOf(
  rows: readonly (string | readonly [string, ColourToken, SymbolName, string?])[],
): readonly Option[] {
  return rows.map((row) => {
    if (typeof row === 'string') return { code: row, label: labelOfCode(row) }
    const [code, colour, symbol, label] = row
    return { code, colour, symbol, label: label ?? labelOfCode(code) }
  })
}

const plain =
  <Type extends FieldType>(type: Type) =>
  (traits: FieldTraits = {}): Field<Type> => ({ type, ...traits })

/** Builders of fields; `field.money({ shown: true })`. Money is an integer of minor units. */
export const field = {
  text: plain('text'),
  longText: plain('longText'),
  email: plain('email'),
  phone: plain('phone'),
  date: plain('date'),
  datetime: plain('datetime'),
  money: plain('money'),
  integer: plain('integer'),
  decimal: plain('decimal'),
  boolean: plain('boolean'),
  json: plain('json'),
  list: (traits: FieldTraits & { options?: readonly Option[] } = {}): Field<'list'> => ({
    type: 'list',
    ...traits,
  }),
  enum: (options: readonly Option[], traits: FieldTraits = {}): Field<'enum'> => ({
    type: 'enum',
    options,
    ...traits,
  }),
  ref: (to: ReferenceTarget, traits: FieldTraits = {}): Field<'ref'> => ({ type: 'ref', to, ...traits }),
}

/** What a value of each type is on the wire when read. */
export interface WireValue {
  text: string
  longText: string
  email: string
  phone: string
  enum: string
  ref: { pid: string; title: string }
  date: string
  datetime: string
  money: number
  integer: number
  decimal: number
  boolean: boolean
  list: string[]
  json: unknown
}

/** The records a field names by their pids, be it one or a list of them; undefined where it names none. */
export const referredBy = ({ to, members }: Pick<Field, 'to' | 'members'>): ReferenceTarget | undefined =>
  to ?? members
