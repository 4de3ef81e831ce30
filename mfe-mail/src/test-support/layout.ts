/** Layout that jsdom lacks: a size for virtual lists, and text rectangles for the editor. */
export function pretendLayout(): void {
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: 800 })
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, value: 360 })
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null })
  Range.prototype.getBoundingClientRect = () => new DOMRect()
  Object.defineProperty(document, 'elementFromPoint', { configurable: true, value: () => null })
  Element.prototype.scrollTo = () => undefined
}
