import type { AnyRecord } from '@portal/contract'

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const isRow = (value: unknown): value is AnyRecord =>
  isObject(value) && typeof value['pid'] === 'string' && typeof value['version'] === 'number'

/**
 * Rows of a cached page: the `records` of a plain list, or the records among the `lines` of a grouped page.
 */
export function rowsIn(page: unknown): AnyRecord[] {
  if (!isObject(page)) return []
  if (Array.isArray(page['records'])) return page['records'].filter(isRow)
  if (!Array.isArray(page['lines'])) return []
  return page['lines'].flatMap((line: unknown) =>
    isObject(line) && isRow(line['record']) ? [line['record']] : [],
  )
}

/** Replaces rows of a page by newer versions; the row order is unchanged. */
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
 * The record count of a cached page's list, and whether the list has changes; null if the value is not a
 * page.
 */
export function countOf(page: unknown): { count: number; hasNews: boolean } | null {
  if (!isObject(page) || !isObject(page['metadata'])) return null
  const { count } = page['metadata']
  return typeof count === 'number' ? { count, hasNews: 'news' in page } : null
}
