import { SheetPositions } from './sheet-positions.ts'
import type { MergedCells, SheetLimits } from './sheet-positions.ts'
import { UnreadableWorkbook, listZip, storedZip, unpack } from './zip.ts'
import { phrase } from '../sentence.ts'
import type { ZipEntry } from './zip.ts'

export interface WorkbookLimits extends SheetLimits {
  /** Maximum unpacked size of all parts that are read, in bytes. */
  unpackedBytes: number
  sharedStrings: number
}

const maxEntries = 10_000
const maxSheets = 1_000
/** Maximum size of the list of sheets; a thousand sheets need a tenth of it. */
const maxListBytes = 4 * 1_048_576

const officeLinks = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageLinks = 'http://schemas.openxmlformats.org/package/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const link = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${officeLinks}/${type}" Target="${target}"/>`
const links = `<Relationships xmlns="${packageLinks}">${link('rId1', 'worksheet', 'worksheets/sheet1.xml')}${link('rId2', 'styles', 'styles.xml')}${link('rId3', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`
const workbook = (is1904: boolean) =>
  `<workbook xmlns="${main}" xmlns:r="${officeLinks}">${is1904 ? '<workbookPr date1904="1"/>' : ''}<sheets><sheet name="Sheet" sheetId="1" r:id="rId1"/></sheets></workbook>`
const plainStyles = `<styleSheet xmlns="${main}"><cellXfs count="1"><xf numFmtId="0"/></cellXfs></styleSheet>`

const encoded = (text: string): Uint8Array[] => [new TextEncoder().encode(text)]

/** Reads parts as text and counts the unpacked bytes, because the sizes in the zip directory can be wrong. */
class PartReader {
  readonly #file: Blob
  #left: number
  readonly #most: number

  constructor(file: Blob, unpackedBytes: number) {
    this.#file = file
    this.#left = unpackedBytes
    this.#most = unpackedBytes
  }

