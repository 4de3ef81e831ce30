import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** A record's field where it stands in the table. */
export interface Cell {
  pid: string
  field: string
}

const cellAround = (target: EventTarget | null) =>
  target instanceof Element ? target.closest('[role=gridcell]') : null

/** The record in whose row this is; null outside of rows. */
export function pidUnder(target: EventTarget | null): string | null {
  return cellAround(target)?.closest('[data-id]')?.getAttribute('data-id') ?? null
}

function cellUnder(target: EventTarget | null): Cell | null {
  const pid = pidUnder(target)
  const field = cellAround(target)?.getAttribute('data-field')
  return pid && field ? { pid, field } : null
}

/** The cell under the pointer; null while there is none, or the table scrolls under it. */
export function useHovered(place: RefObject<HTMLElement | null>): Cell | null {
  const [hovered, setHovered] = useState<Cell | null>(null)
  useEffect(() => {
    const element = place.current
    const onOver = ({ target }: MouseEvent) => {
      const cell = cellUnder(target)
      if (cell !== null)
        setHovered((known) => (known?.pid === cell.pid && known.field === cell.field ? known : cell))
    }
    const forget = () => setHovered(null)
    element?.addEventListener('mouseover', onOver)
    element?.addEventListener('mouseleave', forget)
    element?.addEventListener('scroll', forget, { capture: true })
    return () => {
      element?.removeEventListener('mouseover', onOver)
      element?.removeEventListener('mouseleave', forget)
      element?.removeEventListener('scroll', forget, { capture: true })
    }
  }, [place])
  return hovered
}
