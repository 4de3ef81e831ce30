import { createReadStream } from 'node:fs'
import { Readable, pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { phrase } from '@portal/contract'
import type { ImportReading, Sayable } from '@portal/contract'
import { delimiterOf } from '#platform/csv/delimiter.ts'
import { UnreadableTable, tableLimits } from './table-limits.ts'

type Encoding = NonNullable<ImportReading['encoding']>

/** The encoding that a byte order mark names. */
function markedEncoding(first: Uint8Array): Encoding | undefined {
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf-16le'
  if (first[0] === 0xfe && first[1] === 0xff) return 'utf-16be'
  return first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf ? 'utf-8' : undefined
}

const otherEncoding =
  'This file isn’t UTF-8 encoded. Save it as CSV UTF-8, or set its encoding (encoding=windows-1252 for Excel files from Windows).'
/** Bytes without a character in Windows-1252, as the decoder returns them. */
const outside1252 = /[\u0081\u008d\u008f\u0090\u009d]/

async function* decoded(path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const checked = (text: string) => {
    if (encoding === 'windows-1252' && outside1252.test(text))
      throw new UnreadableTable('The file is not encoded as Windows-1252.')
    return text
  }
  try {
    for await (const chunk of createReadStream(path)) {
      if (Buffer.isBuffer(chunk)) yield checked(decoder.decode(chunk, { stream: true }))
    }
    yield checked(decoder.decode())
  } catch (error) {
    if (error instanceof TypeError)
      throw new UnreadableTable(
        encoding === 'utf-8'
          ? otherEncoding
          : phrase('The file is not encoded as {{encoding}}.', { encoding }),
      )
    throw error
  }
}

async function isUtf8(path: string): Promise<boolean> {
  try {
    for await (const text of decoded(path, 'utf-8')) if (text.includes('\u0000')) return false
    return true
  } catch (error) {
    if (error instanceof UnreadableTable) return false
    throw error
  }
}

/**
 * Encoding of a text file: that of its byte order mark, else the chosen one, else UTF-8. A preview, which a
 * person checks, falls back to Windows-1252 if the file is not UTF-8.
 */
export async function encodingOf(
  path: string,
  start: Uint8Array,
  said: Encoding | undefined,
  isPreview: boolean,
): Promise<Encoding> {
  const known = markedEncoding(start) ?? said
  if (known !== undefined) return known
  return isPreview && !(await isUtf8(path)) ? 'windows-1252' : 'utf-8'
}

function csvSentence(error: CsvError): Sayable {
  const line =
    'lines' in error && typeof error.lines === 'number'
      ? phrase(' (line {{line}})', { line: error.lines })
      : ''
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return 'The file ends inside a quoted cell. Close the quote and try again.'
  if (error.code === 'CSV_MAX_RECORD_SIZE') return phrase('A line is longer than 1 MiB{{line}}.', { line })
  return phrase('The file is not readable as CSV{{line}}: {{reason}}', {
    line,
    reason: error.message.slice(0, 200),
  })
}

/** `sep=;` before the header tells Excel the delimiter. Excel does not show this line as a row. */
const separatorLine = /^\ufeff?"?sep=(.)"?\r?\n/i

/** All rows of a CSV file, including empty ones. Throws UnreadableTable. */
export async function* readCsv(path: string, encoding: Encoding): AsyncGenerator<readonly string[]> {
  const texts = decoded(path, encoding)
  const start = await texts.next()
  const text = start.done === true ? '' : start.value
  const said = separatorLine.exec(text)
  const firstText = text.slice(said?.[0].length ?? 0)
  const [heading = ''] = firstText.slice(0, 1_000).split(/[\r\n]/, 1)
  // No heading contains NUL. In UTF-16 without a byte order mark, every other character is NUL.
  if (heading.includes('\u0000')) throw new UnreadableTable(otherEncoding)
  const parser = parse({
    bom: true,
    delimiter: said?.[1] ?? delimiterOf(firstText.slice(0, 65_536)),
    relax_column_count: true,
    relax_quotes: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: tableLimits.rowLength,
  })
  async function* all(): AsyncGenerator<string> {
    yield firstText
    yield* texts
  }
  try {
    // `pipeline` passes an error of the file on to the parser, which throws it to the reader of the rows.
    const rows: AsyncIterable<string[]> = pipeline(Readable.from(all()), parser, () => undefined)
    yield* rows
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableTable(csvSentence(error)) : error
  }
}
