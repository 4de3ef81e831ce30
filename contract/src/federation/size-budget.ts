/**
 * What a remote's scripts and styles may weigh as they are sent, where its package.json names no other
 * `portal.sizeBudgetKb`.
 */
const usualBudgetKb = 150

/**
 * Why a build is too heavy, naming its weight and its budget; null where it is not. Scripts and styles count,
 * each in the smallest form it comes in: as it is, or its `.br` or `.gz` copy. Everybody who opens the remote
 * pays for them.
 */
export function whyTooHeavy(
  files: readonly { path: string; size: number }[],
  budgetKb = usualBudgetKb,
): string | null {
  const sizes = new Map(files.map(({ path, size }) => [path, size]))
  let bytes = 0
  for (const [path, size] of sizes) {
    if (!/\.(js|css)$/.test(path)) continue
    bytes += Math.min(size, sizes.get(`${path}.br`) ?? size, sizes.get(`${path}.gz`) ?? size)
  }
  const sizeKb = Math.ceil(bytes / 1000)
  return sizeKb <= budgetKb
    ? null
    : `its scripts and styles weigh ${sizeKb} kB as they are sent, and its budget is ${budgetKb} kB`
}
