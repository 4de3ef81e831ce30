/**
 * Pages by the letter that follows `g`. When a letter has two pages, the first one in the viewer's menu is
 * opened. Source: look.md 9.
 */
const pagesByLetter: Readonly<Record<string, readonly string[]>> = {
  m: ['/mail'],
  p: ['/permits/processing'],
  t: ['/tasks', '/ctasks'],
  u: ['/users'],
}

/** Maximum time between `g` and the letter, in ms. */
const sequenceMs = 600

/** A pressed key with its time in ms. */
export interface PressedKey {
  key: string
  timeStamp: number
}

/**
 * Returns a function that takes each pressed key and returns the page of a completed `g` sequence, or null.
 */
export function goKeys(): (pressed: PressedKey, menu: readonly { path: string }[]) => string | null {
  let startedAt = -sequenceMs
  return ({ key, timeStamp }, menu) => {
    const isSecond = timeStamp - startedAt <= sequenceMs
    startedAt = key === 'g' && !isSecond ? timeStamp : -sequenceMs
    const pages = isSecond && Object.hasOwn(pagesByLetter, key) ? pagesByLetter[key] : undefined
    return pages?.find((path) => menu.some((entry) => entry.path === path)) ?? null
  }
}
