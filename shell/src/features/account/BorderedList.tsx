import { Box } from '@portal/shared-ui/mui'
import type { ReactNode } from 'react'

/** A list of lines with a border around it and a rule between them. Each child is an `li`. */
export function BorderedList({
  label,
  maxHeight,
  children,
}: {
  label: string
  /** In pixels; longer lists scroll. */
  maxHeight?: number
  children: ReactNode
}) {
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{
        listStyle: 'none',
        margin: 0,
        padding: 0,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        backgroundColor: 'portal.surface',
        '& > li': { display: 'flex', alignItems: 'center', paddingInline: 3, paddingBlock: 1.5 },
        '& > li + li': { borderTop: 1, borderColor: 'divider' },
        ...(maxHeight !== undefined && { maxHeight, overflow: 'auto' }),
      }}
    >
      {children}
    </Box>
  )
}
