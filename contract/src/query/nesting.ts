/** Maximum nesting depth of a call. The limit bounds the work for reading nested input. */
const deepest = 32

function isAtMost(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((member) => isAtMost(levels - 1, member))
}

/** Whether the value is within the maximum nesting depth. */
export const isShallow = (value: unknown): boolean => isAtMost(deepest, value)

export const tooDeep = `is nested more than ${deepest} deep`

/**
 * Whether an object in the value has `__proto__` as an own key, which JSON allows. Call it only for shallow
 * values.
 */
export function hasPrototypeKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasPrototypeKey)
}
