import { PassThrough, Readable, pipeline } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Export } from '#engine/export/export-records.ts'
import { cellText, headingOf, isNumeric, valueOf } from './cells.ts'
import { inPieces } from './chunks.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const packageTypes = 'http://schemas.openxmlformats.org/package/2006/content-types'
const packageLinks = 'http://schemas.openxmlformats.org/package/2006/relationships'
const links = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const fixedParts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${packageTypes}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packageLinks}"><Relationship Id="rId1" Type="${links}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${links}"><sheets><sheet name="Records" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packageLinks}"><Relationship Id="rId1" Type="${links}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
}

/** Maximum number of rows in a sheet, including the header. */
export const maxSheetRows = 1_048_576
const maxCellLength = 32_767

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Column letters, `27` -> `AB`. */
function lettersOf(column: number): string {
  const rest = Math.floor(column / 26)
  return `${rest === 0 ? '' : lettersOf(rest - 1)}${String.fromCharCode(65 + (column % 26))}`
}

function textCell(place: string, text: string): string {
  const kept = text
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .slice(0, maxCellLength)
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${kept.replaceAll(/[&<>]/g, (sign) => entities[sign] ?? '')}</t></is></c>`
}

async function* sheetText({ columns, style, records }: Export): AsyncGenerator<string> {
  // The standard allows cells without a reference, but some programs cannot read them.
  const letters = columns.map((_, column) => lettersOf(column))
  let row = 1
  yield `${head}<worksheet xmlns="${main}"><sheetData><row r="1">${columns.map(([name, declared], at) => textCell(`${letters[at]}1`, headingOf(name, declared, style))).join('')}</row>`
  const toRow = (record: Record<string, unknown>) => {
    row += 1
    const cells = columns.map(([name, declared], at) => {
      const place = `${letters[at]}${row}`
      const value = valueOf(record, name)
      if (isNumeric(value, declared))
        return `<c r="${place}"><v>${declared?.type === 'money' ? Number(value) / 100 : Number(value)}</v></c>`
      const text = cellText(value, declared, style)
      return text === '' ? `<c r="${place}"/>` : textCell(place, text)
    })
    return `<row r="${row}">${cells.join('')}</row>`
  }
  for await (const part of records()) yield* inPieces(part, toRow)
  yield '</sheetData></worksheet>'
}

/**
 * The export as a workbook of one sheet, compressed while it is built. Only the current piece is in memory,
 * and compression runs outside the event loop. It stops when the reader disconnects.
 */
export function xlsxBody(wanted: Export): Readable {
  const zip = new ZipFile()
  const sheet = Readable.from(sheetText(wanted), { objectMode: false, highWaterMark: 65_536 })
  const body = new PassThrough()
  zip.on('error', (error: unknown) =>
    body.destroy(
      error instanceof Error ? error : new Error('the workbook could not be packed', { cause: error }),
    ),
  )
  for (const [name, text] of Object.entries(fixedParts)) zip.addBuffer(Buffer.from(head + text), name)
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml', { compressionLevel: 3 })
  zip.end()
  pipeline(zip.outputStream, body, (error) => {
    if (error) sheet.destroy()
  })
  return body
}
