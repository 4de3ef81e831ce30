import {
  CollectionName,
  collections,
  findField,
  isStaff,
  isVisibleField,
  readOneScope,
} from '@portal/contract'
import type { Actor, ColumnConfig, Configuration } from '@portal/contract'

type Columns = Configuration['columns']

function columnsOf(
  actor: Actor,
  collection: CollectionName,
  columns: readonly ColumnConfig[],
): ColumnConfig[] {
  const declaration = collections[collection]
  if (readOneScope(declaration, actor) === 'closed') return []
  return columns.flatMap((column) => {
    if (column.masked === true && !isStaff(actor.role)) return []
    const declared = findField(declaration, column.name)
    if (declared !== undefined && !isVisibleField(declared, actor)) return []
    // All rows of a client belong to the client's own organization, so its column is hidden by default.
    return [isStaff(actor.role) || declared?.to !== 'orgs' ? column : { ...column, is_visible: false }]
  })
}

/** The columns an actor may see, without closed collections and masked fields. */
export function columnsFor(actor: Actor, columns: Columns): Columns {
  const visible: Columns = {}
  for (const [name, list] of Object.entries(columns)) {
    const collection = CollectionName.parse(name)
    const shown = columnsOf(actor, collection, list)
    if (shown.length > 0) visible[collection] = shown
  }
  return visible
}

/**
 * The callbacks (values that a selected record fills in) an actor may see, without those on masked added
 * fields.
 */
export function callbacksFor(
  actor: Actor,
  { callbacks, columns }: Configuration,
): Configuration['callbacks'] {
  if (isStaff(actor.role)) return callbacks
  const masked = new Set(
    Object.values(columns).flatMap((list) =>
      list.filter((column) => column.masked === true).map(({ name }) => name),
    ),
  )
  return Object.fromEntries(
    Object.entries(callbacks).map(([collection, list]) => [
      collection,
      list.filter(
        ({ get_from, assigned_value, assign_to_field }) =>
          ![get_from, assigned_value, assign_to_field].some((name) => masked.has(name)),
      ),
    ]),
  )
}
