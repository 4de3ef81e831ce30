import Box from '@mui/material/Box'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import type { AnyRecord, SortKey, TimeInStatus } from '@portal/contract'
import { GRID_CHECKBOX_SELECTION_COL_DEF } from '../../facades/table.ts'
import type { GridColDef } from '../../facades/table.ts'
import { Icon } from '../../icons/Icon.tsx'
import { mdiArrowDown, mdiArrowUp } from '../../icons/paths.ts'
import { sizes } from '../../theme/tokens.ts'
import { visuallyHidden } from '../../theme/visually-hidden.ts'
import { valueIn } from '../declaration/added-fields.ts'
import { isRightAligned } from './columns.ts'
import type { Column } from './columns.ts'
import { isRemoteColumn } from './table-columns.ts'
import type { RemoteColumn, TableColumn } from './table-columns.ts'
import { RecordLink } from '../drawer/RecordLink.tsx'
import { isReference } from '../declaration/is-reference.ts'
import { FieldValue } from '../values/FieldValue.tsx'
import { Overdue } from '../values/Overdue.tsx'
import { AgeMark } from './AgeMark.tsx'
import { checkWidth } from './grid-styles.ts'
import { GroupLabel } from './GroupLabel.tsx'
import type { TableLine } from './lines.ts'
import { t } from '../texts.ts'
import { isSortable, sortKeysIn } from './sorting.ts'

/** Field of the grid's own column of checkboxes. */
export const checkColumn = GRID_CHECKBOX_SELECTION_COL_DEF.field

/** Amounts are summed in group headers; sums of other numbers, such as revisions, would say nothing. */
export function summedColumns(columns: readonly TableColumn[]): string[] {
  return columns.filter(({ declared }) => declared?.type === 'money').map(({ name }) => name)
}

export interface GridColumnsOptions {
  sort: string
  /** Group headers stand among the records, with sums in their columns. */
  sums: boolean
  /** Records that are in the list no more and stay, greyed, until it is read again. */
  left: ReadonlySet<string>
  /** How long a permit stands in its status; null on other pages. */
  timeOf: ((record: AnyRecord) => TimeInStatus | null) | null
  /** Has the day in this field passed with the record still open? */
  isOverdue: (name: string, record: AnyRecord) => boolean
  /** The cell of a column that another remote fills. */
  drawCell: (column: RemoteColumn, record: AnyRecord) => ReactNode
}

/**
 * Columns for the grid, which only draws: a group's label takes the room up to the first column with a sum.
 */
export function toGridColumns(
  columns: readonly TableColumn[],
  { sort, sums, drawCell, ...rest }: GridColumnsOptions,
): GridColDef<TableLine>[] {
  const keys = sortKeysIn(sort)
  const summed = sums ? summedColumns(columns) : []
  const firstSum = columns.findIndex(({ name }) => summed.includes(name))
  const labelSpan = firstSum > 0 ? firstSum : firstSum === 0 ? 1 : columns.length
  const checks: GridColDef<TableLine> = {
    ...GRID_CHECKBOX_SELECTION_COL_DEF,
    width: checkWidth,
    minWidth: checkWidth,
    maxWidth: checkWidth,
    resizable: false,
  }
  return [
    checks,
    ...columns.map((column, index) => ({
      ...commonPart(column, index, labelSpan),
      ...(isRemoteColumn(column)
        ? remotePart(column, index, drawCell, rest.left)
        : fieldPart(column, index, keys, rest)),
    })),
  ]
}

/** What fields and columns of other remotes have in common. */
function commonPart({ name, label, width }: TableColumn, place: number, labelSpan: number) {
  return {
    field: name,
    headerName: label,
    width,
    minWidth: sizes.column.least,
    maxWidth: sizes.column.most,
    sortable: false,
    filterable: false,
    ...(place === 0 && { colSpan: (_value: unknown, row: TableLine) => ('header' in row ? labelSpan : 1) }),
  } satisfies GridColDef<TableLine>
}

