import Box from '@mui/material/Box'
import { useEffect, useRef } from 'react'
import { DataGrid, gridFocusCellSelector, useGridApiRef } from '../../facades/table.ts'
import type { GridRowId } from '../../facades/table.ts'
import { styleNonce } from '../../theme/emotion-cache.ts'
import { sizes } from '../../theme/tokens.ts'
import { useRecordPage } from '../record-page-context.ts'
import type { TablePage } from '../record-queries.ts'
import { useSelection } from '../selection.tsx'
import { CellEditing } from './CellEditing.tsx'
import type { CellEditingHandle } from './CellEditing.tsx'
import { checkColumn, toGridColumns } from './grid-columns.tsx'
import { useGridKeys } from './grid-keys.ts'
import { gridStyles } from './grid-styles.ts'
import { toggledGroups } from './group-paths.ts'
import { toTableLines } from './lines.ts'
import type { TableLine } from './lines.ts'
import { sortedBy } from './sorting.ts'

export interface RecordTableProps {
  page: TablePage
  /** The records shown are not yet those asked for. */
  isStale: boolean
  onWidth: (column: string, px: number) => void
}

/**
 * A page of records as a grid that only draws: order, paging, groups and search are the server's. A click or Enter opens a record or a
 * group, Space selects, and focus is back on its row when the drawer closes.
 */
export function RecordTable({ page, isStale, onWidth }: RecordTableProps) {
  const { label, collection, columns, table } = useRecordPage()
  const selection = useSelection()
  const grid = useGridApiRef()
  const { open } = table
  const lastOpen = useRef<string | null>(open)
  const place = useRef<HTMLDivElement>(null)
  const editing = useRef<CellEditingHandle>(null)
  const first = columns[0]?.name
  useEffect(() => {
    const closed = open === null ? lastOpen.current : null
    lastOpen.current = open
    if (closed === null || first === undefined || !grid.current?.getRow(closed)) return
    // Into the column one came from, which the grid still knows.
    const from = gridFocusCellSelector(grid)?.field
    grid.current.setCellFocus(closed, from !== undefined && grid.current.getColumn(from) ? from : first)
  }, [open, first, grid])
  // All columns of a row are drawn, so that the first one can be held in its place by layout; the grid itself pins in its paid editions only.
  useEffect(() => grid.current?.unstable_setColumnVirtualization(false), [grid])
  const nonce = styleNonce()

  const lines = toTableLines(page)
  const left = page.news?.left ?? nothing
  const selected = selection.isAll ? page.records.map(({ pid }) => pid) : [...selection.pids]
  const toggle = (line: TableLine) => table.setOpenGroups(toggledGroups(lines, line, table.grouping.header))
  const openLine = (id: GridRowId) => {
    const line = lines.find((each) => each.id === id)
    if (line === undefined) return
    if ('header' in line) toggle(line)
    else table.openRecord(line.id)
  }
  const sort = (field: string, isAdded: boolean) => {
    const sorted = sortedBy(table.shown.sort, collection, field, isAdded)
    if (sorted !== null) table.show({ sort: sorted })
  }
  const keys = useGridKeys({
    pids: page.records.map(({ pid }) => pid),
    selected,
    selection,
    openLine,
    edit: (pid, field) => editing.current?.edit(pid, field),
    sort,
    widen: (field, byPx) => {
      const width = columns.find(({ name }) => name === field)?.width ?? sizes.column.least
      onWidth(field, Math.min(sizes.column.most, Math.max(sizes.column.least, width + byPx)))
    },
  })
  return (
    <Box
      ref={place}
      sx={{ flex: 1, minHeight: 0, opacity: isStale ? 0.6 : 1, transition: 'opacity 120ms ease-out' }}
      aria-busy={isStale}
      onKeyDownCapture={keys.onHeaderKey}
    >
      <DataGrid<TableLine>
        apiRef={grid}
        aria-label={label}
        columns={toGridColumns(columns, { sort: table.shown.sort, sums: page.lines.some(({ kind }) => kind === 'group'), left })}
        rows={lines}
        getRowClassName={({ id, row }) => classOf(row, id === open, left)}
        rowHeight={sizes.row}
        columnHeaderHeight={sizes.header}
        pagination
        paginationMode="server"
        rowCount={lines.length}
        paginationModel={{ page: 0, pageSize: 100 }}
        hideFooter
        disableColumnMenu
        disableColumnSorting
        disableColumnFilter
        disableColumnSelector
        disableDensitySelector
        disableRowSelectionOnClick
        disableRowSelectionExcludeModel
        checkboxSelection
        keepNonExistentRowsSelected={!selection.isAll}
        isRowSelectable={({ row }) => !('header' in row)}
        rowSelectionModel={{ type: 'include', ids: new Set(selected) }}
        onRowSelectionModelChange={({ ids }) => selection.select([...ids].map(String))}
        onRowClick={({ id }) => openLine(id)}
        onCellKeyDown={({ id, field }, event) => keys.onCellKey(id, field, event)}
        onColumnHeaderClick={({ field }, event) => {
          if (field !== checkColumn) sort(field, event.shiftKey)
        }}
        onColumnWidthChange={({ colDef, width }) => onWidth(colDef.field, Math.round(width))}
        sx={gridStyles}
        {...(nonce !== undefined && { nonce })}
      />
      <CellEditing ref={editing} page={page} place={place} cellOf={(pid, field) => grid.current?.getCellElement(pid, field) ?? null} />
    </Box>
  )
}

const nothing: ReadonlySet<string> = new Set()

function classOf(line: TableLine, isOpen: boolean, left: ReadonlySet<string>): string {
  if ('header' in line) return 'is-group'
  return [isOpen && 'is-open', left.has(line.id) && 'is-left'].filter(Boolean).join(' ')
}
