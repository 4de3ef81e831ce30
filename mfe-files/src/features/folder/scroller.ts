import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'

/** The scroll container of an element: the page or the tab of a drawer. */
export function scrollerOf(element: Element | null): HTMLElement {
  for (let each = element?.parentElement ?? null; each !== null; each = each.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(each).overflowY)) return each
  }
  return document.documentElement
}

/** Top offset of a sticky list header: at the edge of the container, so that no row is visible above it. */
export const stuckTop = 'var(--stuck-top, 0px)'
export const stuckBottom = 'var(--stuck-bottom, 0px)'

/** Top offset of a list header below a sticky toolbar. */
export const stuckBelowTools = 'calc(var(--stuck-top, 0px) + var(--tools-height, 0px))'

/** Publishes the height of a sticky toolbar to the elements below it. */
export function useToolsHeight(tools: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = tools.current
    if (element === null) return
    const observer = new ResizeObserver(() => {
      element.parentElement?.style.setProperty('--tools-height', `${element.offsetHeight}px`)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [tools])
}

/**
 * Sets the properties of `stuckTop` and `stuckBottom` for an element: browsers position sticky elements
 * inside the scroller's padding.
 */
export function useStuckEdges(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (place.current === null) return
    const { paddingTop, paddingBottom } = getComputedStyle(scrollerOf(place.current))
    place.current.style.setProperty('--stuck-top', `calc(-1 * ${paddingTop || '0px'})`)
    place.current.style.setProperty('--stuck-bottom', `calc(-1 * ${paddingBottom || '0px'})`)
  })
}
