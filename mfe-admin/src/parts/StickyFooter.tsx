import { Box } from '@portal/shared-ui/mui'
import type { ReactNode } from 'react'

export interface StickyFooterProps {
  /** The error, announced immediately; false when there is none. */
  trouble: ReactNode | false
  /** Summary of the changes. */
  status: ReactNode
  /** The actions to save or discard; false when nothing is changed. */
  actions: ReactNode | false
  /** Whether the container has a padding that the footer must cover. */
  isInset?: boolean
}

/** The negative margin that covers the padding of the shell's page. */
const overRoom = { xs: -3, sm: -4 }
const overPadding = { marginInline: overRoom, marginBottom: overRoom }

/** A sticky footer below a form, always visible. */
export function StickyFooter({ trouble, status, actions, isInset = false }: StickyFooterProps) {
  return (
    <Box
      component="footer"
      sx={{
        position: 'sticky',
        // Reaches the edge of the window. Otherwise scrolled content would show in the page's bottom padding.
        bottom: (theme) => ({ xs: theme.spacing(overRoom.xs), sm: theme.spacing(overRoom.sm) }),
        zIndex: 3,
        borderTop: 1,
        borderColor: 'divider',
        paddingInline: { xs: 3, sm: 4 },
        paddingBlock: 3,
        backgroundColor: 'portal.raised',
        ...(isInset && overPadding),
      }}
    >
      {trouble !== false && (
        <Box
          role="alert"
          sx={{
            color: 'error.main',
            paddingBottom: actions === false ? 0 : 2,
            maxHeight: 160,
            overflowY: 'auto',
          }}
        >
          {trouble}
        </Box>
      )}
      {actions !== false && (
        <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
          <Box role="status" sx={{ flex: 1, minWidth: 200, color: 'text.secondary' }}>
            {status}
          </Box>
          <Box sx={{ display: 'flex', gap: 2, marginInlineStart: 'auto' }}>{actions}</Box>
        </Box>
      )}
    </Box>
  )
}
