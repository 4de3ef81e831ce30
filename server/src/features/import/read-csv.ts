import { createReadStream } from 'node:fs'
import { Readable, pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { UnreadableTable, tableLimits } from './table-limits.ts'

/** The encoding the first bytes tell of: UTF-16 says so by its mark, all else has to be UTF-8. */
function encodingOf(first: Uint8Array): string {
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf-16le'
  return first[0] === 0xfe && first[1] === 0xff ? 'utf-16be' : 'utf-8'
}

const otherEncoding = 'The file is neither UTF-8 nor marked as UTF-16: save it as CSV UTF-8.'

async function* decoded(path: string): AsyncGenerator<string> {
  const file = createReadStream(path)
  try {
    let decoder = new TextDecoder('utf-8', { fatal: true })
    let isFirst = true
    for await (const chunk of file) {
      if (!Buffer.isBuffer(chunk)) continue
      if (isFirst) decoder = new TextDecoder(encodingOf(chunk), { fatal: true })
      isFirst = false
      yield decoder.decode(chunk, { stream: true })
    }
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw new UnreadableTable(otherEncoding)
    throw error
  }
}

/** Comma, semicolon or tab: whichever the header line has most of. */
function delimiterOf(firstText: string): string {
  const line = firstText.split(/[\r\n]/, 1)[0] ?? ''
  const count = (mark: string) => line.split(mark).length
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ','
}

function csvSentence(error: CsvError): string {
  const line = 'lines' in error && typeof error.lines === 'number' ? ` (line ${error.lines})` : ''
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return 'The file ends inside a quoted cell: a quote is opened and never closed.'
  if (error.code === 'CSV_MAX_RECORD_SIZE') return `A line is longer than 1 MiB${line}.`
  return `The file is not readable as CSV${line}: ${error.message.slice(0, 200)}`
}

/** The rows of a CSV file as they are read. Throws UnreadableTable in words. */
export async function* readCsv(path: string): AsyncGenerator<readonly string[]> {
  const texts = decoded(path)
  const start = await texts.next()
  const firstText = start.done === true ? '' : start.value
  const [heading = ''] = firstText.slice(0, 1_000).split(/[\r\n]/, 1)
  // No heading holds a NUL; of UTF-16 that lacks its mark every other character is one.
  if (heading.includes('\u0000')) throw new UnreadableTable(otherEncoding)
  const parser = parse({
    delimiter: delimiterOf(firstText),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: tableLimits.rowLength,
  })
  async function* all(): AsyncGenerator<string> {
    yield firstText
    yield* texts
  }
  try {
    // An error of the file ends the parser too, and whoever reads its rows hears it.
    const rows: AsyncIterable<string[]> = pipeline(Readable.from(all()), parser, () => undefined)
    yield* rows
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableTable(csvSentence(error)) : error
  }
}
