/**
 * Changes to a list since its page was loaded. They are stored with the cached page and discarded by the next
 * load. Until then rows keep their places (look.md: nothing jumps).
 */
export interface ListUpdates {
  /** Current number of records in the list. */
  count: number
  /** Records of the page that are no longer in the list: deleted, or changed so that they no longer match. */
  left: readonly string[]
}

/** A cached page, with its changes if there are any. */
export interface WithListUpdates {
  news?: ListUpdates
}

/** The changes as a page shows them. */
export interface ShownListUpdates {
  /** Net number of added records: records that left other pages are subtracted. */
  came: number
  left: ReadonlySet<string>
}

/** The current count and the changes, if any. `count` is the count when the page was loaded. */
export function shownNews(
  count: number,
  news: ListUpdates | undefined,
): { count: number; news: ShownListUpdates | null } {
  if (news === undefined) return { count, news: null }
  const left = new Set(news.left)
  const came = Math.max(0, news.count - count + left.size)
  return { count: news.count, news: came === 0 && left.size === 0 ? null : { came, left } }
}

/** Adds changes to a page. `returned` are records that had left the list and are in it again. */
export function withNews<Page extends WithListUpdates>(
  page: Page,
  count: number,
  left: readonly string[],
  returned: readonly string[],
): Page {
  const known = (page.news?.left ?? []).filter((pid) => !returned.includes(pid))
  return { ...page, news: { count, left: [...new Set([...known, ...left])] } }
}
