import { customFieldTypes, screenLabelOf, screenLanguage, toCustomField } from '@portal/contract'
import type { AnyRecord, ColumnConfig, CustomFieldType, Declaration, Field } from '@portal/contract'
import { screenOption } from './screen-declaration.ts'

const prefix = 'custom.'

/** The type that was chosen for an added field; a number is stored as a decimal. */
function typeOf({ type }: ColumnConfig): CustomFieldType {
  return type === 'decimal' ? 'number' : (customFieldTypes.find((known) => known === type) ?? 'text')
}

/**
 * Adds the custom fields of a collection to its declaration. The configuration lists them as columns
 * `custom.<key>`.
 */
export function withAddedFields(declaration: Declaration, configured: readonly ColumnConfig[]): Declaration {
  const columns = configured.filter(({ name }) => name.startsWith(prefix))
  if (columns.length === 0) return declaration
  const added: Record<string, Field> = Object.fromEntries(
    columns.map((column) => [
      column.name,
      toCustomField({
        label: screenLabelOf(column.label, column.labelEs),
        labelEs: column.labelEs,
        type: typeOf(column),
        options: column.options,
        masked: column.masked,
      }),
    ]),
  )
  return { ...declaration, added }
}

/**
 * The declaration with the options of custom fields in the language of this screen, where they have a text.
 */
export function withScreenOptions(declaration: Declaration): Declaration {
  if (declaration.added === undefined || screenLanguage() === 'en') return declaration
  const added = Object.entries(declaration.added).map(([name, declared]): [string, Field] => [
    name,
    declared.options === undefined
      ? declared
      : {
          ...declared,
          options: declared.options.map((option) =>
            option.labelEs === undefined || option.labelEs === '' ? option : screenOption(option),
          ),
        },
  ])
  return { ...declaration, added: Object.fromEntries(added) }
}

/** The value of a field of a record, including custom fields under `custom`. */
export function valueIn(record: AnyRecord, name: string): unknown {
  if (!name.startsWith(prefix)) return record[name]
  const { custom } = record
  return typeof custom === 'object' && custom !== null
    ? Reflect.get(custom, name.slice(prefix.length))
    : undefined
}
