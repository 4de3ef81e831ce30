/**
 * Resolves after the next paint. What a record only adds waits for it, because React runs the effects of a
 * click before it paints.
 */
export const nextPaint = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
