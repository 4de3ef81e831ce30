import { t } from './texts.ts'

/** Enough for a header and some rows, whatever the size of the file. */
const headBytes = 262_144

/** UTF-16 files say so in their first two bytes; everything else is read as UTF-8, as the server does. */
function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
}

/** The one of comma, semicolon and tab that the first line has most of, as the server sees it. */
function delimiterOf(text: string): string {
  const line = text.split('\n', 1)[0] ?? ''
  const count = (letter: string) => line.split(letter).length
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ','
}

/** Cells of the first rows of a text in CSV; a last row that the text cuts off is left out. */
export function firstCsvRows(text: string, most: number, isWhole: boolean): string[][] {
  const delimiter = delimiterOf(text)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length && rows.length < most; at += 1) {
    const letter = text.charAt(at)
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (letter === '"' && cell === '') isQuoted = true
    else if (letter === delimiter) {
      row.push(cell)
      cell = ''
    } else if (letter === '\n') {
      rows.push([...row, cell.replace(/\r$/, '')])
      row = []
      cell = ''
    } else cell += letter
  }
  if (isWhole && rows.length < most && (cell !== '' || row.length > 0)) rows.push([...row, cell])
  return rows
}

/** No table of text has these; pictures and other files do. */
const isBinary = (text: string) => /[\u0000-\u0008\u000e-\u001a]/.test(text)

/** The first rows of a CSV file, without reading the rest. Throws in words for what is no text, or not in an encoding the server reads. */
export async function readCsvHead(file: Blob, most: number): Promise<string[][]> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  const encoding = encodingOf(bytes)
  if (isBinary(new TextDecoder(encoding).decode(bytes))) throw new Error(t('notATable'))
  return firstCsvRows(decoded(bytes, encoding), most, file.size <= headBytes)
}

function decoded(bytes: Uint8Array, encoding: ReturnType<typeof encodingOf>): string {
  try {
    // The last letter may be cut in two.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
  } catch (error) {
    throw new Error(t('notUtf8'), { cause: error })
  }
}
