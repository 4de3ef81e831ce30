import { isDateFormat, workbookDate } from '@portal/contract'
import { t } from './texts.ts'

/** One file in a zip: how it is packed, where, and how long. */
interface Packed {
  name: string
  method: number
  size: number
  at: number
}

const endOfDirectory = 0x06054b50
const directoryEntry = 0x02014b50
/** The end record stands in the last 22 bytes, before a comment of at most 65,535. */
const longestEnd = 65_557
/** Of a sheet, enough for its first rows. */
const mostSheetText = 500_000

async function viewOf(part: Blob): Promise<DataView> {
  return new DataView(await part.arrayBuffer())
}

/** What a zip holds, by its directory at the end. Source: PKWARE APPNOTE 6.3.10, sections 4.3.12 and 4.3.16. */
async function listZip(file: Blob): Promise<Packed[]> {
  const end = await viewOf(file.slice(Math.max(0, file.size - longestEnd)))
  let at = end.byteLength - 22
  while (at >= 0 && end.getUint32(at, true) !== endOfDirectory) at -= 1
  if (at < 0) throw new Error(t('notATable'))
  const from = end.getUint32(at + 16, true)
  const directory = await viewOf(file.slice(from, from + end.getUint32(at + 12, true)))
  const found: Packed[] = []
  for (let entry = 0; entry + 46 <= directory.byteLength && directory.getUint32(entry, true) === directoryEntry;) {
    const nameLength = directory.getUint16(entry + 28, true)
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, entry + 46, nameLength))
    found.push({
      name,
      method: directory.getUint16(entry + 10, true),
      size: directory.getUint32(entry + 20, true),
      at: directory.getUint32(entry + 42, true),
    })
    entry += 46 + nameLength + directory.getUint16(entry + 30, true) + directory.getUint16(entry + 32, true)
  }
  return found
}

/** Text of a file in the zip; at most `most` characters of it. */
async function readText(file: Blob, { method, size, at }: Packed, most: number): Promise<string> {
  const local = await viewOf(file.slice(at, at + 30))
  const from = at + 30 + local.getUint16(26, true) + local.getUint16(28, true)
  const packed = file.slice(from, from + size).stream()
  const reader = (method === 0 ? packed : packed.pipeThrough(new DecompressionStream('deflate-raw'))).getReader()
  const decoder = new TextDecoder()
  let text = ''
  while (text.length < most) {
    const { value, done } = await reader.read()
    if (done) break
    text += decoder.decode(value, { stream: true })
  }
  await reader.cancel()
  // Some programs write their elements with a prefix.
  return text.replaceAll(/(<\/?)[A-Za-z]\w*:/g, '$1')
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function plain(xml: string): string {
  return xml.replaceAll(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** All the text in a piece of XML, as in a string of several runs. */
const textsIn = (xml: string) => [...xml.matchAll(/<t(?:\s[^>]*)?>([^<]*)<\/t>/g)].map(([, text]) => plain(text ?? '')).join('')

/** Zero-based column of a cell's place: `C7` -> 2. */
function columnOf(place: string): number {
  return Array.from(place.replaceAll(/\d/g, '')).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

const attribute = (text: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1]

/** Which cell styles are dates, from a workbook's styles. */
function dateStylesIn(xml: string): boolean[] {
  const codes = new Map(
    [...xml.matchAll(/<numFmt\s([^>]*)>/g)].map(([, text = '']) => [attribute(text, 'numFmtId'), plain(attribute(text, 'formatCode') ?? '')]),
  )
  const [, cells = ''] = /<cellXfs\b[^>]*>(.*?)<\/cellXfs>/s.exec(xml) ?? []
  return [...cells.matchAll(/<xf\b([^>]*)>/g)].map(([, text = '']) => {
    const id = attribute(text, 'numFmtId') ?? '0'
    return isDateFormat(Number(id), codes.get(id))
  })
}

interface Known {
  shared: readonly string[]
  dates: readonly boolean[]
}

function cellsOf(row: string, { shared, dates }: Known): string[] {
  const cells: string[] = []
  for (const [, attributes = '', content = ''] of row.matchAll(/<c(\s[^>]*?)?(?:\/>|>(.*?)<\/c>)/gs)) {
    const place = attribute(attributes, 'r')
    const type = attribute(attributes, 't') ?? 'n'
    const column = place === undefined ? cells.length : columnOf(place)
    const value = plain(/<v[^>]*>([^<]*)<\/v>/.exec(content)?.[1] ?? '')
    const isDate = type === 'n' && dates[Number(attribute(attributes, 's') ?? 0)] === true
    while (cells.length < column) cells.push('')
    if (type === 's') cells[column] = shared[Number(value)] ?? ''
    else if (type === 'inlineStr') cells[column] = textsIn(content)
    else cells[column] = isDate ? workbookDate(value) : value
  }
  return cells
}

/** The first rows of a workbook's first sheet, as far as text goes: enough to guess what its columns hold. Throws for other files. */
export async function readXlsxHead(file: Blob, most: number): Promise<string[][]> {
  const packed = await listZip(file)
  const sheet = packed
    .filter(({ name }) => /^xl\/worksheets\/[^/]+\.xml$/.test(name))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))[0]
  if (sheet === undefined) throw new Error(t('notATable'))
  const partOf = async (wanted: string) => {
    const part = packed.find(({ name }) => name === wanted)
    return part === undefined ? '' : readText(file, part, mostSheetText)
  }
  const dates = dateStylesIn(await partOf('xl/styles.xml'))
  const shared = [...(await partOf('xl/sharedStrings.xml')).matchAll(/<si>(.*?)<\/si>/gs)].map(([, item]) => textsIn(item ?? ''))
  const text = await readText(file, sheet, mostSheetText)
  const rows = [...text.matchAll(/<row\b[^>]*?(?:\/>|>(.*?)<\/row>)/gs)].slice(0, most)
  return rows.map(([, row]) => cellsOf(row ?? '', { shared, dates }))
}
