/** Of a list of structured facts the members the other side has not: what is the same is no change. */
export function differing(value: unknown, other: unknown): unknown {
  if (!Array.isArray(value) || !Array.isArray(other)) return value
  const known = new Set(other.map((each) => JSON.stringify(each)))
  return value.filter((each) => !known.has(JSON.stringify(each)))
}
