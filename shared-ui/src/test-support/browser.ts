/** What the screens ask of a browser and jsdom does not have. */

/** Everything is in sight: jsdom has no layout. */
class InSightObserver implements IntersectionObserver {
  readonly root = null
  readonly rootMargin = '0px'
  readonly scrollMargin = '0px'
  readonly thresholds = []
  readonly #tell: IntersectionObserverCallback
  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell
  }
  observe(target: Element) {
    const bounds = target.getBoundingClientRect()
    const entry = {
      isIntersecting: true,
      intersectionRatio: 1,
      target,
      time: 0,
      rootBounds: null,
      boundingClientRect: bounds,
      intersectionRect: bounds,
    }
    queueMicrotask(() => this.#tell([entry], this))
  }
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}

class StillResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Answers width queries from `window.innerWidth`; every other query (dark, reduced motion) is false. */
function matches(query: string): boolean {
  const bounds = [...query.matchAll(/\((min|max)-width:\s*([\d.]+)px\)/g)]
  if (bounds.length === 0) return false
  return bounds.every(([, side, width]) =>
    side === 'min' ? window.innerWidth >= Number(width) : window.innerWidth <= Number(width),
  )
}

class WidthQuery extends EventTarget implements MediaQueryList {
  readonly media: string
  onchange: MediaQueryList['onchange'] = null
  constructor(media: string) {
    super()
    this.media = media
  }

  get matches(): boolean {
    return matches(this.media)
  }

  addListener(): void {}
  removeListener(): void {}
}

export function installBrowser(): void {
  globalThis.ResizeObserver = StillResizeObserver
  globalThis.IntersectionObserver = InSightObserver
  window.matchMedia = (query) => new WidthQuery(query)
  window.scrollTo = () => undefined
  Element.prototype.scrollIntoView = () => undefined
}

/** Sets the width of the window for what is rendered next. */
export function setWidth(px: number): void {
  Object.defineProperty(window, 'innerWidth', { value: px, configurable: true, writable: true })
}
