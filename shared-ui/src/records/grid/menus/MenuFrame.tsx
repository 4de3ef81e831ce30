import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

export interface MenuFrameProps {
  /** Width in px where the screen has it. */
  width: number
  children: ReactNode
  /** Below the content, always in sight. */
  foot?: ReactNode
}

/** The inside of a table's menu: scrolls on its own, never wider than the screen. */
export function MenuFrame({ width, children, foot }: MenuFrameProps) {
  return (
    <Box
      sx={{
        width,
        maxWidth: '100%',
        display: 'flex',
        flexDirection: 'column',
        maxHeight: 'min(560px, calc(100vh - 96px))',
      }}
    >
      <Box
        sx={{
          padding: 3,
          overflowY: 'auto',
          display: 'grid',
          // No wider than the menu: a long name wraps.
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: 2,
          minHeight: 0,
        }}
      >
        {children}
      </Box>
      {foot !== undefined && (
        <Box
          sx={{
            borderTop: 1,
            borderColor: 'divider',
            paddingInline: 3,
            paddingBlock: 2,
            display: 'flex',
            gap: 2,
            flexWrap: 'wrap',
          }}
        >
          {foot}
        </Box>
      )}
    </Box>
  )
}
