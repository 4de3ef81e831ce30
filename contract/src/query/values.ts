import { z } from 'zod'
import type { Field, FieldType } from '../collections/field.ts'
import { Instant, LocalDate } from '../time.ts'
import { hasPrototypeKey, isShallow, tooDeep } from './nesting.ts'
import { TimeZone } from '../time-zones.ts'

const longest: Partial<Record<FieldType, number>> = { text: 1_000, longText: 50_000, email: 254, phone: 60 }
/** An index keeps texts of at most 2,704 bytes, and a character may take four. */
const longestIndexed = 500
/** Largest amount of money, in minor units: what every reader counts exactly. */
const largestAmount = 9_007_199_254_740_991
/** Numbers with decimals end where their sums could no longer be told. */
const largestDecimal = 1e15
const largestInteger = 2_147_483_647

const unkeepable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

const isKeepable = (text: string) => text.isWellFormed() && !unkeepable.test(text)
export const cannotBeKept = 'has a character that cannot be kept'

/**
 * Text as it is kept: outer white space off, NFC; characters that cannot be kept are refused. Source:
 * contract.md 10.2.
 */
export function keptText(longestLength: number) {
  return z
    .string()
    .refine(isKeepable, cannotBeKept)
    .transform((text) => text.trim().normalize('NFC'))
    .pipe(z.string().max(longestLength, `is longer than ${longestLength} characters`))
}

/**
 * A text as a filter asks for it: NFC like what is kept, but not trimmed, since `contains: 'e '` means the
 * blank too.
 */
export function comparedText(longestLength: number) {
  return z
    .string()
    .refine(isKeepable, cannotBeKept)
    .transform((text) => text.normalize('NFC'))
    .pipe(z.string().max(longestLength, `is longer than ${longestLength} characters`))
}

/**
 * Where the first text or key stands that cannot be kept, such as `body.columns.tasks.3.label`; null where
 * there is none.
 */
export function findUnkeepable(value: unknown, path: string): string | null {
  if (typeof value === 'string') return isKeepable(value) ? null : path
  if (typeof value !== 'object' || value === null) return null
  for (const [key, each] of Object.entries(value)) {
    const found = isKeepable(key) ? findUnkeepable(each, `${path}.${key}`) : path
    if (found !== null) return found
  }
  return null
}

const holdsKeepable = (value: unknown) => findUnkeepable(value, '') === null

/**
 * Facts of no fixed form as they are kept; reading an object would leave the key `__proto__` out without a
 * word.
 */
const KeptFacts = z
  .unknown()
  .refine(isShallow, { error: tooDeep, abort: true })
  .refine((value) => !hasPrototypeKey(value), {
    error: 'has a key “__proto__”, which cannot be kept',
    abort: true,
  })
  .pipe(z.record(z.string(), z.unknown()).refine(holdsKeepable, cannotBeKept))

/** A text of at least one character that is no white space. */
export const filledText = (longestLength: number) =>
  keptText(longestLength).refine((text) => text !== '', 'is empty')

