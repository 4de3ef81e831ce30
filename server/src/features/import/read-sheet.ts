import { isDateFormat, workbookDate } from '@portal/contract'
import { unzipSync } from 'fflate'
import { SaxesParser } from 'saxes'
import { unreadable } from './unreadable.ts'

/** A workbook unpacks to at most so much: a zip may hold a thousand times its size. */
const mostUnpackedBytes = 500 * 1_048_576
const mostRows = 1_048_576

function walk(
  xml: string,
  onOpen: (name: string, attributes: Readonly<Record<string, string>>) => void,
  onText?: (text: string) => void,
  onClose?: (name: string) => void,
): void {
  const parser = new SaxesParser()
  parser.on('error', () => {
    throw unreadable('The workbook is damaged: its parts are not well-formed.')
  })
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('opentag', ({ name, attributes }) => onOpen(local(name), attributes))
  parser.on('text', (text) => onText?.(text))
  parser.on('closetag', ({ name }) => onClose?.(local(name)))
  parser.write(xml).close()
}

function readSharedStrings(xml: string): string[] {
  const strings: string[] = []
  let text = ''
  let inText = false
  walk(
    xml,
    (name) => {
      if (name === 'si') text = ''
      inText = name === 't'
    },
    (part) => {
      if (inText) text += part
    },
    (name) => {
      if (name === 't') inText = false
      if (name === 'si') strings.push(text)
    },
  )
  return strings
}

/** Which cell styles are dates. */
function readDateStyles(xml: string): boolean[] {
  const custom = new Map<number, string>()
  const styles: boolean[] = []
  let inCells = false
  walk(
    xml,
    (name, attributes) => {
      if (name === 'numFmt') custom.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '')
      if (name === 'cellXfs') inCells = true
      const format = Number(attributes['numFmtId'] ?? 0)
      if (name === 'xf' && inCells) styles.push(isDateFormat(format, custom.get(format)))
    },
    undefined,
    (name) => {
      if (name === 'cellXfs') inCells = false
    },
  )
  return styles
}

/** `AB12` -> 27. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? ''
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function readRows(xml: string, strings: readonly string[], dates: readonly boolean[]): string[][] {
  const rows: string[][] = []
  let cells: string[] = []
  let cell = { column: 0, type: '', isDate: false }
  let text = ''
  let inValue = false
  const value = () => {
    if (cell.type === 's') return strings[Number(text)] ?? ''
    if (cell.type === 'b') return text === '1' ? 'true' : 'false'
    return cell.isDate && cell.type !== 'str' && cell.type !== 'inlineStr' ? workbookDate(text) : text
  }
  walk(
    xml,
    (name, attributes) => {
      if (name === 'row') cells = []
      if (name === 'c') {
        const column = attributes['r'] === undefined ? cells.length : columnOf(attributes['r'])
        cell = { column, type: attributes['t'] ?? 'n', isDate: dates[Number(attributes['s'] ?? 0)] === true }
        text = ''
      }
      inValue = name === 'v' || name === 't'
    },
    (part) => {
      if (inValue) text += part
    },
    (name) => {
      if (name === 'v' || name === 't') inValue = false
      if (name === 'c' && cell.column >= 0 && cell.column < 16_384) {
        while (cells.length < cell.column) cells.push('')
        cells[cell.column] = value()
      }
      if (name === 'row') {
        if (rows.length >= mostRows) throw unreadable('The workbook has more rows than a workbook can have.')
        rows.push(cells)
      }
    },
  )
  return rows
}

/** The rows of a workbook's first sheet as texts, dates in ISO form. Throws 400 in words for what is no workbook. */
export function readSheet(bytes: Uint8Array): string[][] {
  let unpacked = 0
  let parts: Record<string, Uint8Array>
  try {
    parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        const wanted = /^xl\/(worksheets\/[^/]+\.xml|sharedStrings\.xml|styles\.xml)$/.test(name)
        if (wanted) unpacked += originalSize
        if (unpacked > mostUnpackedBytes) throw unreadable('The workbook is too large when unpacked.')
        return wanted
      },
    })
  } catch (error) {
    if (error instanceof Error && error.name === 'Refusal') throw error
    throw unreadable('The workbook is damaged or cut off: it cannot be unpacked.')
  }
  const sheets = Object.keys(parts).filter((name) => name.startsWith('xl/worksheets/'))
  const [sheet] = sheets.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  const text = (name: string | undefined) => new TextDecoder().decode(name === undefined ? undefined : parts[name])
  if (sheet === undefined) throw unreadable('The file is a zip, but no workbook with a sheet.')
  const strings = parts['xl/sharedStrings.xml'] === undefined ? [] : readSharedStrings(text('xl/sharedStrings.xml'))
  const dates = parts['xl/styles.xml'] === undefined ? [] : readDateStyles(text('xl/styles.xml'))
  return readRows(text(sheet), strings, dates)
}
