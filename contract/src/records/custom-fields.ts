import { z } from 'zod'
import { field, labelOfCode } from '../collections/field.ts'
import type { Field } from '../collections/field.ts'
import type { CollectionName } from '../collections/names.ts'
import { filledText } from '../query/values.ts'

export const customFieldTypes = ['text', 'number', 'money', 'date', 'datetime', 'boolean', 'enum'] as const
export type CustomFieldType = (typeof customFieldTypes)[number]

/** Key of a new added field. */
export const AddedFieldName = z
  .string()
  .regex(/^[a-z][A-Za-z0-9_]{0,39}$/, 'is not a field name (a lower-case letter, then letters, digits, _)')
  .refine(
    (name) => !(name in Object.prototype),
    'is a word of the language records are read with: choose another',
  )

/** Values that a new enum offers. */
const AddedFieldOptions = z.array(filledText(60)).min(1).max(100)

/** Body of `POST /{collection}/fields`; `name` becomes the key under `custom`. */
export const NewField = z
  .strictObject({
    name: AddedFieldName,
    label: filledText(60),
    type: z.enum(customFieldTypes),
    options: AddedFieldOptions.optional(),
    /** Hidden from clients; the default in collections that clients read. */
    masked: z.boolean().optional(),
  })
  .refine((wanted) => wanted.type !== 'enum' || wanted.options !== undefined, {
    error: 'names the values of an enum',
    path: ['options'],
  })
  .refine((wanted) => wanted.type === 'enum' || wanted.options === undefined, {
    error: 'goes with an enum alone',
    path: ['options'],
  })
export type NewField = z.infer<typeof NewField>

/**
 * Response of `GET /{collection}/fields/{field}/use`: the number of records with a value in the field
 * (without deleted ones), the names of the views that use it and that the caller may read, and the number of
 * other such views.
 */
export const FieldUse = z.object({ records: z.int(), views: z.array(z.string()), otherViews: z.int() })
export type FieldUse = z.infer<typeof FieldUse>

/** Response of `GET /{collection}/removed_fields`: removed custom fields, latest removal first. */
export const RemovedFields = z.object({
  fields: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      removedAt: z.string(),
      removedBy: z.string().nullable(),
    }),
  ),
})
export type RemovedFields = z.infer<typeof RemovedFields>

/** A stored custom field, with its collection. */
export interface AddedField extends NewField {
  collection: CollectionName
  masked: boolean
}

interface Added {
  label: string
  labelEs?: string | undefined
  type: CustomFieldType
  options?: readonly string[] | undefined
  masked?: boolean | undefined
}

/**
 * The declared field that a custom field corresponds to in forms, filters, sorts and cells. Its options are
 * stored as written.
 */
export function toCustomField(added: Added): Field {
  const traits = {
    label: added.label,
    ...(added.labelEs !== undefined && added.labelEs !== '' && { labelEs: added.labelEs }),
    section: 'Added fields',
    ...(added.masked === true && { masked: true }),
  }
  switch (added.type) {
    case 'number':
      return field.decimal(traits)
    case 'enum':
      return field.enum(
        (added.options ?? []).map((code) => ({
          code,
          label: /^[A-Z0-9_]+$/.test(code) ? labelOfCode(code) : code,
        })),
        traits,
      )
    case 'text':
    case 'money':
    case 'date':
    case 'datetime':
    case 'boolean':
      return field[added.type](traits)
  }
}
