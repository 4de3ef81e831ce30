import { z } from 'zod'
import { hasField, isRequiredNow } from '../collections/field-conditions.ts'
import type { ValueOf } from '../collections/field-conditions.ts'
import type { Declaration } from '../collections/declaration.ts'
import type { Field, Option } from '../collections/field.ts'
import { AddedFieldName, customFieldTypes, toCustomField } from '../records/custom-fields.ts'
import { filledSettingsText, settingsText } from '../query/values.ts'
import type { TextByLanguage } from '../sentence.ts'

/** A value that a condition on a field names. */
export const ConditionValue = z.union([z.boolean(), settingsText(60)])

/** The field of a permit that a condition is about, `custom.<key>` included. */
export const ConditionField = z.string().regex(/^(custom\.)?[a-z][A-Za-z0-9_]{0,39}$/, 'is not a field name')

export const maxConditionFields = 5

/**
 * A condition on other fields of the permit, in the form of a filter: `{ "custom.shape": ["ROUND"] }`. All
 * fields must have one of their values. Empty: always.
 */
export const AttributeCondition = z
  .record(ConditionField, z.array(ConditionValue).min(1).max(100))
  .refine(
    (condition) => Object.keys(condition).length <= maxConditionFields,
    `has more than ${maxConditionFields} fields`,
  )
export type AttributeCondition = z.infer<typeof AttributeCondition>

/** A typed attribute of permit types: an added field of permits that belongs to permits of these types. */
export const LibraryAttribute = z
  .strictObject({
    /** Key of the added field. */
    name: AddedFieldName,
    label: filledSettingsText(60),
    /** The label in Spanish. Empty or absent: the label. */
    labelEs: settingsText(60).optional(),
    type: z.enum(customFieldTypes),
    /** Values of an enum. */
    options: z.array(filledSettingsText(60)).min(1).max(100).optional(),
    /** The values in Spanish, in the order of `options`; an empty one is as in English. */
    optionsEs: z.array(settingsText(60)).max(100).optional(),
    /** Unit of a number, such as `lb`. */
    unit: settingsText(20).optional(),
    /** The unit in Spanish. Empty or absent: the unit. */
    unitEs: settingsText(20).optional(),
    /** Hidden from clients. */
    masked: z.boolean().default(true),
    /** Codes of the permit types that have it. */
    permitTypes: z
      .array(z.string().regex(/^[A-Z][A-Z0-9_]{0,39}$/, 'is not a code'))
      .min(1)
      .max(300),
    shownWhen: AttributeCondition.default({}),
    /** When it must have a value before the permit is submitted; null: never. */
    requiredWhen: AttributeCondition.nullable().default(null),
  })
  .refine(({ type, options }) => (type === 'enum') === (options !== undefined), {
    error: 'goes with an enum alone',
    path: ['options'],
  })
  .refine(({ options = [], optionsEs }) => optionsEs === undefined || optionsEs.length === options.length, {
    error: 'needs one text for each of the options',
    path: ['optionsEs'],
  })
export type LibraryAttribute = z.infer<typeof LibraryAttribute>

export const fieldOfAttribute = ({ name }: Pick<LibraryAttribute, 'name'>): string => `custom.${name}`

const withUnit = (label: string, unit: string) => (unit === '' ? label : `${label} (${unit})`)

/** The heading of its column: the name with its unit, as long as the label of a field may be. */
export const attributeLabel = ({ label, unit = '' }: Pick<LibraryAttribute, 'label' | 'unit'>): string =>
  withUnit(label, unit).slice(0, 60)

/** The heading of its column in Spanish; undefined where the library has none. */
export const attributeHeadingEs = ({
  label,
  labelEs = '',
  unit = '',
  unitEs = '',
}: LibraryAttribute): string | undefined =>
  labelEs === '' && unitEs === '' ? undefined : withUnit(labelEs || label, unitEs || unit)

/** Options with the Spanish labels of the attribute. */
function withLabelsEs(
  declared: readonly Option[] | undefined,
  { options = [], optionsEs = [] }: LibraryAttribute,
): readonly Option[] | undefined {
  return declared?.map((option) => {
    const labelEs = optionsEs[options.indexOf(option.code)] ?? ''
    return labelEs === '' ? option : { ...option, labelEs }
  })
}

/** The declared field that an attribute corresponds to before it is added, with its Spanish texts. */
export function fieldFromAttribute(attribute: LibraryAttribute): Field {
  const declared = toCustomField(attribute)
  const options = withLabelsEs(declared.options, attribute)
  return options === undefined ? declared : { ...declared, options }
}

/** The traits that an attribute gives to its added field. */
function traitsOf(attribute: LibraryAttribute, declared: Field): Partial<Field> {
  const { permitTypes, shownWhen, requiredWhen } = attribute
  const options = withLabelsEs(declared.options, attribute)
  return {
    section: 'Details of the permit type',
    onlyWhen: { ...shownWhen, permitType: permitTypes },
    ...(options !== undefined && { options }),
    ...(requiredWhen !== null && { requiredWhen }),
  }
}

type Added = Readonly<Record<string, Field>>

/**
 * The added fields with the traits of the attributes, which come last, in the order of the library. A field
 * that was removed is not among them, and its attribute then has no effect.
 */
export function withAttributeTraits(added: Added, attributes: readonly LibraryAttribute[]): Added {
  const known = new Map(attributes.map((attribute) => [fieldOfAttribute(attribute), attribute]))
  const order = [...known.keys()]
  return Object.fromEntries(
    Object.entries(added)
      .toSorted(([a], [other]) => order.indexOf(a) - order.indexOf(other))
      .map(([name, declared]) => {
        const attribute = known.get(name)
        return [name, attribute === undefined ? declared : { ...declared, ...traitsOf(attribute, declared) }]
      }),
  )
}

const combined = new WeakMap<readonly LibraryAttribute[], WeakMap<Declaration, Declaration>>()

/**
 * The declaration of permits with the attributes of the library in its added fields; others are returned
 * unchanged. Cached: the same declaration and attributes return the same object.
 */
export function withAttributes(
  declaration: Declaration,
  { attributes }: { attributes: readonly LibraryAttribute[] },
): Declaration {
  const { added } = declaration
  if (declaration.table !== 'permits' || added === undefined || attributes.length === 0) return declaration
  const known = combined.get(attributes) ?? new WeakMap<Declaration, Declaration>()
  combined.set(attributes, known)
  const whole = known.get(declaration) ?? { ...declaration, added: withAttributeTraits(added, attributes) }
  known.set(declaration, whole)
  return whole
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

/** The labels of the added fields that a permit needs before it can be submitted and that are empty. */
export function missingDetails(added: Added, valueOf: ValueOf): TextByLanguage[] {
  return Object.entries(added).flatMap(([name, declared]) => {
    const en = declared.label ?? name
    return isEmpty(valueOf(name)) && hasField(declared, valueOf) && isRequiredNow(declared, valueOf)
      ? [{ en, es: declared.labelEs || en }]
      : []
  })
}
