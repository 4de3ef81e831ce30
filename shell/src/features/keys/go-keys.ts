/**
 * Pages by the letter that follows `g`; where a letter has two, the first that is in the viewer's menu.
 * Source: look.md 9.
 */
const pagesByLetter: Readonly<Record<string, readonly string[]>> = {
  m: ['/mail'],
  p: ['/permits/processing'],
  t: ['/tasks', '/ctasks'],
  u: ['/users'],
}

/** How long after `g` the letter may come, in ms. */
const sequenceMs = 600

/** A key as it was pressed, with its time in ms. */
export interface PressedKey {
  key: string
  timeStamp: number
}

/**
 * Follows single keys and says which page a sequence of `g` and a letter leads to; null while there is none.
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
