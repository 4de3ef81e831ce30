import { finished, pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { readSheet } from './read-sheet.ts'
import { unreadable } from './unreadable.ts'

export const largestFileBytes = 100 * 1_048_576
const longestLine = 1_048_576
const mostCells = 1_000

type Rows = AsyncIterable<string[]>

/** The encoding the first bytes tell of: UTF-16 says so by its mark, all else has to be UTF-8. */
function encodingOf(first: Uint8Array): string {
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf-16le'
  return first[0] === 0xfe && first[1] === 0xff ? 'utf-16be' : 'utf-8'
}

const otherEncoding = 'The file is neither UTF-8 nor marked as UTF-16: save it as CSV UTF-8.'

async function* decoded(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder(encodingOf(first), { fatal: true })
  try {
    yield decoder.decode(first, { stream: true })
    for await (const chunk of rest) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw unreadable(otherEncoding)
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

async function readCsv(first: Uint8Array, rest: AsyncIterable<Uint8Array>, onRows: (rows: Rows) => Promise<void>): Promise<void> {
  const texts = decoded(first, rest)
  const start = await texts.next()
  const firstText = start.done === true ? '' : start.value
  // No heading holds a NUL; of UTF-16 that lacks its mark every other character is one.
  if (
    firstText
      .slice(0, 1_000)
      .split(/[\r\n]/, 1)[0]
      ?.includes('\u0000')
  )
    throw unreadable(otherEncoding)
  const parser = parse({
    delimiter: delimiterOf(firstText),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: longestLine,
  })
  async function* all(): AsyncGenerator<string> {
    yield firstText
    yield* texts
  }
  try {
    await pipeline(Readable.from(all()), parser, async (rows: Rows) => onRows(rows))
  } catch (error) {
    throw error instanceof CsvError ? unreadable(csvSentence(error)) : error
  }
}

/** Cells as the database keeps them: without NUL, for which a character stands that no text field takes. */
function storable(cells: readonly string[]): string[] {
  if (cells.length > mostCells) throw unreadable(`A row has more than ${mostCells} cells.`)
  return cells.map((cell) => cell.replaceAll('\u0000', '\u0001'))
}

async function* cleaned(rows: Rows): Rows {
  for await (const cells of rows) if (cells.some((cell) => cell.trim() !== '')) yield storable(cells)
}

async function joined(first: Uint8Array, rest: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks = [first]
  for await (const chunk of rest) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Reads what is left of an upload, so that its sender can hear the answer. */
export async function drain(file: Readable): Promise<void> {
  if (file.readableEnded || file.destroyed) return
  file.resume()
  await finished(file).catch(() => undefined)
}

/**
 * Reads a CSV or XLSX file as rows of cells, empty rows left out; which of the two it is, its first bytes tell. The upload is read to its
 * end whatever happens, so that the sender hears what was wrong instead of losing the connection. Throws 400 in words.
 */
export async function readTable(file: Readable, onRows: (rows: Rows) => Promise<void>): Promise<void> {
  try {
    const chunks: AsyncIterator<Uint8Array> = file.iterator({ destroyOnReturn: false })
    const rest: AsyncIterable<Uint8Array> = { [Symbol.asyncIterator]: () => chunks }
    let first: Uint8Array = Buffer.alloc(0)
    while (first.length < 4) {
      const next = await chunks.next()
      if (next.done === true) break
      first = Buffer.concat([first, next.value])
    }
    if (first.length === 0) throw unreadable('The file is empty.')
    const isZip = first[0] === 0x50 && first[1] === 0x4b && first[2] === 3 && first[3] === 4
    if (isZip) await onRows(cleaned(Readable.from(readSheet(await joined(first, rest)))))
    else await readCsv(first, rest, (rows) => onRows(cleaned(rows)))
  } finally {
    await drain(file)
  }
}
