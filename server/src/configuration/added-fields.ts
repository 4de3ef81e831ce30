import { CollectionName, customFieldTypes, toCustomField } from '@portal/contract'
import type { AddedField, ColumnConfig, Configuration, Field } from '@portal/contract'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#database/database.ts'
import type { Tables } from '#database/tables.ts'

type FieldsByName = Readonly<Record<string, Field>>

const CustomFieldType = z.enum(customFieldTypes)
/** By collection; renewed with every version of the configuration, which adding a field raises. */
const cache = new WeakMap<Database, ReadonlyMap<string, FieldsByName>>()

export async function listAddedFields(kysely: Kysely<Tables>): Promise<AddedField[]> {
  const rows = await kysely.selectFrom('custom_fields').selectAll().orderBy('created_at').orderBy('name').execute()
  return rows.map(({ collection, name, label, type, options }) => ({
    collection,
    name,
    label,
    type: CustomFieldType.parse(type),
    ...(options === null ? {} : { options }),
  }))
}

export function rememberAddedFields(database: Database, added: readonly AddedField[]): void {
  const byCollection = Map.groupBy(added, ({ collection }) => collection)
  const fields = [...byCollection].map(([collection, list]): [string, FieldsByName] => [
    collection,
    Object.fromEntries(list.map((each) => [`custom.${each.name}`, toCustomField(each)])),
  ])
  cache.set(database, new Map(fields))
}

/** The column of an added field; its name is that of filters and sorts. */
export function columnOf({ name, label, type, options }: AddedField): ColumnConfig {
  return { name: `custom.${name}`, label, type: toCustomField({ label, type }).type, is_visible: true, table_view: true, ...(options && { options }) }
}

/** A configuration with the columns of added fields behind the declared ones. */
export function withColumns(config: Configuration, added: readonly AddedField[]): Configuration {
  const columns = { ...config.columns }
  for (const field of added) {
    const collection = CollectionName.parse(field.collection)
    columns[collection] = [...(columns[collection] ?? []), columnOf(field)]
  }
  return { ...config, columns }
}

/** The added fields by collection as they were read last; undefined before the configuration has been read. */
export function knownAddedFields(database: Database): ReadonlyMap<string, FieldsByName> | undefined {
  return cache.get(database)
}
