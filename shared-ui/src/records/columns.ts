import { allFields, defaultColumns, fieldLabel, isVisibleField } from '@portal/contract'
import type { Actor, ColumnConfig, Declaration, Field } from '@portal/contract'

export interface Column {
  name: string
  label: string
  declared: Field
  width: number
}

/** Width a column starts with, in px, by what it holds. */
function widthOf(name: string, declared: Field): number {
  if (name === 'title' || name === 'legalName' || name === 'subject' || name === 'name') return 280
  switch (declared.type) {
    case 'longText':
      return 320
    case 'email':
      return 220
    case 'enum':
      return declared.options?.some((option) => option.colour !== undefined) ? 180 : 160
    case 'ref':
      return 180
    case 'date':
    case 'datetime':
      return 120
    case 'money':
      return 120
    case 'integer':
    case 'decimal':
      return 112
    case 'boolean':
      return 96
    case 'text':
    case 'phone':
    case 'list':
    case 'json':
      return 150
  }
}

/**
 * The columns of a table for this viewer: the configured ones that are visible, else the declared defaults; never more than the collection
 * shows by default, never one taken out of tables (`table_view: false`) or masked for the role.
 */
export function shownColumns(declaration: Declaration, configured: readonly ColumnConfig[], actor: Pick<Actor, 'role'>): Column[] {
  const fields = allFields(declaration)
  const labels = new Map(configured.map((column) => [column.name, column.label]))
  const names =
    configured.length > 0
      ? configured.filter((column) => column.table_view && column.is_visible).map((column) => column.name)
      : defaultColumns(declaration)
  const columns = names.flatMap((name) => {
    const declared = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (declared === undefined || !isVisibleField(declared, actor)) return []
    return [{ name, label: labels.get(name) ?? fieldLabel(name, declared), declared, width: widthOf(name, declared) }]
  })
  return columns.slice(0, declaration.columnsShown)
}
