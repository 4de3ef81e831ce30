/** No call needs more levels; what is nested without end would be read without end. */
const deepest = 32

function isAtMost(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((member) => isAtMost(levels - 1, member))
}

/** Is it nested no deeper than the portal reads? */
export const isShallow = (value: unknown): boolean => isAtMost(deepest, value)

export const tooDeep = `is nested more than ${deepest} deep`
