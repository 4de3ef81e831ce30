import { useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { sizes } from '@portal/shared-ui'
import { useVirtualizer } from '@tanstack/react-virtual'
import { scrollerOf } from './scroller.ts'

/**
 * Folders up to this number of rows are rendered completely; of longer ones only the visible rows and some
 * around them.
 */
const drawnWhole = 120
const drawnAround = 10

const noMeasure = () => undefined

export interface RowWindow {
  /** Indexes of the rows to render. */
  places: readonly number[]
  /** Heights of the rows above and below that are not rendered, in px. */
  above: number
  below: number
  measure: (row: Element | null) => void
  /** Scrolls a row into view and focuses the link in it. */
  focus: (place: number) => void
}

const rowAt = (body: HTMLElement, place: number) =>
  body.querySelector<HTMLElement>(`tr[data-index="${place}"] th a`)

/** The rendered rows of a table with `count` rows. Virtualized, so that ten thousand rows scroll smoothly. */
export function useVirtualRows(count: number, body: RefObject<HTMLTableSectionElement | null>): RowWindow {
  const [startsAt, setStartsAt] = useState(0)
  const isWhole = count <= drawnWhole
  const asked = useRef(0)
  // eslint-disable-next-line react/incompatible-library -- no React Compiler is used, and its functions do not leave this hook
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    count: isWhole ? 0 : count,
    getScrollElement: () => scrollerOf(body.current),
    estimateSize: () => sizes.row + 1,
    overscan: drawnAround,
    scrollMargin: startsAt,
    // The toolbar and the table header stay visible above the rows.
    scrollPaddingStart: 3 * sizes.row,
    scrollPaddingEnd: sizes.row * 2,
  })
  useLayoutEffect(() => {
    if (isWhole || body.current === null) return
    const scroller = scrollerOf(body.current)
    setStartsAt(
      Math.round(
        body.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop,
      ),
    )
  }, [isWhole, body, count])
  const focus = (place: number) => {
    if (place < 0 || place >= count || body.current === null) return
    const table = body.current
    asked.current = place
    const drawn = rowAt(table, place)
    if (drawn !== null) {
      drawn.focus()
      return
    }
    virtualizer.scrollToIndex(place)
    // The row is rendered within the next frames.
    let frames = 20
    const seek = () => {
      const link = rowAt(table, place)
      if (link !== null && asked.current === place) link.focus()
      else if (link === null && (frames -= 1) > 0) requestAnimationFrame(seek)
    }
    requestAnimationFrame(seek)
  }
  if (isWhole)
    return {
      places: Array.from({ length: count }, (_, place) => place),
      above: 0,
      below: 0,
      measure: noMeasure,
      focus,
    }
  const items = virtualizer.getVirtualItems()
  return {
    places: items.map(({ index }) => index),
    above: Math.max(0, (items[0]?.start ?? startsAt) - startsAt),
    below: Math.max(0, virtualizer.getTotalSize() - ((items.at(-1)?.end ?? startsAt) - startsAt)),
    measure: virtualizer.measureElement,
    focus,
  }
}