/** An e-mail address as it is kept. */
export const EmailAddress = keptText(254).pipe(
  z.string().regex(/^[^\s@"<>]+@[^\s@"<>]+\.[^\s@"<>]+$/, 'is not an e-mail address'),
)
/** A whole number from `least` to `most`. */
const wholeNumber = (least: number, most: number) =>
  z
    .number('is not a number')
    .refine(Number.isInteger, { error: 'is not a whole number', abort: true })
    .min(least, least === 0 ? 'is below zero' : `is below ${least}`)
    .max(most, `is above ${most}`)

const identifier = (form: RegExp) =>
  z.string('is not a record identifier').min(1).max(64).regex(form, 'is not a record identifier')

/**
 * In a filter on people: whoever asks. A view that is shared is each viewer's own by it. Source: contract.md
 * 11.3.
 */
export const me = '@me'

const longestOf = ({ type, indexed, unique }: Field) =>
  Math.min(longest[type] ?? 1_000, indexed || unique ? longestIndexed : Infinity)

function plainSchema(declared: Field): z.ZodType {
  switch (declared.type) {
    case 'text':
    case 'longText':
    case 'phone':
      return keptText(longestOf(declared))
    case 'email':
      return EmailAddress
    case 'enum':
      return codeSchema(declared)
    case 'ref':
      return identifier(/^[0-9A-Za-z_-]+$/)
    case 'date':
      return LocalDate
    case 'datetime':
      return Instant
    case 'money':
      return wholeNumber(0, largestAmount)
    case 'integer': {
      const [least, most] = declared.range ?? [-largestInteger - 1, largestInteger]
      return wholeNumber(least, most)
    }
    case 'decimal': {
      const [least, most] = declared.range ?? [-largestDecimal, largestDecimal]
      return z.number('is not a number').min(least, `is below ${least}`).max(most, `is above ${most}`)
    }
    case 'boolean':
      return z.boolean('is not true or false')
    case 'list':
      return z.array(declared.options ? codeSchema(declared) : keptText(200)).max(200)
    case 'json':
      return KeptFacts
  }
}

function codeSchema(declared: Field): z.ZodType {
  const codes = (declared.options ?? []).map((option) => option.code)
  const asDeclared = (given: string) =>
    codes.find((code) => code.toLowerCase() === given.trim().toLowerCase()) ?? given
  const code = z
    .string('is not a code')
    .refine((given) => codes.includes(given), { error: `is not one of ${codes.join(', ')}` })
  return declared.anyCase === true ? z.string('is not a code').transform(asDeclared).pipe(code) : code
}

/** Schemas are made once a field: making one costs more than checking a value. */
function onceAField(make: (declared: Field) => z.ZodType): (declared: Field) => z.ZodType {
  const made = new WeakMap<Field, z.ZodType>()
  return (declared) => {
    const schema = made.get(declared) ?? make(declared)
    made.set(declared, schema)
    return schema
  }
}

function toWritable(declared: Field): z.ZodType {
  // An empty text is no zone: who has none is null.
  if (declared.isTimeZone === true) return TimeZone.nullable()
  const schema = plainSchema(declared)
  const emptyIsNull =
    declared.type === 'text' ||
    declared.type === 'longText' ||
    declared.type === 'email' ||
    declared.type === 'phone'
  if (!emptyIsNull) return schema.nullable()
  return z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    schema.nullable(),
  )
}

/** A moment, or a day that stands for its first moment in the zone of whoever asks. */
const ComparedMoment = z.unknown().transform((value, context): string => {
  const day = LocalDate.safeParse(value)
  if (day.success) return day.data
  const moment = Instant.safeParse(value)
  if (moment.success) return moment.data
  for (const { message } of moment.error.issues) context.addIssue({ code: 'custom', message })
  return z.NEVER
})

function toComparable(declared: Field): z.ZodType {
  if (declared.to === 'users') return identifier(/^(@me|[0-9A-Za-z_-]+)$/)
  if (declared.type === 'list') return declared.options ? codeSchema(declared) : comparedText(200)
  if (declared.type === 'text' || declared.type === 'longText' || declared.type === 'phone')
    return comparedText(longestOf(declared))
  if (declared.type === 'datetime') return ComparedMoment
  if (declared.type === 'email') return comparedText(254)
  if (declared.type === 'money') return wholeNumber(-largestAmount, largestAmount)
  if (declared.type === 'decimal') return z.number('is not a number')
  return plainSchema(declared)
}

/** What may be written into a field; empty is null, and an empty text is null too. */
export const writableValue = onceAField(toWritable)

/**
 * One value that a filter compares a field with. A list is compared by its members, a moment with a day by
 * the moment it begins where the asker is.
 */
export const comparableValue = onceAField(toComparable)
