import Box from '@mui/material/Box'
import { useEffect, useState } from 'react'
import type { useGridApiRef } from '../../facades/table.ts'
import { GroupLabel } from './GroupLabel.tsx'
import { enclosingGroups } from './lines.ts'
import type { TableLine } from './lines.ts'

export interface StickyGroupsProps {
  grid: ReturnType<typeof useGridApiRef>
  lines: readonly TableLine[]
  /** Heights of a row and of the headings above them, in px. */
  rowPx: number
  headingPx: number
}

/**
 * Below the headings: the groups of the uppermost row, whose own lines are scrolled out of sight. For the
 * eyes alone; the table itself has them as rows.
 */
export function StickyGroups({ grid, lines, rowPx, headingPx }: StickyGroupsProps) {
  const [top, setTop] = useState(0)
  const isGrouped = lines.some((line) => 'header' in line)
  useEffect(() => {
    if (!isGrouped) return undefined
    // Only a change of row draws anything anew.
    return grid.current?.subscribeEvent('scrollPositionChange', (position) =>
      setTop(Math.floor(position.top / rowPx)),
    )
  }, [grid, isGrouped, rowPx])
  // What lies under the bar is told by it, too: an open group as soon as its first row is there.
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
