/** The MIT data grid, used as a renderer only: the server sorts, filters and pages (contract.md 2). */
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
