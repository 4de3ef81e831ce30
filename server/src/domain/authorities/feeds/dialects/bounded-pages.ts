import { hash } from 'node:crypto'
import { repeatedRows, tooManyRows } from '../feed-fault.ts'
import type { RawRecord } from '../feed-row.ts'

/** The permits of the largest cities are fewer. */
const maxRows = 1_000_000

/**
 * Pages as a feed sends them. Throws FeedFault for a feed that sends a page twice, as one does that has no
 * pages, and for one without end.
 */
export async function* boundedPages(
  pages: AsyncIterable<readonly RawRecord[]>,
): AsyncGenerator<readonly RawRecord[]> {
  let rows = 0
  let last = ''
  for await (const page of pages) {
    rows += page.length
    if (rows > maxRows) throw tooManyRows(maxRows)
    const content = page.length === 0 ? '' : hash('sha256', JSON.stringify(page))
    if (content !== '' && content === last) throw repeatedRows()
    last = content
    yield page
  }
}
