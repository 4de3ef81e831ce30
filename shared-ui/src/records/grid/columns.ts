import {
  allFields,
  defaultColumns,
  englishFieldLabel,
  findField,
  isStaff,
  isVisibleField,
  screenLabelOf,
} from '@portal/contract'
import type { Actor, ColumnConfig, Declaration, Field } from '@portal/contract'

export interface Column {
  name: string
  label: string
  declared: Field
  width: number
}

/** Initial width of a column in px, by the field's type. */
function widthOf(name: string, declared: Field): number {
  if (declared.width !== undefined) return declared.width
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
      // An overdue date has a mark before it.
      return 132
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

/** Numbers are right-aligned, so that their digits line up. */
export const isRightAligned = ({ type }: Field): boolean =>
  type === 'money' || type === 'integer' || type === 'decimal'

/** Width in px of a heading on one line: its characters plus padding. */
export const widthOfHeading = (label: string): number => Math.min(200, Math.ceil(label.length * 7.5) + 24)

/**
 * A viewer's column layout: hidden columns, order (including columns added to the default ones) and widths in
 * px.
 */
export interface Layout {
  hide: readonly string[]
  order: readonly string[]
  widths: Readonly<Record<string, number>>
}

const asItComes: Layout = { hide: [], order: [], widths: {} }

/** Sorts the names in `order` first, in its order; the others follow in their original order. */
export function inOrder(names: readonly string[], order: readonly string[]): string[] {
  return [...order.filter((name) => names.includes(name)), ...names.filter((name) => !order.includes(name))]
}

function toColumns(
  declaration: Declaration,
  configured: readonly ColumnConfig[],
  actor: Pick<Actor, 'role'>,
  names: readonly string[],
  widths: Layout['widths'],
) {
  const known = new Map(configured.map((column) => [column.name, column]))
  return names.flatMap((name): Column[] => {
    const declared = findField(declaration, name)
    if (declared === undefined || !isVisibleField(declared, actor)) return []
    const column = known.get(name)
    const label = screenLabelOf(column?.label ?? englishFieldLabel(name, declared), column?.labelEs)
    return [
      {
        name,
        label,
        declared,
        width: widths[name] ?? Math.max(widthOf(name, declared), widthOfHeading(label)),
      },
    ]
  })
}

/**
 * All columns that this viewer may show, the default ones first. Excludes columns that are removed from
 * tables (`table_view: false`) or masked for the role and, for clients, internal fields.
 */
export function possibleColumns(
  declaration: Declaration,
  configured: readonly ColumnConfig[],
  actor: Pick<Actor, 'role'>,
  layout: Layout = asItComes,
): Column[] {
  const usual = shownColumns(declaration, configured, actor).map(({ name }) => name)
  const names =
    configured.length > 0
      ? configured.filter((column) => column.table_view).map((column) => column.name)
      : Object.entries(allFields(declaration)).flatMap(([name, declared]) =>
          declared.type === 'json' ? [] : [name],
        )
  const isOffered = (name: string) =>
    isStaff(actor.role) || usual.includes(name) || findField(declaration, name)?.internal === undefined
  return toColumns(
    declaration,
    configured,
    actor,
    inOrder(inOrder(names.filter(isOffered), usual), layout.order),
    layout.widths,
  )
}

/**
 * The columns of a table for this viewer: the visible configured columns or else the declared defaults, at
 * most the collection's default number. Then the viewer's layout adds and hides columns. Columns that are
 * removed from tables (`table_view: false`) or masked for the role are never shown.
 */
export function shownColumns(
  declaration: Declaration,
  configured: readonly ColumnConfig[],
  actor: Pick<Actor, 'role'>,
  { hide, order, widths }: Layout = asItComes,
): Column[] {
  const isOut = new Set(configured.filter((column) => !column.table_view).map((column) => column.name))
  const visible =
    configured.length > 0
      ? configured.filter((column) => column.table_view && column.is_visible).map((column) => column.name)
      : defaultColumns(declaration)
  const usual = toColumns(declaration, configured, actor, visible, {})
    .slice(0, declaration.columnsShown)
    .map(({ name }) => name)
  const wanted = inOrder(
    [...usual, ...order.filter((name) => !usual.includes(name) && !isOut.has(name))],
    order,
  )
  const left = toColumns(
    declaration,
    configured,
    actor,
    wanted.filter((name) => !hide.includes(name)),
    widths,
  )
  // A table without columns would show empty rows.
  return left.length > 0 ? left : toColumns(declaration, configured, actor, wanted, widths).slice(0, 1)
}

/** Widths in px at which name and status fit beside each other on a phone. */
const phoneWidths = { name: 148, status: 164 }

/**
 * Columns in the order for a phone: the record's name and status first, since only these two fit; then the
 * others.
 */
export function forPhone<C extends Pick<Column, 'name' | 'width'>>(
  columns: readonly C[],
  { titleField }: Pick<Declaration, 'titleField'>,
): readonly C[] {
  const status = columns.find(({ name }) => name === 'status')
  const called =
    columns.find(({ name }) => name === titleField) ?? columns.find(({ name }) => name !== 'status')
  if (status === undefined || called === undefined) return columns
  const others = columns.filter((column) => column !== status && column !== called)
  return [{ ...called, width: phoneWidths.name }, { ...status, width: phoneWidths.status }, ...others]
}
