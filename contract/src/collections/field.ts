import type { ReferenceTarget } from './names.ts'

/** The ten named color tokens of status chips. Source: look.md 1. */
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

/** Symbols shown beside a colored label, so that color is never the only signal. */
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

/** One value of a coded field. Codes are SCREAMING_SNAKE_CASE in the API and in the database. */
export interface Option<Code extends string = string> {
  code: Code
  label: string
  /** The label for clients, when it differs. */
  clientLabel?: string
  /** Spanish texts an administrator wrote; the portal's own labels are translated by their English text. */
  labelEs?: string | undefined
  clientLabelEs?: string | undefined
  colour?: ColourToken
  symbol?: SymbolName
  /** Records keep it, but it cannot be chosen any more. */
  retired?: boolean
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

/** A condition on other fields of a record: each has one of these values. Without fields it always holds. */
export type FieldCondition = Readonly<Record<string, readonly (string | boolean)[]>>

/** The parts of an office's library whose entries are options of fields. */
export const libraryParts = ['permitTypes', 'documentTypes', 'fees'] as const
export type LibraryPart = (typeof libraryParts)[number]

/**
 * Who may write a field by create and patch. `staff` means team and higher, `admin` means admin and higher.
 * `system` fields are set only by rules and transitions; writing them answers forbidden-field.
 */
export type Writer = 'staff' | 'admin' | 'system'

/** The record that the field `reference` refers to, and its fields with a pattern and an example. */
export interface FormOf {
  readonly reference: string
  readonly collection: string
  readonly pattern: string
  readonly example: string
}

export interface FieldTraits {
  label?: string
  /** Spanish label an administrator wrote for a custom field. */
  labelEs?: string | undefined
  /** Shown by default (D in domain.md), in the declared order. */
  shown?: boolean
  /** Initial column width in px, when it differs from the default of the type. */
  width?: number
  /** Part of the search text of the collection. */
  searched?: boolean
  /** Has a `(field, seq)` index. */
  indexed?: boolean
  /** A text with few different values in many records, such as a city: exact numbers by value are kept. */
  fewValues?: boolean
  unique?: boolean
  /** Required when a record is created. */
  required?: boolean
  writer?: Writer
  /** A client may also write it, where clients may write to the collection. */
  clientWrites?: boolean
  /** Hidden from clients in JSON, columns, history and export; filtering by it answers 400. */
  masked?: boolean
  /** Not stored; the server computes it on read. */
  computed?: boolean
  /** Stored, but derived from other facts by the portal. An import does not fill it either. */
  derived?: boolean
  /** Minimum and maximum of a number. */
  range?: readonly [number, number]
  /** A text that must be a time zone of the IANA database. */
  isTimeZone?: boolean
  /** A text that is a recurrence rule, displayed in words. */
  isRecurrence?: boolean
  /** A text of letters, digits and underscores, stored in upper case. */
  isCode?: boolean
  /** A text that is an address on the web, displayed as a link. */
  isWebAddress?: boolean
  /** A text that is a pattern of permit numbers (decision 0165). */
  isNumberPattern?: boolean
  /** Where the pattern and the example of its values are. Forms show them; every value can be saved. */
  formOf?: FormOf
  /** A number of seconds, displayed as days and hours. */
  duration?: boolean
  /** Assigns people to staff work, as a reference or a list of pids. Accepts active staff only. */
  staff?: boolean
  /** For a list: the collection whose records the members refer to by pid. */
  members?: ReferenceTarget
  /** A person set by the portal for work on the record, shown beside the people who are assigned. */
  assigned?: boolean
  /** For a list of structured facts: the members to display, in this order. */
  told?: readonly string[]
  /** Heading of its section in the Details form. */
  section?: string
  /** Codes are matched case-insensitively and stored as declared, like roles (contract.md 3). */
  anyCase?: boolean
  /**
   * A bookkeeping field of the portal that no form edits. Details show it only to staff, under "More"; with
   * `hidden`, to no one.
   */
  internal?: 'more' | 'hidden'
  /** An expiry date: the displayed value says when it has passed or will pass soon. */
  expires?: boolean
  /**
   * The calendar shows the date: as an event, or as work that someone finishes. Feeds carry an event as
   * VEVENT and work as VTODO.
   */
  calendar?: 'event' | 'work'
  /** A due date for a request. The form warns about a past day but accepts it. */
  warnsOfPast?: boolean
  /**
   * The column that holds the field, if it is not named like the field. The former column then stays for
   * servers of the last release (decision 0127).
   */
  column?: string
  /** It belongs only to records that meet this condition; forms leave it out of others. */
  onlyWhen?: FieldCondition
  /** Where the record meets this, it needs a value before it is submitted. */
  requiredWhen?: FieldCondition
  /** Its options are this part of the office's library (decision 0140). */
  library?: LibraryPart
  /** One sentence that explains the field. */
  description?: string
  /** The consequences of changing an existing value, shown in a confirmation before it is saved. */
  changeWarning?: string
}

/** A declared field. `Code` are the codes of its options. */
export interface Field<Type extends FieldType = FieldType, Code extends string = string> extends FieldTraits {
  type: Type
  /** Values of an `enum`, or of the members of a coded `list`. */
  options?: readonly Option<Code>[]
  /** Collection that a `ref` points to. */
  to?: ReferenceTarget
}

/** Labels of codes that are not the code in sentence case. */
const codeLabels: Readonly<Record<string, string>> = {
  API: 'API',
  AUTHORITY_MAIL: 'Agency mail',
  AUTHORITY_REVIEW: 'Agency review',
  BRING_FORWARD: 'Follow-up',
  CANCELLED: 'Canceled',
  COLLECTING: 'Collecting documents',
  CONTRACTOR_LICENCE: 'Contractor license',
  CORRECTION: 'Resubmittal',
  EXPIRY_REMINDER: 'Expiration reminder',
  FIRST: 'Initial',
  FOLLOW_UP_AUTHORITY: 'Follow up with agency',
  LICENCE_EXPIRING: 'License expiring',
  ORG: 'Organization',
  PENALTY: 'Late fee or penalty',
  POST_DECISION: 'Closed out',
  RESPOND_CORRECTIONS: 'Respond to corrections',
  REVIEW_DOCS: 'Review documents',
  SLA_BREACH: 'Past target time',
  WRITE_OFF: 'Write-off',
}

/** `WAITING_CLIENT` -> `Waiting client`. */
export function labelOfCode(code: string): string {
  const label = codeLabels[code]
  if (label !== undefined) return label
  const words = code.replaceAll('_', ' ').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Builds options from codes, or from `[code, color, symbol, label?]` rows. */
export function optionsOf<const Code extends string>(
  rows: readonly (Code | readonly [Code, ColourToken, SymbolName, string?])[],
): readonly Option<Code>[] {
  return rows.map((row): Option<Code> => {
    if (typeof row === 'string') return { code: row, label: labelOfCode(row) }
    const [code, colour, symbol, label] = row
    return { code, colour, symbol, label: label ?? labelOfCode(code) }
  })
}

/** The codes of an `enum` field as constants; a misspelled code is a type error: `taskStatus.DONE`. */
export function codesFrom<Code extends string>(
  declared: Pick<Field<'enum', Code>, 'options'>,
): { readonly [Each in Code]: Each }
export function codesFrom({ options = [] }: Pick<Field, 'options'>): Readonly<Record<string, string>> {
  return Object.fromEntries(options.map(({ code }) => [code, code]))
}

const plain =
  <Type extends FieldType>(type: Type) =>
  (traits: FieldTraits = {}): Field<Type, string> => ({
    type,
    ...traits,
  })

/** Field builders, for example `field.money({ shown: true })`. Money is an integer in minor units. */
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
  list: <Code extends string = string>(
    traits: FieldTraits & { options?: readonly Option<Code>[] } = {},
  ): Field<'list', Code> => ({ type: 'list', ...traits }),
  enum: <Code extends string>(
    options: readonly Option<Code>[],
    traits: FieldTraits = {},
  ): Field<'enum', Code> => ({ type: 'enum', options, ...traits }),
  ref: (to: ReferenceTarget, traits: FieldTraits = {}): Field<'ref', string> => ({
    type: 'ref',
    to,
    ...traits,
  }),
  /** A reference in a column that is not named like the field. */
  movedRef: <const Column extends string>(
    to: ReferenceTarget,
    column: Column,
    traits: FieldTraits = {},
  ): Field<'ref', string> & { column: Column } => ({ type: 'ref', to, ...traits, column }),
}

/** The collection that a field refers to, by one pid or a list of pids; undefined when it refers to none. */
export const referredBy = ({ to, members }: Pick<Field, 'to' | 'members'>): ReferenceTarget | undefined =>
  to ?? members
