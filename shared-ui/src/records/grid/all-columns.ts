import { useEffect } from 'react'
import type { useGridApiRef } from '../../facades/table.ts'

/**
 * Draws all columns of a row, not those in sight alone, so that the first one can be held in its place by
 * layout; the grid itself pins in its paid editions only. Said before the grid knows what is in sight it
 * would be forgotten: hence after that was drawn.
 */
export function useAllColumns(grid: ReturnType<typeof useGridApiRef>): void {
  useEffect(() => {
    let frame = 0
    const drawAll = () => {
      frame = requestAnimationFrame(() => grid.current?.unstable_setColumnVirtualization(false))
    }
    if (grid.current?.getRootDimensions().isReady === true) {
      drawAll()
      return () => cancelAnimationFrame(frame)
    }
    const stop = grid.current?.subscribeEvent('renderedRowsIntervalChange', () => {
      stop?.()
      drawAll()
    })
    return () => {
      stop?.()
      cancelAnimationFrame(frame)
    }
  }, [grid])
}
