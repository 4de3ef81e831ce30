import type { AnyRecord } from '@portal/contract'

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const isRow = (value: unknown): value is AnyRecord =>
  isObject(value) && typeof value['pid'] === 'string' && typeof value['version'] === 'number'

/** Rows of a page in the cache: a plain list's `records`, or the records among a grouped page's `lines`. */
export function rowsIn(page: unknown): AnyRecord[] {
  if (!isObject(page)) return []
  if (Array.isArray(page['records'])) return page['records'].filter(isRow)
  if (!Array.isArray(page['lines'])) return []
  return page['lines'].flatMap((line: unknown) =>
    isObject(line) && isRow(line['record']) ? [line['record']] : [],
  )
}

/** The same page with newer rows in the places of the old ones; every row stays where it is. */
export function withNewerRows(page: unknown, fresh: ReadonlyMap<string, AnyRecord>): unknown {
  const newer = (row: unknown) => {
    const found = isRow(row) ? fresh.get(row.pid) : undefined
    return isRow(row) && found !== undefined && found.version > row.version ? { ...row, ...found } : row
  }
  if (!isObject(page)) return page
  if (Array.isArray(page['records'])) return { ...page, records: page['records'].map(newer) }
  if (!Array.isArray(page['lines'])) return page
  return {
    ...page,
    lines: page['lines'].map((line: unknown) =>
      isObject(line) && 'record' in line ? { ...line, record: newer(line['record']) } : line,
    ),
  }
}

/**
 * How many records a page in the cache says its list holds, and whether it has news; null for what is no
 * page.
 */
export function countOf(page: unknown): { count: number; hasNews: boolean } | null {
  if (!isObject(page) || !isObject(page['metadata'])) return null
  const { count } = page['metadata']
  return typeof count === 'number' ? { count, hasNews: 'news' in page } : null
}
