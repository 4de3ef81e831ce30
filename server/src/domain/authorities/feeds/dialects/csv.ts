import { parse } from 'csv-parse/sync'
import { notReadable } from '../feed-fault.ts'
import type { RawRecord } from '../feed-row.ts'
import { headerTime, sampleRows } from './feed-client.ts'
import type { FeedClient, FeedHead, FeedReader, KnownHead } from './feed-client.ts'

const maxCsvBytes = 200_000_000

/** The lines of a file with a header, by column. A page in HTML or a file that breaks off is no table. */
function parseRecords(text: string): { columns: string[]; records: RawRecord[] } {
  if (/^\s*</.test(text)) throw notReadable('CSV')
  let columns: string[] = []
  try {
    const records: RawRecord[] = parse(text, {
      bom: true,
      skip_empty_lines: true,
      columns: (header: string[]) => (columns = header.map((name) => name.trim())),
    })
    return { columns, records }
  } catch (error) {
    throw notReadable('CSV', error)
  }
}

async function read(client: FeedClient, { etag, newest }: KnownHead) {
  const { token } = client.feed
  const since: Record<string, string> =
    etag === null && newest !== null ? { 'if-modified-since': newest } : {}
  return client.call({
    url: new URL(client.feed.address),
    etag,
    headers: { ...since, ...(token !== null && { authorization: `Bearer ${token}` }) },
    maxBytes: maxCsvBytes,
  })
}

/** A file with all rows. It is read whole, unless it did not change. */
export const csvFile: FeedReader = {
  async head(client, known): Promise<FeedHead> {
    const response = await read(client, known)
    const { headers } = response
    const isUnchanged = response.status === 304
    const { columns, records } = isUnchanged ? { columns: null, records: [] } : parseRecords(response.text)
    return {
      isUnchanged,
      etag: headers['etag'] ?? null,
      newest: headers['last-modified'] ?? null,
      refreshedAt: headerTime(headers, 'last-modified'),
      columns,
      isEmpty: !isUnchanged && records.length === 0,
      records,
    }
  },
  byNumbers: () => Promise.resolve([]),
  async sample(client) {
    const { text } = await read(client, { etag: null, newest: null })
    return parseRecords(text).records.slice(0, sampleRows)
  },
}
