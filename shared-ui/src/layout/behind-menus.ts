import type { Theme } from '@mui/material/styles'

/** For what lies over the page by itself: what somebody has just opened to choose from, a menu or a list, is not covered by it. */
export const behindMenus = {
  'body:has(.MuiPopover-root:not(.MuiModal-hidden), .MuiAutocomplete-popper) &': { zIndex: ({ zIndex }: Theme) => zIndex.modal - 1 },
} as const
