import { createContext, memo, use, useMemo } from 'react'
import type { RefObject } from 'react'
import { DataGrid, GridRow } from '../../facades/table.ts'
import type {
  GridColDef,
  GridRowId,
  GridRowProps,
  GridRowSelectionModel,
  useGridApiRef,
} from '../../facades/table.ts'
import { styleNonce } from '../../theme/emotion-cache.ts'
import { checkColumn } from './grid-columns.tsx'
import type { CellKeyEvent } from './grid-keys.ts'
import { gridStyles } from './grid-styles.ts'
import type { TableLine } from './lines.ts'
import { t } from '../texts.ts'

/** What the grid reports. */
export interface GridActions {
  openLine: (id: GridRowId) => void
  onCellKey: (id: GridRowId, field: string, event: CellKeyEvent) => void
  sort: (field: string, isAdded: boolean) => void
  select: (pids: string[]) => void
  onWidth: (column: string, px: number) => void
}

export interface RecordGridProps {
  grid: ReturnType<typeof useGridApiRef>
  label: string
  columns: GridColDef<TableLine>[]
  lines: TableLine[]
  selected: GridRowSelectionModel
  /** Records of other pages stay selected. */
  keepsOthers: boolean
  /** Records that are in the list no more. */
  left: ReadonlySet<string>
  /** Heights of a row and of the headings above them, in px. */
  rowPx: number
  headingPx: number
  /** Those of the latest drawing. */
  actions: RefObject<GridActions>
}

const slots = { row: Row }
const paginationModel = { page: 0, pageSize: 100 }

/**
 * The grid itself. Everything it is given stays the same until it changes, as the grid asks for: drawn anew,
 * it draws every cell anew, which costs more than all the rest of a page (bench `records`: the drawer opens
 * in half the time since).
 */
export const RecordGrid = memo(function RecordGrid({
  grid,
  label,
  columns,
  lines,
  selected,
  keepsOthers,
  left,
  rowPx,
  headingPx,
  actions,
}: RecordGridProps) {
  const nonce = styleNonce()
  const localeText = useMemo(
    () => ({
      checkboxSelectionSelectAllRows: t('selectAllRows'),
      checkboxSelectionUnselectAllRows: t('unselectAllRows'),
      checkboxSelectionSelectRow: t('selectRow'),
      checkboxSelectionUnselectRow: t('unselectRow'),
    }),
    [],
  )
  return (
    <DataGrid<TableLine>
      apiRef={grid}
      aria-label={label}
      localeText={localeText}
      columns={columns}
      rows={lines}
      slots={slots}
      getRowClassName={({ row }) => ('header' in row ? 'is-group' : left.has(row.id) ? 'is-left' : '')}
      rowHeight={rowPx}
      columnHeaderHeight={headingPx}
      pagination
      paginationMode="server"
      rowCount={lines.length}
      paginationModel={paginationModel}
      hideFooter
      disableColumnMenu
      disableColumnSorting
      disableColumnFilter
      disableColumnSelector
      disableDensitySelector
      disableRowSelectionOnClick
      disableRowSelectionExcludeModel
      checkboxSelection
      keepNonExistentRowsSelected={keepsOthers}
      isRowSelectable={({ row }) => !('header' in row)}
      rowSelectionModel={selected}
      onRowSelectionModelChange={({ ids }) => actions.current.select([...ids].map(String))}
      onRowClick={({ id }) => actions.current.openLine(id)}
      onCellKeyDown={({ id, field }, event) => actions.current.onCellKey(id, field, event)}
      onColumnHeaderClick={({ field }, event) => {
        if (field !== checkColumn) actions.current.sort(field, event.shiftKey)
      }}
      onColumnWidthChange={({ colDef, width }) => actions.current.onWidth(colDef.field, Math.round(width))}
      sx={gridStyles}
      {...(nonce !== undefined && { nonce })}
    />
  )
})

/**
 * Pid of the record in the drawer: it reaches the rows past the grid, which is not drawn anew when another
 * record opens.
 */
export const OpenRecord = createContext<string | null>(null)

function Row(props: GridRowProps) {
  const isOpen = use(OpenRecord) === props.rowId
  return <GridRow {...props} {...(isOpen && { className: 'is-open' })} />
}
