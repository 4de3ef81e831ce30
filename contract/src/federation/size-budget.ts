/**
 * Default size budget in kB of a remote's scripts and styles as transferred. The package.json can set another
 * with `portal.sizeBudgetKb`.
 */
const usualBudgetKb = 150

/** Bytes of scripts and styles, each in its smallest form: the file itself or its `.br` or `.gz` copy. */
export function sentBytesOf(files: readonly { path: string; size: number }[]): number {
  const sizes = new Map(files.map(({ path, size }) => [path, size]))
  let bytes = 0
  for (const [path, size] of sizes) {
    if (!/\.(js|css)$/.test(path)) continue
    bytes += Math.min(size, sizes.get(`${path}.br`) ?? size, sizes.get(`${path}.gz`) ?? size)
  }
  return bytes
}

/**
 * Why a build exceeds its size budget or the limit of the portal (`limitKb`), with both sizes; null when it
 * does not. Counts scripts and styles as they are sent.
 */
export function whyTooHeavy(
  files: readonly { path: string; size: number }[],
  budgetKb = usualBudgetKb,
  limitKb = Infinity,
): string | null {
  const sizeKb = Math.ceil(sentBytesOf(files) / 1000)
  if (sizeKb > limitKb)
    return `its scripts and styles weigh ${sizeKb} kB as they are sent, and this portal takes at most ${limitKb} kB`
  return sizeKb <= budgetKb
    ? null
    : `its scripts and styles weigh ${sizeKb} kB as they are sent, and its budget is ${budgetKb} kB`
}
