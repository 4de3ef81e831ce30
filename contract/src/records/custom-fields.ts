import { z } from 'zod'
import { field, labelOfCode } from '../collections/field.ts'
import type { Field } from '../collections/field.ts'
import type { CollectionName } from '../collections/names.ts'
import { filledText } from '../query/values.ts'

export const customFieldTypes = ['text', 'number', 'money', 'date', 'datetime', 'boolean', 'enum'] as const
export type CustomFieldType = (typeof customFieldTypes)[number]

/** `POST /{collection}/fields`: `name` becomes the key under `custom`. */
export const NewField = z
  .strictObject({
    name: z
      .string()
      .regex(
        /^[a-z][A-Za-z0-9_]{0,39}$/,
        'is not a field name (a lower-case letter, then letters, digits, _)',
      )
      .refine(
        (name) => !(name in Object.prototype),
        'is a word of the language records are read with: choose another',
      ),
    label: filledText(60),
    type: z.enum(customFieldTypes),
    options: z.array(filledText(60)).min(1).max(100).optional(),
    /** Kept from clients; by default so in collections that clients read. */
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
 * Answer of `GET /{collection}/fields/{field}/use`: how many records have a value in the field, deleted ones
 * aside, the names of the views that speak of it and that the asker may read, and how many others do.
 */
export const FieldUse = z.object({ records: z.int(), views: z.array(z.string()), otherViews: z.int() })
export type FieldUse = z.infer<typeof FieldUse>

/** Answer of `GET /{collection}/removed_fields`: added fields that were removed, the last one first. */
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

/** An added field as it is kept, with the collection it belongs to. */
export interface AddedField extends NewField {
  collection: CollectionName
  masked: boolean
}

interface Added {
  label: string
  type: CustomFieldType
  options?: readonly string[] | undefined
  masked?: boolean | undefined
}

/**
 * The declared field an added one behaves like in forms, filters, sorts and cells. Its options are kept as
 * written.
 */
export function toCustomField(added: Added): Field {
  const traits = {
    label: added.label,
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
