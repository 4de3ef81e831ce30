import Box from '@mui/material/Box'
import { useEffect, useState } from 'react'
import type { useGridApiRef } from '../../facades/table.ts'
import { GroupLabel } from './GroupLabel.tsx'
import { enclosingGroups } from './lines.ts'
import type { TableLine } from './lines.ts'

export interface StickyGroupsProps {
  grid: ReturnType<typeof useGridApiRef>
  lines: readonly TableLine[]
  /** Heights in px of a row and of the column headings. */
  rowPx: number
  headingPx: number
}

/**
 * A bar below the column headings with the groups of the topmost visible row, whose headers are scrolled out
 * of view. It is only visual; the table contains the headers as rows.
 */
export function StickyGroups({ grid, lines, rowPx, headingPx }: StickyGroupsProps) {
  const [top, setTop] = useState(0)
  const isGrouped = lines.some((line) => 'header' in line)
  useEffect(() => {
    if (!isGrouped) return undefined
    // Rerender only when the topmost row changes.
    return grid.current?.subscribeEvent('scrollPositionChange', (position) =>
      setTop(Math.floor(position.top / rowPx)),
    )
  }, [grid, isGrouped, rowPx])
  // Use the line below the bar, so that the bar names an open group as soon as its first row is reached.
  const held = isGrouped && top > 0 ? enclosingGroups(lines, top + 1) : []
  if (held.length === 0) return null
  return (
    <Box
      aria-hidden
      data-held-groups
      sx={{
        position: 'absolute',
        top: headingPx,
        left: 0,
        right: 0,
        height: rowPx,
        zIndex: 6,
        display: 'flex',
        alignItems: 'center',
        overflow: 'hidden',
        paddingInline: 4,
        whiteSpace: 'nowrap',
        pointerEvents: 'none',
        borderBottom: 1,
        borderColor: 'divider',
        backgroundColor: 'portal.page',
      }}
    >
      {held.map(({ id, header }) => (
        <GroupLabel key={id} header={{ ...header, depth: 0 }} />
      ))}
    </Box>
  )
}
