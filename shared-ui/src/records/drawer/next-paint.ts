/**
 * Resolves after the next paint. Secondary content of a record waits for it, because React runs the effects
 * of a click before it paints.
 */
export const nextPaint = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
