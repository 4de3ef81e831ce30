/** No call needs more levels; what is nested without end would be read without end. */
const deepest = 32

function isAtMost(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((member) => isAtMost(levels - 1, member))
}

/** Is it nested no deeper than the portal reads? */
export const isShallow = (value: unknown): boolean => isAtMost(deepest, value)

export const tooDeep = `is nested more than ${deepest} deep`

/**
 * Does an object in it have `__proto__` as a key of its own, as JSON may write it? Ask of what is shallow
 * only.
 */
export function hasPrototypeKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasPrototypeKey)
}
