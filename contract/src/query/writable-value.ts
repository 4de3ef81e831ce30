import { z } from 'zod'
import type { Field } from '../collections/field.ts'
import { isEmptyText } from '../empty-text.ts'
import { numberPatternFault } from '../permits/number-pattern.ts'
import { recurrenceFault } from '../records/recurrence-rule.ts'
import { TimeZone } from '../time-zones.ts'
import { maxOfLength, onceAField, plainSchema, storableText } from './values.ts'

/** An absolute address with the scheme http or https. Nothing else may become a link. */
const isWebAddress = (text: string) => /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text)

/** Refuses a text with the sentence that `faultOf` has for it. */
const withoutFault = (text: z.ZodType<string>, faultOf: (text: string) => string | null) =>
  text.superRefine((given, context) => {
    const message = faultOf(given)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })

function textSchema(declared: Field): z.ZodType {
  const text = storableText(maxOfLength(declared))
  if (declared.isCode === true)
    return text
      .transform((code) => code.toUpperCase())
      .pipe(z.string().regex(/^[A-Z0-9_]+$/, 'may only have letters, digits and underscores'))
  if (declared.isWebAddress === true)
    return text.refine(isWebAddress, 'is not a web address that begins with https:// or http://')
  if (declared.isRecurrence === true) return withoutFault(text, recurrenceFault)
  if (declared.isNumberPattern === true) return withoutFault(text, numberPatternFault)
  return text
}

/** A retired code stays in the records that have it. It is not written any more. */
function withoutRetired({ options = [] }: Field, schema: z.ZodType): z.ZodType {
  const retired = options.filter((option) => option.retired === true).map(({ code }) => code)
  return retired.length === 0
    ? schema
    : schema.refine((code) => typeof code !== 'string' || !retired.includes(code), {
        error: 'is retired and cannot be chosen any more',
      })
}

function toWritable(declared: Field): z.ZodType {
  // An empty text is not a time zone; no time zone is null.
  if (declared.isTimeZone === true) return TimeZone.nullable()
  const schema = withoutRetired(
    declared,
    declared.type === 'text' ? textSchema(declared) : plainSchema(declared),
  )
  const emptyIsNull =
    declared.type === 'text' ||
    declared.type === 'longText' ||
    declared.type === 'email' ||
    declared.type === 'phone'
  if (!emptyIsNull) return schema.nullable()
  return z.preprocess(
    (value) => (typeof value === 'string' && isEmptyText(value) ? null : value),
    schema.nullable(),
  )
}

/** Schema for writing a field. No value is null; an empty text becomes null. */
export const writableValue = onceAField(toWritable)