/** No order: the server, which sorts, does not know the column. */
function remotePart(
  column: RemoteColumn,
  place: number,
  drawCell: GridColumnsOptions['drawCell'],
  left: ReadonlySet<string>,
): Partial<GridColDef<TableLine>> {
  return {
    renderHeader: () => <ColumnHeader label={column.label} sorted={null} rank={null} />,
    renderCell: ({ row }) => {
      if ('header' in row) return place === 0 ? <GroupLabel header={row.header} /> : null
      const cell = drawCell(column, row.record)
      return place === 0 && left.has(row.id) ? <LeftValue>{cell}</LeftValue> : cell
    },
  }
}

function fieldPart(
  { name, label, declared }: Column,
  place: number,
  keys: readonly SortKey[],
  { left, timeOf, isOverdue }: Pick<GridColumnsOptions, 'left' | 'timeOf' | 'isOverdue'>,
): Partial<GridColDef<TableLine>> {
  const right = isRightAligned(declared) ? ({ align: 'right', headerAlign: 'right' } as const) : {}
  const rank = keys.findIndex(({ field }) => field === name)
  return {
    ...right,
    headerClassName: isSortable(declared) ? 'is-sortable' : '',
    renderHeader: () => (
      <ColumnHeader label={label} sorted={keys[rank] ?? null} rank={keys.length > 1 ? rank + 1 : null} />
    ),
    renderCell: ({ row }) => {
      if (!('header' in row)) {
        const value = <CellValue declared={declared} value={valueIn(row.record, name)} />
        if (isOverdue(name, row.record)) return <Overdue>{value}</Overdue>
        if (place === 0 && left.has(row.id)) return <LeftValue>{value}</LeftValue>
        return name === 'status' && timeOf !== null ? <Aged value={value} time={timeOf(row.record)} /> : value
      }
      if (place === 0) return <GroupLabel header={row.header} />
      return <FieldValue declared={declared} value={row.header.sums[name]} inTable />
    },
  }
}

/** A value in its cell. A client's name opens the client. */
function CellValue({ declared, value }: { declared: Column['declared']; value: unknown }) {
  const shown = <FieldValue declared={declared} value={value} inTable />
  if (declared.to !== 'orgs' || !isReference(value)) return shown
  return (
    <RecordLink collection="orgs" pid={value.pid} tabIndex={-1}>
      {shown}
    </RecordLink>
  )
}

/**
 * A column's name with the arrow of its order. The order is told on the header itself, where screen readers
 * look for it.
 */
function ColumnHeader({
  label,
  sorted,
  rank,
}: {
  label: string
  sorted: SortKey | null
  rank: number | null
}) {
  const place = useRef<HTMLSpanElement>(null)
  const order = sorted === null ? null : sorted.descending ? 'descending' : 'ascending'
  useEffect(() => {
    const header = place.current?.closest('[role=columnheader]')
    if (order === null) header?.removeAttribute('aria-sort')
    else header?.setAttribute('aria-sort', order)
  }, [order])
  return (
    <Box
      ref={place}
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, minWidth: 0, maxWidth: '100%' }}
    >
      <span className="MuiDataGrid-columnHeaderTitle" title={label}>
        {label}
      </span>
      {sorted !== null && <Icon path={sorted.descending ? mdiArrowDown : mdiArrowUp} size={14} />}
      {sorted !== null && rank !== null && (
        <Box component="small" aria-hidden sx={{ fontSize: '0.6875rem' }}>
          {rank}
        </Box>
      )}
    </Box>
  )
}

/** A status with its mark, which stays in sight where the word is cut off. */
function Aged({ value, time }: { value: ReactNode; time: TimeInStatus | null }) {
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', maxWidth: '100%', verticalAlign: 'middle' }}
    >
      <Box component="span" sx={{ minWidth: 0, display: 'inline-flex' }}>
        {value}
      </Box>
      <AgeMark time={time} />
    </Box>
  )
}

/**
 * Around the first value of a row that has left the list: says so to those who do not see that it is greyed.
 */
function LeftValue({ children }: { children: ReactNode }) {
  return (
    <span title={t('leftRow')}>
      {children}
      <Box component="span" sx={visuallyHidden}>
        {t('leftRow')}
      </Box>
    </span>
  )
}
