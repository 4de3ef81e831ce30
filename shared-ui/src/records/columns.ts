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

/** Width a column starts with, in px, by what it holds. */
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

/** Numbers stand at the right, so that their digits stand below each other. */
export const isRightAligned = ({ type }: Field): boolean =>
  type === 'money' || type === 'integer' || type === 'decimal'

/** Room for a heading in one line: its letters, and what stands around them. */
const widthOfHeading = (label: string): number => Math.min(200, Math.ceil(label.length * 7.5) + 24)

/**
 * How a viewer has arranged the columns: taken out, put in order (those shown beyond the default ones among
 * them), widths in px.
 */
export interface Layout {
  hide: readonly string[]
  order: readonly string[]
  widths: Readonly<Record<string, number>>
}

const asItComes: Layout = { hide: [], order: [], widths: {} }

/** Those that `order` names first, in its order; the others behind them as they were. */
function inOrder(names: readonly string[], order: readonly string[]): string[] {
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
 * Every column this viewer may show, the default ones first; none taken out of tables (`table_view: false`)
 * or masked for the role, and for clients none that the portal keeps for itself.
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
 * The columns of a table for this viewer: the configured ones that are visible, else the declared defaults,
 * never more than the collection shows by default; then what the viewer has put in or taken out. Never one
 * taken out of tables (`table_view: false`) or masked for the role.
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
  // Without any column there would be rows of nothing.
  return left.length > 0 ? left : toColumns(declaration, configured, actor, wanted, widths).slice(0, 1)
}

/** Widths with which name and status stand beside each other on a phone, in px. */
const phoneWidths = { name: 148, status: 164 }

/**
 * Columns as a phone shows them: what a record is called and its status first, which are all there is room
 * for; the others behind them.
 */
export function forPhone(
  columns: readonly Column[],
  { titleField }: Pick<Declaration, 'titleField'>,
): readonly Column[] {
  const status = columns.find(({ name }) => name === 'status')
  const called =
    columns.find(({ name }) => name === titleField) ?? columns.find(({ name }) => name !== 'status')
  if (status === undefined || called === undefined) return columns
  const others = columns.filter((column) => column !== status && column !== called)
  return [{ ...called, width: phoneWidths.name }, { ...status, width: phoneWidths.status }, ...others]
}
