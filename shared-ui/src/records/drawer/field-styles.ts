import type { SxProps, Theme } from '@mui/material/styles'

/**
 * Label above value, in two columns if they fit. One style for the whole grid: a record has about sixty
 * fields, and styling each element would slow down the opening of a record (bench `records`: the drawer).
 */
export const fieldStyles: SxProps<Theme> = ({ breakpoints, spacing, typography, vars }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr',
  [breakpoints.up('sm')]: { gridTemplateColumns: '1fr 1fr' },
  columnGap: spacing(6),
  rowGap: spacing(3),
  margin: 0,
  '& > div': { minWidth: 0 },
  '& > .is-long': { gridColumn: '1 / -1' },
  '& dt': { ...typography.caption, color: vars.palette.text.secondary },
  '& dd': { margin: 0, minHeight: 20, whiteSpace: 'pre-wrap', maxWidth: '72ch' },
  '& dd.is-changed': { borderLeft: `3px solid ${vars.palette.primary.main}`, paddingInlineStart: spacing(2) },
  '& .is-empty': { color: vars.palette.text.secondary },
  '& .problem': { color: vars.palette.error.main, fontSize: '0.75rem' },
  '& .needed': { color: vars.palette.warning.main, fontSize: '0.75rem' },
  // Editable and read-only values align on the same line.
  '& .value': { minHeight: 28, paddingBlock: spacing(1) },
  '& .is-link': { display: 'flex', alignItems: 'center', gap: spacing(1), paddingBlock: 0 },
  '& button.value': {
    display: 'block',
    width: '100%',
    margin: spacing(0, -1.5),
    paddingInline: spacing(1.5),
    border: 0,
    borderRadius: vars.shape.borderRadius,
    background: 'none',
    color: 'inherit',
    textAlign: 'start',
    font: 'inherit',
    fontVariantNumeric: 'inherit',
    whiteSpace: 'inherit',
    overflowWrap: 'anywhere',
    cursor: 'text',
    '&:hover': { backgroundColor: vars.palette.portal.hovered },
  },
})
