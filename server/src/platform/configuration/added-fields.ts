import { CollectionName, customFieldTypes, toCustomField } from '@portal/contract'
import type { AddedField, ColumnConfig, Configuration, Field } from '@portal/contract'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import type { Tables } from '#platform/database/tables.ts'

/** The fields that users added to a collection. */
export interface Additions {
  /** By `custom.<key>`. */
  fields: Readonly<Record<string, Field>>
  /** Keys of removed fields. */
  removed: readonly string[]
}

const CustomFieldType = z.enum(customFieldTypes)

/** By collection. Refreshed with every version of the configuration; adding a field raises that version. */
export type AddedFieldsByCollection = ReadonlyMap<string, Additions>

interface FieldDeps {
  database: Database
  memory: { addedFields?: AddedFieldsByCollection }
}

/** The added fields that are not removed. */
export async function listAddedFields(kysely: Kysely<Tables>): Promise<AddedField[]> {
  const rows = await kysely
    .selectFrom('custom_fields')
    .selectAll()
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('name')
    .execute()
  return rows.map(({ collection, name, label, type, options, masked }) => ({
    collection: CollectionName.parse(collection),
    name,
    label,
    masked,
    type: CustomFieldType.parse(type),
    ...(options === null ? {} : { options }),
  }))
}

/**
 * Caches the added fields, with the Spanish headings of their columns, and the keys of removed fields until
 * the configuration is read again.
 */
export async function rememberAddedFields(
  { database, memory }: FieldDeps,
  added: readonly AddedField[],
  columns: Configuration['columns'],
): Promise<void> {
  const removed = await database.kysely
    .selectFrom('custom_fields')
    .select(['collection', 'name'])
    .where('removed_at', 'is not', null)
    .execute()
  const names = new Set([...added, ...removed].map(({ collection }): string => collection))
  const additions = [...names].map((name): [string, Additions] => {
    const own = added.filter(({ collection }) => collection === name)
    const labelsEs = new Map(
      columns[CollectionName.parse(name)]?.map((column) => [column.name, column.labelEs]),
    )
    const fields = Object.fromEntries(
      own.map((each) => {
        const field = `custom.${each.name}`
        return [field, toCustomField({ ...each, labelEs: labelsEs.get(field) })]
      }),
    )
    return [
      name,
      { fields, removed: removed.flatMap((each) => (each.collection === name ? [each.name] : [])) },
    ]
  })
  memory.addedFields = new Map(additions)
}

/** The column of an added field. Filters and sorts use the same name. */
export function addedColumn({ name, label, type, options, masked }: AddedField): ColumnConfig {
  const shown = { is_visible: true, table_view: true }
  return {
    name: `custom.${name}`,
    label,
    type: toCustomField({ label, type }).type,
    ...shown,
    ...(options && { options }),
    masked,
  }
}

/** The name of an added field in the audit. The audit shows it as a column heading. */
export const fieldPath = (collection: string, key: string): string =>
  `columns.${collection}.custom.${key}.label`

/**
 * Collections with the same added fields: a permit keeps them when it becomes processed. Other collections,
 * such as the two kinds of tasks, share nothing.
 */
export function collectionsSharing(collection: CollectionName): readonly CollectionName[] {
  return collection === 'permits' || collection === 'processed' ? ['permits', 'processed'] : [collection]
}

/**
 * Sets `masked` of every added field's column from the field. Values of `masked` in a stored configuration
 * are ignored; the visibility of declared fields comes from their declaration.
 */
export function withMasks(
  columns: Configuration['columns'],
  added: readonly AddedField[],
): Configuration['columns'] {
  const masks = new Map(added.map(({ collection, name, masked }) => [`${collection} custom.${name}`, masked]))
  const masksOf = (collection: string, list: readonly ColumnConfig[]) =>
    list.map(({ masked: _masked, ...column }): ColumnConfig => {
      const masked = masks.get(`${collection} ${column.name}`)
      return masked === undefined ? column : { ...column, masked }
    })
  return Object.fromEntries(
    Object.entries(columns).map(([collection, list]) => [collection, masksOf(collection, list)]),
  )
}

/** Saves the `masked` switches that a new configuration changes, and returns the resulting added fields. */
export async function saveMasks(
  trx: Kysely<Tables>,
  columns: Configuration['columns'],
): Promise<AddedField[]> {
  const added = await listAddedFields(trx)
  const wanted = added.flatMap(({ collection, name, masked }) => {
    const asked = columns[collection]?.find((column) => column.name === `custom.${name}`)?.masked
    return asked === undefined || asked === masked ? [] : [{ collection, name, masked: asked }]
  })
  for (const { collection, name, masked } of wanted) {
    await trx
      .updateTable('custom_fields')
      .set({ masked })
      .where('collection', 'in', collectionsSharing(collection))
      .where('name', '=', name)
      .execute()
  }
  return wanted.length === 0 ? added : listAddedFields(trx)
}

/** Appends the columns of added fields to the declared columns. */
export function withColumns(config: Configuration, added: readonly AddedField[]): Configuration {
  const columns = { ...config.columns }
  for (const field of added) {
    const collection = CollectionName.parse(field.collection)
    columns[collection] = [...(columns[collection] ?? []), addedColumn(field)]
  }
  return { ...config, columns }
}
