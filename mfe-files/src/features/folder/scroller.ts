import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'

/** The element whose scrolling moves another one: the room of the page, the tab of a drawer. */
export function scrollerOf(element: Element | null): HTMLElement {
  for (let each = element?.parentElement ?? null; each !== null; each = each.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(each).overflowY)) return each
  }
  return document.documentElement
}

/**
 * Where the head of a list and the bar below it come to stand while it scrolls: at the very edge, so that no
 * row is seen beyond them.
 */
export const stuckTop = 'var(--stuck-top, 0px)'
export const stuckBottom = 'var(--stuck-bottom, 0px)'

/** Where the head of a list comes to stand below tools that stay in sight. */
export const stuckBelowTools = 'calc(var(--stuck-top, 0px) + var(--tools-height, 0px))'

/** Tells the height of tools that stay in sight to what stands below them. */
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
 * Tells `stuckTop` and `stuckBottom` to all that is in an element: browsers stop sticky parts short of the
 * scroller's padding.
 */
export function useStuckEdges(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (place.current === null) return
    const { paddingTop, paddingBottom } = getComputedStyle(scrollerOf(place.current))
    place.current.style.setProperty('--stuck-top', `calc(-1 * ${paddingTop || '0px'})`)
    place.current.style.setProperty('--stuck-bottom', `calc(-1 * ${paddingBottom || '0px'})`)
  })
}
