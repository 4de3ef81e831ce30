import { useEffect } from 'react'
import type { useGridApiRef } from '../../facades/table.ts'

/**
 * Disables column virtualization, so that the first column can be sticky by CSS; the grid itself pins columns
 * only in its paid editions. The grid ignores the setting before its first render, so it is applied
 * afterwards.
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
