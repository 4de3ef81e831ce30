/** The members of a list that the other list lacks, so that unchanged members are not shown as changes. */
export function differing(value: unknown, other: unknown): unknown {
  if (!Array.isArray(value) || !Array.isArray(other)) return value
  const known = new Set(other.map((each) => JSON.stringify(each)))
  return value.filter((each) => !known.has(JSON.stringify(each)))
}
