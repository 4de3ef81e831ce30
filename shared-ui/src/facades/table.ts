/**
 * The MIT data grid, a renderer only: it never sorts, filters or pages by itself (the server does,
 * contract.md 2).
 */
export {
  DataGrid,
  GRID_CHECKBOX_SELECTION_COL_DEF,
  GridRow,
  gridFocusCellSelector,
  useGridApiRef,
} from '@mui/x-data-grid'
export type {
  DataGridProps,
  GridCellParams,
  GridColDef,
  GridColumnVisibilityModel,
  GridRenderCellParams,
  GridRowId,
  GridRowParams,
  GridRowProps,
  GridRowSelectionModel,
  GridValidRowModel,
} from '@mui/x-data-grid'
