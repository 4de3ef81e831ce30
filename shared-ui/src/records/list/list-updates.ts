/**
 * What became of a page's question since the page was read. It is kept beside the page in the cache and goes
 * with the next reading. Rows stay where they stand meanwhile: nothing moves under the reader's eyes
 * (look.md: nothing jumps).
 */
export interface ListUpdates {
  /** How many records the list holds now. */
  count: number
  /** Records of the page that are in the list no more: deleted, or changed so that they do not match. */
  left: readonly string[]
}

/** A page in the cache, with its news once there are any. */
export interface WithListUpdates {
  news?: ListUpdates
}

/** The news as a page shows them. */
export interface ShownListUpdates {
  /** How many records came; those that came while as many others left are not told apart. */
  came: number
  left: ReadonlySet<string>
}

/** The count that holds now, and the news where there are any; `count` is that of the page as it was read. */
export function shownNews<Count extends number | null>(
  count: Count,
  news: ListUpdates | undefined,
): { count: number | Count; news: ShownListUpdates | null } {
  if (count === null || news === undefined) return { count, news: null }
  const left = new Set(news.left)
  const came = Math.max(0, news.count - count + left.size)
  return { count: news.count, news: came === 0 && left.size === 0 ? null : { came, left } }
}

/**
 * The page with later news. `returned` are records that were known to have left and are in the list again.
 */
export function withNews<Page extends WithListUpdates>(
  page: Page,
  count: number,
  left: readonly string[],
  returned: readonly string[],
): Page {
  const known = (page.news?.left ?? []).filter((pid) => !returned.includes(pid))
  return { ...page, news: { count, left: [...new Set([...known, ...left])] } }
}
