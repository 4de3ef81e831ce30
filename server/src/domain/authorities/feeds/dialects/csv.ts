import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parse } from 'csv-parse'
import type { FeedFields } from '@portal/contract/authority-feeds'
import { notReadable } from '../feed-fault.ts'
import type { RawRecord } from '../feed-row.ts'
import { headerTime, sampleRows } from './feed-client.ts'
import type { FeedClient, FeedHead, FeedReader, IsWanted, KnownHead } from './feed-client.ts'

const maxCsvBytes = 200_000_000
/** Bytes that are parsed at once; after them, other work has its turn. */
const pieceBytes = 65_536

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    yield bytes.subarray(from, from + pieceBytes)
    await nextTurn()
  }
}

interface ParsedCsv {
  columns: string[]
  /** Number of all rows, kept or not. */
  rows: number
  records: RawRecord[]
}

/**
 * Parses a file with a header and keeps some of its rows and columns. A page in HTML or a file that breaks
 * off is no table.
 */
async function parseCsv(
  text: string,
  isNeeded: (column: string) => boolean,
  isKept: (record: RawRecord, row: number) => boolean,
): Promise<ParsedCsv> {
  if (/^\s*</.test(text)) throw notReadable('CSV')
  const parsed: ParsedCsv = { columns: [], rows: 0, records: [] }
  const parser = parse({
    bom: true,
    skip_empty_lines: true,
    columns: (header: string[]) => {
      parsed.columns = header.map((name) => name.trim())
      return parsed.columns.map((name) => isNeeded(name) && name)
    },
    on_record: (record: RawRecord) => {
      parsed.rows += 1
      if (isKept(record, parsed.rows)) parsed.records.push(record)
      return null
    },
  })
  try {
    await pipeline(Readable.from(piecesOf(text)), parser.resume())
    return parsed
  } catch (error) {
    throw notReadable('CSV', error)
  }
}

/** The wanted rows, in the columns of the source. The file may be large, so nothing else is kept. */
export function readCsv(text: string, fields: FeedFields, isWanted: IsWanted): Promise<ParsedCsv> {
  const needed = new Set<string | undefined>(Object.values(fields))
  return parseCsv(text, (column) => needed.has(column), isWanted)
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

/** A file with all rows. It is read to its end, unless it did not change. */
export const csvFile: FeedReader = {
  async head(client, known, isWanted): Promise<FeedHead> {
    const response = await read(client, known)
    const { headers } = response
    const isUnchanged = response.status === 304
    const { columns, rows, records } = isUnchanged
      ? { columns: null, rows: 0, records: [] }
      : await readCsv(response.text, client.feed.fields, isWanted)
    return {
      isUnchanged,
      etag: headers['etag'] ?? null,
      newest: headers['last-modified'] ?? null,
      refreshedAt: headerTime(headers, 'last-modified'),
      columns,
      isEmpty: !isUnchanged && rows === 0,
      records,
    }
  },
  async *byNumbers() {},
  async sample(client) {
    const { text } = await read(client, { etag: null, newest: null })
    const { records } = await parseCsv(
      text,
      () => true,
      (_record, row) => row <= sampleRows,
    )
    return records
  },
}
