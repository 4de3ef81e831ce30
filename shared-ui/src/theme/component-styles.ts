import type { Components, Theme } from '@mui/material/styles'
import { byTouch, sizes } from './tokens.ts'

/** 2 px primary ring, 2 px off; a row or cell draws it inside, where nothing can cut it off. */
const ring = (theme: Theme, offset: number) => ({
  outline: `2px solid ${theme.vars.palette.primary.main}`,
  outlineOffset: offset,
})

/** One border rather than a shadow; 36 px controls; nothing moves under reduced motion. Source: look.md 1. */
export const componentStyles: Components<Theme> = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      body: { fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' },
      ':focus-visible': ring(theme, 2),
      '[tabindex="-1"]:focus-visible': { outline: 'none' },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          transitionDuration: '0.01ms !important',
        },
      },
    }),
  },
  MuiButtonBase: {
    defaultProps: { disableRipple: true, disableTouchRipple: true },
    styleOverrides: { root: ({ theme }) => ({ '&.Mui-focusVisible': ring(theme, 2) }) },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: {
        minHeight: 32,
        paddingBlock: 4,
        paddingInline: 12,
        minWidth: 0,
        [byTouch]: { minHeight: sizes.touch, minWidth: sizes.touch },
      },
      // Along the text, so that they hold from right to left too.
      startIcon: { margin: 0, marginInline: '-4px 8px' },
      endIcon: { margin: 0, marginInline: '8px -4px' },
      outlined: ({ theme }) => ({
        borderColor: theme.vars.palette.portal.edge,
        color: theme.vars.palette.text.primary,
        // A button without anything left to do that keeps the focus.
        '&[aria-disabled=true]': { color: theme.vars.palette.text.disabled },
      }),
      contained: ({ theme }) => ({
        '&[aria-disabled=true], &[aria-disabled=true]:hover': {
          color: theme.vars.palette.text.disabled,
          backgroundColor: theme.vars.palette.divider,
        },
      }),
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        width: 32,
        height: 32,
        padding: 6,
        borderRadius: sizes.radius,
        color: theme.vars.palette.text.secondary,
        [byTouch]: { width: sizes.touch, height: sizes.touch },
      }),
    },
  },
  // What is not done yet has no colour of its own: a bar at nil does not look full.
  MuiLinearProgress: {
    styleOverrides: { root: ({ theme }) => ({ backgroundColor: theme.vars.palette.divider }) },
  },
  MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
  // A menu that fades away, or lies below another one, takes no click from what is in front of one.
  MuiModal: { styleOverrides: { root: { '&[aria-hidden=true]': { pointerEvents: 'none' } } } },
  MuiPopover: { styleOverrides: { paper: ({ theme }) => overlay(theme) } },
  MuiMenu: { styleOverrides: { list: { paddingBlock: 4 } } },
  MuiDialog: { styleOverrides: { paper: ({ theme }) => overlay(theme) } },
  // On a phone buttons that do not fit beside each other stand below each other, their words whole.
  MuiDialogActions: {
    styleOverrides: {
      root: { padding: '8px 24px 16px', flexWrap: 'wrap', rowGap: 8, overflowWrap: 'break-word' },
    },
  },
  MuiAutocomplete: { styleOverrides: { paper: ({ theme }) => overlay(theme) } },
  MuiMenuItem: {
    styleOverrides: {
      root: { minHeight: 36, paddingBlock: 6, paddingInline: 12, [byTouch]: { minHeight: sizes.touch } },
    },
  },
  MuiInputBase: {
    defaultProps: { autoComplete: 'off' },
    styleOverrides: { root: { fontSize: '0.8125rem' } },
  },
  MuiOutlinedInput: {
    defaultProps: { autoComplete: 'off' },
    styleOverrides: {
      root: ({ theme }) => ({
        backgroundColor: theme.vars.palette.portal.surface,
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderWidth: 2 },
      }),
      notchedOutline: ({ theme }) => ({ borderColor: theme.vars.palette.portal.edge }),
      input: { paddingBlock: 7.5, paddingInline: 10, [byTouch]: { paddingBlock: 11.5 } },
      // The text of several lines begins where that of one line does: its input has the space.
      multiline: { padding: 0 },
    },
  },
  MuiTextField: { defaultProps: { size: 'small', autoComplete: 'off' } },
  MuiFormControl: { defaultProps: { size: 'small' } },
  MuiTooltip: {
    defaultProps: { enterDelay: 400, enterNextDelay: 100 },
    styleOverrides: {
      tooltip: ({ theme }) => ({
        ...overlay(theme),
        color: theme.vars.palette.text.primary,
        fontSize: '0.75rem',
        lineHeight: 4 / 3,
        maxWidth: 480,
        padding: '6px 8px',
      }),
    },
  },
  // An arrow that leads nowhere keeps its place, or tabs would move under the pointer; it is no wider than
  // the strip's own edge.
  MuiTabs: {
    styleOverrides: {
      root: {
        minHeight: 40,
        [byTouch]: { minHeight: sizes.touch },
        '& .MuiTabScrollButton-root': { width: 24 },
      },
    },
  },
  MuiTab: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 40,
        padding: '8px 12px',
        minWidth: 0,
        '&.Mui-focusVisible': ring(theme, -2),
        [byTouch]: { minHeight: sizes.touch },
      }),
    },
  },
  MuiChip: { styleOverrides: { clickable: { [byTouch]: { height: sizes.touch } } } },
  MuiCheckbox: { styleOverrides: { root: { [byTouch]: { width: sizes.touch, height: sizes.touch } } } },
  MuiListItemButton: { styleOverrides: { root: ({ theme }) => ({ '&.Mui-focusVisible': ring(theme, -2) }) } },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({ padding: '7px 12px', borderBottomColor: theme.vars.palette.divider }),
      // Words may break anywhere on the page; in a heading that would leave single letters below each other.
      head: ({ theme }) => ({
        color: theme.vars.palette.text.secondary,
        fontWeight: 550,
        overflowWrap: 'normal',
      }),
    },
  },
  MuiLink: { defaultProps: { underline: 'hover' } },
  MuiAlert: { styleOverrides: { root: { padding: '4px 12px' } } },
}

function overlay(theme: Theme) {
  return {
    backgroundColor: theme.vars.palette.portal.raised,
    backgroundImage: 'none',
    border: `1px solid ${theme.vars.palette.divider}`,
    boxShadow: '0 8px 24px rgb(0 0 0 / 0.18)',
  }
}
