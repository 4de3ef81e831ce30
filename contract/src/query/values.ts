import { z } from 'zod'
import type { Field, FieldType } from '../collections/field.ts'
import { Instant, LocalDate } from '../time.ts'

const longest: Partial<Record<FieldType, number>> = { text: 1_000, longText: 50_000, email: 254, phone: 60 }
/** An index keeps texts of at most 2,704 bytes, and a character may take four. */
const longestIndexed = 500
/** Largest integer a column keeps. Money and counters stay far below it. */
const largestInteger = 9_007_199_254_740_991

const unkeepable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

/** Text as it is kept: outer white space off, NFC; characters that cannot be kept are refused. Source: contract.md 10.2. */
export function keptText(longestLength: number) {
  return z
    .string()
    .refine((text) => text.isWellFormed() && !unkeepable.test(text), 'has a character that cannot be kept')
    .transform((text) => text.trim().normalize('NFC'))
    .pipe(z.string().max(longestLength, `is longer than ${longestLength} characters`))
}

/** An e-mail address as it is kept. */
export const EmailAddress = keptText(254).pipe(z.string().regex(/^[^\s@"<>]+@[^\s@"<>]+\.[^\s@"<>]+$/, 'is not an e-mail address'))
const Integer = z.number('is not a number').int('is not a whole number').max(largestInteger).min(-largestInteger)

function plainSchema(declared: Field): z.ZodType {
  switch (declared.type) {
    case 'text':
    case 'longText':
    case 'phone':
      return keptText(Math.min(longest[declared.type] ?? 1_000, declared.indexed || declared.unique ? longestIndexed : Infinity))
    case 'email':
      return EmailAddress
    case 'enum':
      return codeSchema(declared)
    case 'ref':
      return z
        .string('is not a record identifier')
        .min(1)
        .max(64)
        .regex(/^[0-9A-Za-z_-]+$/, 'is not a record identifier')
    case 'date':
      return LocalDate
    case 'datetime':
      return Instant
    case 'money':
      return Integer.min(0, 'is below zero')
    case 'integer':
      return Integer.max(2_147_483_647).min(-2_147_483_648)
    case 'decimal':
      return z.number('is not a number').finite()
    case 'boolean':
      return z.boolean('is not true or false')
    case 'list':
      return z.array(declared.options ? codeSchema(declared) : keptText(200)).max(200)
    case 'json':
      return z.record(z.string(), z.json())
  }
}

function codeSchema(declared: Field): z.ZodType {
  const codes = (declared.options ?? []).map((option) => option.code)
  const asDeclared = (given: string) => codes.find((code) => code.toLowerCase() === given.trim().toLowerCase()) ?? given
  const code = z.string('is not a code').refine((given) => codes.includes(given), { error: `is not one of ${codes.join(', ')}` })
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
  const schema = plainSchema(declared)
  const emptyIsNull = declared.type === 'text' || declared.type === 'longText' || declared.type === 'email' || declared.type === 'phone'
  if (!emptyIsNull) return schema.nullable()
  return z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? null : value), schema.nullable())
}

function toComparable(declared: Field): z.ZodType {
  if (declared.type === 'list') return declared.options ? codeSchema(declared) : keptText(200)
  if (declared.type === 'datetime') return z.union([Instant, LocalDate.transform((day) => `${day}T00:00:00.000Z`)])
  if (declared.type === 'email') return keptText(254)
  if (declared.type === 'money') return Integer
  return plainSchema(declared)
}

/** What may be written into a field; empty is null, and an empty text is null too. */
export const writableValue = onceAField(toWritable)

/** One value that a filter compares a field with. A list is compared by its members, a moment with a day by its first instant (UTC). */
export const comparableValue = onceAField(toComparable)