  refusal(name: string): UnreadableWorkbook {
    return new UnreadableWorkbook(
      phrase('The workbook is too large: {{name}} unpacks to more than {{megabytes}} MB.', {
        name,
        megabytes: Math.floor(this.#most / 1_048_576),
      }),
    )
  }

  async *bytes(entry: ZipEntry): AsyncGenerator<Uint8Array> {
    for await (const piece of unpack(this.#file, entry)) {
      this.#left -= piece.length
      if (this.#left < 0) throw this.refusal(entry.name)
      yield piece
    }
  }

  async *text(entry: ZipEntry): AsyncGenerator<string> {
    const decoder = new TextDecoder()
    for await (const piece of this.bytes(entry)) yield decoder.decode(piece, { stream: true })
    yield decoder.decode()
  }

  async whole(entry: ZipEntry | undefined): Promise<string> {
    let text = ''
    if (entry === undefined) return text
    for await (const piece of this.text(entry)) {
      text += piece
      if (text.length > maxListBytes)
        throw new UnreadableWorkbook(
          phrase('The part {{name}} of the workbook is too large.', { name: entry.name }),
        )
    }
    return text
  }
}

const attribute = (tag: string, name: string) =>
  new RegExp(`[\\s:]${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1]
const tagsOf = (xml: string, name: string) =>
  xml.matchAll(new RegExp(`<(?:\\w+:)?${name}\\s[^<>]*>`, 'g')).map(([tag]) => tag)
const pathOf = (target: string) => (target.startsWith('/') ? target.slice(1) : `xl/${target}`)

/** A sheet, in tab order. A hidden sheet can only be chosen by name. */
export interface WorkbookSheet {
  name: string
  hidden: boolean
}

interface Parts {
  sheet: ZipEntry | undefined
  sheets: { sheet: WorkbookSheet; entry: ZipEntry }[]
  styles: ZipEntry | undefined
  sharedStrings: ZipEntry | undefined
  is1904: boolean
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes the entities of an attribute value. */
function unescaped(text: string): string {
  return text.replaceAll(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi,
    (entity, hex?: string, digits?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? entity
      const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : entity
    },
  )
}

const shownName = (name: string) => `“${name.slice(0, 100)}”`

/** The requested sheet, or the first visible one. Throws UnreadableWorkbook with the names of the sheets. */
function chosenOf(sheets: Parts['sheets'], wanted: string | undefined): Parts['sheets'][number] | undefined {
  const named =
    sheets.find(({ sheet }) => sheet.name === wanted) ??
    sheets.find(({ sheet }) => sheet.name.trim() === wanted?.trim())
  const chosen = wanted === undefined ? sheets.find(({ sheet }) => !sheet.hidden) : named
  if (chosen !== undefined || sheets.length === 0) return chosen
  const names = sheets.slice(0, 20).map(({ sheet }) => shownName(sheet.name))
  throw new UnreadableWorkbook(
    wanted === undefined
      ? phrase('Every sheet of the workbook is hidden. Its sheets are {{names}}.', {
          names: names.join(', '),
        })
      : phrase('The workbook has no sheet {{wanted}}. Its sheets are {{names}}.', {
          wanted: shownName(wanted),
          names: names.join(', '),
        }),
  )
}

/**
 * Finds the parts of the chosen sheet, its styles and its shared texts: by the list in the workbook, or by
 * conventional names.
 */
async function findParts(
  entries: ReadonlyMap<string, ZipEntry>,
  reader: PartReader,
  wanted: string | undefined,
): Promise<Parts> {
  const list = await reader.whole(entries.get('xl/workbook.xml'))
  const targets = new Map<string, { type: string; entry: ZipEntry }>()
  for (const tag of tagsOf(await reader.whole(entries.get('xl/_rels/workbook.xml.rels')), 'Relationship')) {
    const entry = entries.get(pathOf(attribute(tag, 'Target') ?? ''))
    const [id, type] = [attribute(tag, 'Id'), attribute(tag, 'Type')]
    if (entry !== undefined && id !== undefined && type !== undefined) targets.set(id, { type, entry })
  }
  const linked = (name: string) => [...targets.values()].find(({ type }) => type.endsWith(`/${name}`))?.entry
  const named = [...entries.values()].filter(({ name }) => /^xl\/worksheets\/[^/]+\.xml$/.test(name))
  const listed = [...tagsOf(list, 'sheet')].flatMap((tag) => {
    const target = targets.get(attribute(tag, 'id') ?? '')
    if (target?.type.endsWith('/worksheet') !== true) return []
    const hidden = /^(?:hidden|veryHidden)$/.test(attribute(tag, 'state') ?? '')
    return [{ sheet: { name: unescaped(attribute(tag, 'name') ?? ''), hidden }, entry: target.entry }]
  })
  if (Math.max(named.length, listed.length) > maxSheets)
    throw new UnreadableWorkbook(phrase('The workbook has more than {{maxSheets}} sheets.', { maxSheets }))
  const byName = named
    .toSorted((a, other) => a.name.localeCompare(other.name, 'en', { numeric: true }))
    .map((entry) => ({ sheet: { name: /([^/]+)\.xml$/.exec(entry.name)?.[1] ?? '', hidden: false }, entry }))
  const sheets = listed.length > 0 ? listed : byName
  return {
    sheets,
    sheet: chosenOf(sheets, wanted)?.entry,
    styles: linked('styles') ?? entries.get('xl/styles.xml'),
    sharedStrings: linked('sharedStrings') ?? entries.get('xl/sharedStrings.xml'),
    is1904: [...tagsOf(list, 'workbookPr')].some((tag) =>
      /^(1|true)$/.test(attribute(tag, 'date1904') ?? ''),
    ),
  }
}

async function sheetBytes(
  reader: PartReader,
  sheet: ZipEntry,
  places: SheetPositions,
): Promise<Uint8Array[]> {
  const encoder = new TextEncoder()
  const pieces: Uint8Array[] = []
  for await (const text of reader.text(sheet)) {
    // Merged cells are listed after the last row, so the sheet is always read to its end.
    const placed = places.add(text)
    if (placed !== '') pieces.push(encoder.encode(placed))
  }
  return pieces
}

const sharedString = /<((?:\w+:)?)si[\s/>]/g

/** The largest integer value in these rows. No shared text with a higher index is needed. */
function lastNeeded(rows: readonly Uint8Array[]): number {
  const text = rows.map((piece) => new TextDecoder().decode(piece)).join('')
  return text
    .matchAll(/<(?:\w+:)?v>\s*(\d{1,9})\s*</g)
    .reduce((last, [, number]) => Math.max(last, Number(number)), 0)
}

/** The shared texts up to the last needed one. */
async function stringBytes(
  reader: PartReader,
  entry: ZipEntry,
  max: number,
  needed: number,
): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = []
  let count = 0
  let end = ''
  for await (const bytes of reader.bytes(entry)) {
    const text = end + new TextDecoder('latin1').decode(bytes)
    count += [...text.matchAll(sharedString)].length
    if (count > max)
      throw new UnreadableWorkbook(
        phrase('The workbook has more than {{most}} different texts.', { most: max }),
      )
    // A tag split across two pieces is counted with the second one.
    const tail = text.slice(-40)
    const cut = tail.lastIndexOf('<')
    end = cut >= 0 && tail.slice(cut).search(sharedString) < 0 ? tail.slice(cut) : ''
    pieces.push(bytes)
    if (count > needed + 1) return [cutStrings(pieces)]
  }
  return pieces
}

/** Removes the last text, which may be incomplete. */
function cutStrings(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  const last = [...new TextDecoder('latin1').decode(bytes).matchAll(sharedString)].at(-1)
  const closed = new TextEncoder().encode(`</${last?.[1] ?? ''}sst>`)
  const whole = new Uint8Array((last?.index ?? 0) + closed.length)
  whole.set(bytes.subarray(0, last?.index ?? 0))
  whole.set(closed, last?.index ?? 0)
  return whole
}

/** A workbook with one sheet, and facts that workbook readers do not return. */
export interface ReducedWorkbook {
  bytes: ArrayBuffer
  is1904: boolean
  sheets: (WorkbookSheet & { chosen: boolean })[]
  merges: readonly MergedCells[]
  uncalculated: readonly [row: number, column: number][]
}

/**
 * Extracts one sheet into a small plain workbook that any workbook reader can read: the sheet `wanted`, or
 * the first visible one. The unpacked size is within `limits`, every cell has an explicit position, and
 * unneeded parts are removed. Throws UnreadableWorkbook with the invalid row or part.
 */
export async function reduceWorkbook(
  file: Blob,
  limits: WorkbookLimits,
  wanted?: string,
): Promise<ReducedWorkbook> {
  const entries = await listZip(file, maxEntries)
  const reader = new PartReader(file, limits.unpackedBytes)
  const { sheet, sheets, styles, sharedStrings, is1904 } = await findParts(entries, reader, wanted)
  if (sheet === undefined) throw new UnreadableWorkbook('The file is a ZIP, not a workbook with a sheet.')
  let claimed = 0
  for (const entry of [sheet, styles, sharedStrings]) {
    claimed += entry?.unpackedBytes ?? 0
    if (entry !== undefined && limits.rows === Number.POSITIVE_INFINITY && claimed > limits.unpackedBytes)
      throw reader.refusal(entry.name)
  }
  const places = new SheetPositions(limits)
  const rows = await sheetBytes(reader, sheet, places)
  const needed = limits.rows === Number.POSITIVE_INFINITY ? limits.rows : lastNeeded(rows)
  const bytes = storedZip(
    new Map([
      ['xl/workbook.xml', encoded(workbook(is1904))],
      ['xl/_rels/workbook.xml.rels', encoded(links)],
      ['xl/worksheets/sheet1.xml', rows],
      [
        'xl/styles.xml',
        styles === undefined ? encoded(plainStyles) : await Array.fromAsync(reader.bytes(styles)),
      ],
      [
        'xl/sharedStrings.xml',
        sharedStrings === undefined
          ? encoded('<sst/>')
          : await stringBytes(reader, sharedStrings, limits.sharedStrings, needed),
      ],
    ]),
  )
  return {
    bytes,
    is1904,
    sheets: sheets.map((each) => ({ ...each.sheet, chosen: each.entry === sheet })),
    merges: places.merges,
    uncalculated: places.uncalculated,
  }
}
