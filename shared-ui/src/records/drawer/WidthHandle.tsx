import Box from '@mui/material/Box'
import { useAtom } from 'jotai'
import type { KeyboardEvent, PointerEvent } from 'react'
import { sizes } from '../../theme/tokens.ts'
import { t } from '../texts.ts'
import { drawerWidthAtom } from './drawer-width.ts'

const stepPx = 16

/** The left edge of a drawer. Dragging it or pressing arrow keys on it changes the width. */
export function WidthHandle() {
  const [width, setWidth] = useAtom(drawerWidthAtom)
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) setWidth(window.innerWidth - event.clientX)
  }
  const move = (event: KeyboardEvent) => {
    const steps = event.key === 'ArrowLeft' ? 1 : event.key === 'ArrowRight' ? -1 : 0
    if (steps === 0) return
    event.preventDefault()
    setWidth(width + steps * stepPx)
  }
  return (
    <Box
      role="separator"
      aria-orientation="vertical"
      aria-label={t('drawerWidth')}
      aria-valuenow={width}
      aria-valuemin={sizes.drawer.least}
      aria-valuemax={sizes.drawer.most}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={move}
      sx={{
        position: 'absolute',
        left: 0,
        top: 0,
        bottom: 0,
        width: 6,
        zIndex: 1,
        cursor: 'col-resize',
        touchAction: 'none',
        display: { xs: 'none', sm: 'block' },
        '&:hover': { backgroundColor: 'portal.primarySoft.main' },
      }}
    />
  )
}
