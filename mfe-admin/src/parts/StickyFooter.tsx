import { Box } from '@portal/shared-ui/mui'
import type { ReactNode } from 'react'

export interface StickyFooterProps {
  /** What went wrong, read out at once; false for nothing. */
  trouble: ReactNode | false
  /** What is changed. */
  status: ReactNode
  /** The ways to keep it or to let it be; false where nothing is changed. */
  actions: ReactNode | false
  /** The room around has a padding, over which the foot reaches. */
  isInset?: boolean
}

/** What lies between the shell's room and what stands in it. */
const overRoom = { xs: -3, sm: -4 }
const overPadding = { marginInline: overRoom, marginBottom: overRoom }

/** Below what is edited, in sight however far one has scrolled. */
export function StickyFooter({ trouble, status, actions, isInset = false }: StickyFooterProps) {
  return (
    <Box
      component="footer"
      sx={{
        position: 'sticky',
        // Down to the edge of the window: else what scrolls by shows in the strip the room keeps free.
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
