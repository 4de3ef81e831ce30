import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import type { FeedFields } from '@portal/contract/authority-feeds'
import { delimiterOf } from '#platform/csv/delimiter.ts'
import type { OutsideResponse } from '#platform/outside/outside-request.ts'
import { FeedFault, brokenRow, notReadable, repeatedColumn } from '../feed-fault.ts'
import type { RawRecord } from '../feed-row.ts'
import { headerTime, sampleRows, sinceHeader } from './feed-client.ts'
import type { FeedClient, FeedHead, FeedReader, IsWanted, KnownHead } from './feed-client.ts'

const maxCsvBytes = 200_000_000
/** Characters of one row. */
const maxRecordLength = 1_048_576
/** Bytes that are parsed at once; after them, other work has its turn. */
const pieceBytes = 65_536

/** Bytes of a file at the start, from which its delimiter is guessed. */
const sampleBytes = 65_536

/** The encoding that the mark at the start of a file names; null without one. */
function markedEncoding([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/**
 * The encoding of a file: that of its mark or of its header; else UTF-8, or Windows-1252 where the bytes are
 * no UTF-8. A wrong guess costs unknown words, never a status.
 */
function encodingOf(bytes: Uint8Array, contentType: string): string {
  const marked = markedEncoding(bytes)
  if (marked !== null) return marked
  const [, said = ''] = /charset="?([\w-]+)/i.exec(contentType) ?? []
  if (/^(windows-1252|iso-8859-1|latin1|utf-16(le|be)?)$/i.test(said)) return said
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

/** The text in pieces, with a turn for other work between two. */
async function* piecesOf(bytes: Uint8Array, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for (let from = 0; from < bytes.length; from += pieceBytes) {
    yield decoder.decode(bytes.subarray(from, from + pieceBytes), { stream: true })
    await nextTurn()
  }
  yield decoder.decode()
}

/** A file as it was sent. */
export interface CsvFile {
  bytes: Uint8Array
  contentType: string
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
  { bytes, contentType }: CsvFile,
  { fields, everyColumn }: { fields: FeedFields; everyColumn: boolean },
  isKept: (record: RawRecord, row: number) => boolean,
): Promise<ParsedCsv> {
  const needed = new Set<string | undefined>(Object.values(fields))
  const encoding = encodingOf(bytes, contentType)
  const sample = new TextDecoder(encoding).decode(bytes.subarray(0, sampleBytes))
  // A page of a proxy, or bytes that are no text.
  if (/^\s*</.test(sample) || sample.includes('\u0000')) throw notReadable('CSV')
  const parsed: ParsedCsv = { columns: [], rows: 0, records: [] }
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(sample),
    max_record_size: maxRecordLength,
    skip_empty_lines: true,
    columns: (header: string[]) => {
      parsed.columns = header.map((name) => name.trim())
      const twice = parsed.columns.find((name, at) => needed.has(name) && parsed.columns.indexOf(name) !== at)
      if (twice !== undefined) throw repeatedColumn(twice)
      return parsed.columns.map((name) => (everyColumn || needed.has(name)) && name)
    },
    on_record: (record: RawRecord) => {
      parsed.rows += 1
      if (isKept(record, parsed.rows)) parsed.records.push(record)
      return null
    },
  })
  try {
    await pipeline(Readable.from(piecesOf(bytes, encoding)), parser.resume())
    return parsed
  } catch (error) {
    if (error instanceof FeedFault || !(error instanceof CsvError)) throw error
    throw brokenRow(error.code, parsed.rows + 1, error)
  }
}

/** The wanted rows, in the columns of the source. The file may be large, so nothing else is kept. */
export function readCsv(file: CsvFile, fields: FeedFields, isWanted: IsWanted): Promise<ParsedCsv> {
  return parseCsv(file, { fields, everyColumn: false }, isWanted)
}

const fileOf = ({ bytes, headers }: OutsideResponse): CsvFile => ({
  bytes,
  contentType: headers['content-type'] ?? '',
})

async function read(client: FeedClient, known: KnownHead) {
  const { token } = client.feed
  return client.call({
    url: new URL(client.feed.address),
    etag: known.etag,
    headers: { ...sinceHeader(known), ...(token !== null && { authorization: `Bearer ${token}` }) },
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
      : await readCsv(fileOf(response), client.feed.fields, isWanted)
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
    const response = await read(client, { etag: null, newest: null })
    const { records } = await parseCsv(
      fileOf(response),
      { fields: client.feed.fields, everyColumn: true },
      (_record, row) => row <= sampleRows,
    )
    return records
  },
}
