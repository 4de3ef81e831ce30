import type { PanelOffer } from '../../portal/shell-api.ts'
import { inOrder, widthOfHeading } from './columns.ts'
import type { Column, Layout } from './columns.ts'

/** A column that another remote fills (slot `table.cell`). The server does not know it. */
export interface RemoteColumn {
  /** Its name in addresses and saved views, see `remoteColumnName` of the contract. */
  name: string
  label: string
  width: number
  offer: PanelOffer
  declared?: never
}

/** A column as it stands in the table: a field of the records, or one that another remote fills. */
export type TableColumn = Column | RemoteColumn

export const isRemoteColumn = (column: TableColumn): column is RemoteColumn => 'offer' in column

const minWidthPx = 160

/** Initial width of a column of another remote in px. */
export const remoteColumnWidth = (label: string): number => Math.max(minWidthPx, widthOfHeading(label))

/**
 * Fields and columns of other remotes as this viewer arranged them. Columns of other remotes that the layout
 * does not name stand last.
 */
export function arrangeColumns(
  fields: readonly Column[],
  remotes: readonly RemoteColumn[],
  { order, widths }: Pick<Layout, 'order' | 'widths'>,
): TableColumn[] {
  const columns: TableColumn[] = [
    ...fields,
    ...remotes.map((column) => ({ ...column, width: widths[column.name] ?? column.width })),
  ]
  const byName = new Map(columns.map((column) => [column.name, column]))
  return inOrder([...byName.keys()], order).flatMap((name) => byName.get(name) ?? [])
}

/** Those that the layout does not hide. */
export const withoutHidden = (
  remotes: readonly RemoteColumn[],
  { hide }: Pick<Layout, 'hide'>,
): RemoteColumn[] => remotes.filter(({ name }) => !hide.includes(name))
