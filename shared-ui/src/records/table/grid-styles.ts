import type { SxProps, Theme } from '@mui/material/styles'

/** One border per row, no frame of its own, the first column held in its place. */
export const gridStyles: SxProps<Theme> = (theme) => {
  const { palette } = theme.vars
  const held = { position: 'sticky', left: 0, zIndex: 3, boxShadow: `inset -1px 0 0 ${palette.divider}` }
  return {
    '--DataGrid-containerBackground': palette.portal.surface,
    '--DataGrid-rowBorderColor': palette.divider,
    border: 0,
    borderRadius: 0,
    height: '100%',
    backgroundColor: palette.portal.surface,
    fontVariantNumeric: 'tabular-nums',
    '& .MuiDataGrid-columnHeaderTitle': { fontWeight: 550, color: palette.text.secondary },
    '& .MuiDataGrid-columnHeader[aria-colindex="1"]': { ...held, zIndex: 4, backgroundColor: palette.portal.surface },
    '& .MuiDataGrid-cell[data-colindex="0"]': { ...held, backgroundColor: palette.portal.surface },
    '& .MuiDataGrid-row': { cursor: 'pointer' },
    '& .MuiDataGrid-row:hover, & .MuiDataGrid-row:hover .MuiDataGrid-cell[data-colindex="0"]': { backgroundColor: palette.portal.hovered },
    '& .MuiDataGrid-row.is-open, & .MuiDataGrid-row.is-open .MuiDataGrid-cell[data-colindex="0"]': {
      backgroundColor: palette.portal.primarySoft.main,
      color: palette.portal.primarySoft.text,
    },
    '& .MuiDataGrid-cell:focus, & .MuiDataGrid-columnHeader:focus': { outline: `2px solid ${palette.primary.main}`, outlineOffset: -2 },
    '& .MuiDataGrid-cell:focus:not(:focus-visible)': { outline: 'none' },
  }
}
