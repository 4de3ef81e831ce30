import Box from '@mui/material/Box'
import { useEffect, useRef } from 'react'
import type { AnyRecord } from '@portal/contract'
import { DataGrid, useGridApiRef } from '../../facades/table.ts'
import type { GridColDef } from '../../facades/table.ts'
import { styleNonce } from '../../theme/emotion-cache.ts'
import { sizes } from '../../theme/tokens.ts'
import type { Column } from '../columns.ts'
import { FieldValue } from '../FieldValue.tsx'
import { gridStyles } from './grid-styles.ts'

export interface RecordTableProps {
  /** Name of the table: the page's heading. */
  label: string
  columns: readonly Column[]
  records: readonly AnyRecord[]
  /** The records shown are not yet those asked for. */
  isStale: boolean
  /** Pid of the record that stands in the drawer. */
  open: string | null
  onOpen: (pid: string) => void
}

const rightAligned = new Set(['money', 'integer', 'decimal'])

/** The grid only draws: order, paging and search are the server's. */
function toGridColumn({ name, label, declared, width }: Column): GridColDef<AnyRecord> {
  const right = rightAligned.has(declared.type) ? ({ align: 'right', headerAlign: 'right' } as const) : {}
  return {
    field: name,
    headerName: label,
    width,
    minWidth: sizes.column.least,
    maxWidth: sizes.column.most,
    sortable: false,
    filterable: false,
    ...right,
    renderCell: ({ row }) => <FieldValue declared={declared} value={row[name]} inTable />,
  }
}

/** A page of records as a grid: a click or Enter opens one, and focus is back on its row when the drawer closes. */
export function RecordTable({ label, columns, records, isStale, open, onOpen }: RecordTableProps) {
  const grid = useGridApiRef()
  const lastOpen = useRef<string | null>(open)
  const first = columns[0]?.name
  useEffect(() => {
    const closed = open === null ? lastOpen.current : null
    lastOpen.current = open
    if (closed !== null && first !== undefined && grid.current?.getRow(closed)) grid.current.setCellFocus(closed, first)
  }, [open, first, grid])
  // All columns of a row are drawn, so that the first one can be held in its place by layout; the grid itself pins in its paid editions only.
  useEffect(() => grid.current?.unstable_setColumnVirtualization(false), [grid])
  const nonce = styleNonce()
  return (
    <Box sx={{ flex: 1, minHeight: 0, opacity: isStale ? 0.6 : 1, transition: 'opacity 120ms ease-out' }} aria-busy={isStale}>
      <DataGrid
        apiRef={grid}
        aria-label={label}
        columns={columns.map(toGridColumn)}
        rows={records}
        getRowId={(record) => record.pid}
        getRowClassName={({ id }) => (id === open ? 'is-open' : '')}
        rowHeight={sizes.row}
        columnHeaderHeight={sizes.header}
        pagination
        paginationMode="server"
        rowCount={records.length}
        paginationModel={{ page: 0, pageSize: 100 }}
        hideFooter
        disableColumnMenu
        disableColumnSorting
        disableColumnFilter
        disableColumnSelector
        disableDensitySelector
        disableRowSelectionOnClick
        onRowClick={({ id }) => onOpen(String(id))}
        onCellKeyDown={({ id }, event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          onOpen(String(id))
        }}
        sx={gridStyles}
        {...(nonce !== undefined && { nonce })}
      />
    </Box>
  )
}
