import { z } from 'zod'
import type { Field, FieldType } from '../collections/field.ts'
import { isEmptyText } from '../empty-text.ts'
import { Instant, LocalDate } from '../time.ts'
import { hasPrototypeKey, isShallow, tooDeep } from './nesting.ts'

const maxLengthOf: Partial<Record<FieldType, number>> = {
  text: 1_000,
  longText: 50_000,
  email: 254,
  phone: 60,
}
/** A PostgreSQL index entry holds at most 2,704 bytes, and a character can take four. */
const maxIndexedLength = 500
/** Maximum amount of money in minor units: the largest safe integer. */
const maxAmount = 9_007_199_254_740_991
/** Maximum of a decimal, so that sums stay exact enough. */
const maxDecimal = 1e15
const maxInteger = 2_147_483_647

const unstorable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

const isStorable = (text: string) => text.isWellFormed() && !unstorable.test(text)
export const invalidCharacter = 'has a character that can’t be saved'

const kept = (text: string) => text.trim().normalize('NFC')

function textWith(normalize: (text: string) => string, longestLength: number) {
  return z
    .string()
    .refine(isStorable, invalidCharacter)
    .transform(normalize)
    .pipe(z.string().max(longestLength, `is longer than ${longestLength} characters`))
}

/**
 * A text to store: trimmed, in NFC, and empty when nothing of it can be seen. Refuses characters that cannot
 * be stored. Source: contract.md 10.2.
 */
export const storableText = (longestLength: number) =>
  textWith((text) => (isEmptyText(text) ? '' : kept(text)), longestLength)

/**
 * A text of settings that are stored as one document and read by the schema that checks them. An earlier
 * release accepted texts of invisible characters alone, and those must stay readable.
 */
export const settingsText = (longestLength: number) => textWith(kept, longestLength)

/**
 * A text in a filter: in NFC like stored text, but not trimmed, because the space in `contains: 'e '` is part
 * of the search.
 */
export function comparedText(longestLength: number) {
  return textWith((text) => text.normalize('NFC'), longestLength)
}

/**
 * The path of the first text or key that cannot be stored, for example `body.columns.tasks.3.label`; null
 * when there is none.
 */
export function findUnstorable(value: unknown, path: string): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : path
  if (typeof value !== 'object' || value === null) return null
  for (const [key, each] of Object.entries(value)) {
    const found = isStorable(key) ? findUnstorable(each, `${path}.${key}`) : path
    if (found !== null) return found
  }
  return null
}

const holdsStorable = (value: unknown) => findUnstorable(value, '') === null

/**
 * Structured facts without a fixed schema. The key `__proto__` is refused, because parsing would drop it
 * silently.
 */
const StructuredFacts = z
  .unknown()
  .refine(isShallow, { error: tooDeep, abort: true })
  .refine((value) => !hasPrototypeKey(value), {
    error: 'has a key “__proto__”, which is not allowed',
    abort: true,
  })
  .pipe(z.record(z.string(), z.unknown()).refine(holdsStorable, invalidCharacter))

/** A text with at least one visible character. */
export const filledText = (longestLength: number) =>
  storableText(longestLength).refine((text) => text !== '', 'is empty')

/** The same in settings: see `settingsText`. */
export const filledSettingsText = (longestLength: number) =>
  settingsText(longestLength).refine((text) => text !== '', 'is empty')

/** An email address to store. */
export const EmailAddress = storableText(254).pipe(
  z.string().regex(/^[^\s@"<>]+@[^\s@"<>]+\.[^\s@"<>]+$/, 'is not an email address'),
)
/** A whole number from `least` to `most`. */
const wholeNumber = (least: number, maxCount: number) =>
  z
    .number('is not a number')
    .refine(Number.isInteger, { error: 'is not a whole number', abort: true })
    .min(least, least === 0 ? 'is below zero' : `is below ${least}`)
    .max(maxCount, `is above ${maxCount}`)

const identifier = (form: RegExp) =>
  z.string('is not a record identifier').min(1).max(64).regex(form, 'is not a record identifier')

/**
 * Placeholder for the caller in a filter on people, so that a shared view adapts to each viewer. Source:
 * contract.md 11.3.
 */
export const me = '@me'

/** The most characters of a text field. */
export const maxOfLength = ({ type, indexed, unique }: Field) =>
  Math.min(maxLengthOf[type] ?? 1_000, indexed || unique ? maxIndexedLength : Infinity)

/** Schema of the values of a field, without what only writing checks. */
export function plainSchema(declared: Field): z.ZodType {
  switch (declared.type) {
    case 'text':
    case 'longText':
    case 'phone':
      return storableText(maxOfLength(declared))
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
      return wholeNumber(0, maxAmount)
    case 'integer': {
      const [least, most] = declared.range ?? [-maxInteger - 1, maxInteger]
      return wholeNumber(least, most)
    }
    case 'decimal': {
      const [least, most] = declared.range ?? [-maxDecimal, maxDecimal]
      return z.number('is not a number').min(least, `is below ${least}`).max(most, `is above ${most}`)
    }
    case 'boolean':
      return z.boolean('is not true or false')
    case 'list':
      return z.array(declared.options ? codeSchema(declared) : storableText(200)).max(200)
    case 'json':
      return StructuredFacts
  }
}

function codeSchema(declared: Field): z.ZodType {
  const codes = (declared.options ?? []).map((option) => option.code)
  const asDeclared = (given: string) =>
    codes.find((code) => code.toLowerCase() === given.trim().toLowerCase()) ?? given
  const code = z.string('is not a code').refine((given) => codes.includes(given), {
    error: `is not one of ${codes.join(', ')}`,
    params: { values: codes },
  })
  return declared.anyCase === true ? z.string('is not a code').transform(asDeclared).pipe(code) : code
}

/** Caches one schema per field: building a schema costs more than validating a value. */
export function onceAField(make: (declared: Field) => z.ZodType): (declared: Field) => z.ZodType {
  const made = new WeakMap<Field, z.ZodType>()
  return (declared) => {
    const schema = made.get(declared) ?? make(declared)
    made.set(declared, schema)
    return schema
  }
}

/** A timestamp, or a day, which stands for its first moment in the caller's time zone. */
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
    return comparedText(maxOfLength(declared))
  if (declared.type === 'datetime') return ComparedMoment
  if (declared.type === 'email') return comparedText(254)
  if (declared.type === 'money') return wholeNumber(-maxAmount, maxAmount)
  if (declared.type === 'decimal') return z.number('is not a number')
  return plainSchema(declared)
}

/**
 * Schema for one value that a filter compares with a field. A list is compared by its members. A timestamp is
 * compared with a day by the start of the day in the caller's time zone.
 */
export const comparableValue = onceAField(toComparable)
