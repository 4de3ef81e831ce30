import type { SxProps, Theme } from '@mui/material/styles'
import { clamped } from '../../layout/clamped.ts'
import { breakpoints } from '../../theme/tokens.ts'

/** Width of the checkbox column, in px. */
export const checkWidth = 44

const heldCells = (row: string) =>
  [0, 1].map((index) => `& ${row} .MuiDataGrid-cell[data-colindex="${index}"]`).join(', ')

/** One border per row, no outer border, and a sticky first column. */
export const gridStyles: SxProps<Theme> = (theme) => {
  const { palette } = theme.vars
  const check = { position: 'sticky', left: 0, zIndex: 3 }
  const held = {
    position: 'var(--held-column)',
    left: checkWidth,
    zIndex: 3,
    boxShadow: `inset -1px 0 0 ${palette.divider}`,
  }
  return {
    // Not sticky on a phone, where the first column would cover most of the width.
    '--held-column': 'static',
    [`@media (min-width:${breakpoints.tablet}px)`]: { '--held-column': 'sticky' },
    // The name of a record has little width there, and the rows are high enough for two lines.
    [`@media (max-width:${breakpoints.tablet - 0.05}px)`]: {
      '& .MuiDataGrid-row:not(.is-group) .MuiDataGrid-cell[data-colindex="1"]': {
        display: 'flex',
        alignItems: 'center',
      },
      '& .MuiDataGrid-row:not(.is-group) .MuiDataGrid-cell[data-colindex="1"] > span': {
        ...clamped(2),
        whiteSpace: 'normal',
        lineHeight: '18px',
      },
    },
    '--DataGrid-containerBackground': palette.portal.surface,
    '--DataGrid-rowBorderColor': palette.divider,
    border: 0,
    borderRadius: 0,
    height: '100%',
    backgroundColor: palette.portal.surface,
    fontVariantNumeric: 'tabular-nums',
    '& .MuiDataGrid-columnHeaderTitle': {
      fontWeight: 550,
      color: palette.text.secondary,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
    },
    // Shift+click adds a column to the sort order and must not select text.
    '& .is-sortable': { cursor: 'pointer', userSelect: 'none' },
    [`& .MuiDataGrid-columnHeader[aria-colindex="1"]`]: {
      ...check,
      zIndex: 4,
      backgroundColor: palette.portal.surface,
    },
    [`& .MuiDataGrid-columnHeader[aria-colindex="2"]`]: {
      ...held,
      zIndex: 4,
      backgroundColor: palette.portal.surface,
    },
    [`& .MuiDataGrid-cell[data-colindex="0"]`]: { ...check, backgroundColor: palette.portal.surface },
    [`& .MuiDataGrid-cell[data-colindex="1"]`]: { ...held, backgroundColor: palette.portal.surface },
    '& .MuiDataGrid-row': { cursor: 'pointer' },
    [`& .MuiDataGrid-row:hover, ${heldCells('.MuiDataGrid-row:hover')}`]: {
      backgroundColor: palette.portal.hovered,
    },
    [`& .MuiDataGrid-row.Mui-selected, & .MuiDataGrid-row.Mui-selected:hover, ${heldCells('.MuiDataGrid-row.Mui-selected')}`]:
      {
        backgroundColor: palette.portal.hovered,
      },
    // A gray chip would not be visible on the gray row.
    '& .MuiDataGrid-row:is(:hover, .Mui-selected) [data-colour=grey]': {
      boxShadow: `inset 0 0 0 1px ${palette.portal.edge}`,
    },
    [`& .MuiDataGrid-row.is-open, ${heldCells('.MuiDataGrid-row.is-open')}`]: {
      backgroundColor: palette.portal.primarySoft.main,
      color: palette.portal.primarySoft.text,
    },
    [`& .MuiDataGrid-row.is-group, ${heldCells('.MuiDataGrid-row.is-group')}`]: {
      backgroundColor: palette.portal.page,
    },
    '& .MuiDataGrid-row.is-left .MuiDataGrid-cell > *': { opacity: 0.45 },
    // The name of a group stays visible while its sums scroll. It has no background, so the sums show next to
    // it.
    '& .MuiDataGrid-row.is-group .MuiDataGrid-cell[data-colindex="1"]': {
      position: 'sticky',
      overflow: 'visible',
      boxShadow: 'none',
      backgroundColor: 'transparent',
    },
    '& .MuiDataGrid-row.is-group .MuiCheckbox-root': { display: 'none' },
    '& .MuiDataGrid-cell:focus, & .MuiDataGrid-columnHeader:focus': {
      outline: `2px solid ${palette.primary.main}`,
      outlineOffset: -2,
    },
    '& .MuiDataGrid-cell:focus:not(:focus-visible)': { outline: 'none' },
  }
}
