import type { SxProps, Theme } from '@mui/material/styles'

/**
 * Label above value, in two columns where there is room. One style for the whole grid: a record has some
 * sixty fields, and each element styled on its own costs time whenever a record is opened (bench `records`:
 * the drawer).
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
  // One may edit it or not, a value stands on the same line as the one beside it.
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
