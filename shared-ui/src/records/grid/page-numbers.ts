/**
 * The pages offered as buttons: the first, the last and those around the current one; null where some are
 * left out.
 */
export function pageNumbers(page: number, last: number): (number | null)[] {
  const near = [1, page - 1, page, page + 1, last].filter((number) => number >= 1 && number <= last)
  const sorted = [...new Set(near)].toSorted((a, other) => a - other)
  return sorted.flatMap((number, index) => {
    const before = sorted[index - 1] ?? number - 1
    if (number - before === 1) return [number]
    return number - before === 2 ? [number - 1, number] : [null, number]
  })
}
