import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

export interface MenuFrameProps {
  /** Width in px if the screen is wide enough. */
  width: number
  children: ReactNode
  /** Footer that is always visible. */
  foot?: ReactNode
}

/** The content of a table's menu: scrollable, and never wider than the screen. */
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
      <Box sx={{ padding: 3, overflowY: 'auto', display: 'grid', gap: 2, minHeight: 0 }}>{children}</Box>
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
