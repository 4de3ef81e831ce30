import { CollectionName, collections, findField, isVisibleField, readOneScope } from '@portal/contract'
import type { Actor, ColumnConfig, Configuration } from '@portal/contract'

type Columns = Configuration['columns']

function columnsOf(actor: Actor, collection: CollectionName, columns: readonly ColumnConfig[]): ColumnConfig[] {
  const declaration = collections[collection]
  if (readOneScope(declaration, actor) === 'closed') return []
  return columns.filter((column) => {
    const declared = findField(declaration, column.name)
    return declared === undefined || isVisibleField(declared, actor)
  })
}

/** The columns an actor may know of: none of collections closed to them, none of masked fields. */
export function columnsFor(actor: Actor, columns: Columns): Columns {
  const visible: Columns = {}
  for (const [name, list] of Object.entries(columns)) {
    const collection = CollectionName.parse(name)
    const shown = columnsOf(actor, collection, list)
    if (shown.length > 0) visible[collection] = shown
  }
  return visible
}
