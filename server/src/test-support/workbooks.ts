import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** Files as a compressed zip archive. */
export async function zipOf(parts: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  return Buffer.from(await buffer(zip.outputStream))
}

const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook with one sheet of these XML rows, and optional other parts. */
export function workbookOf(
  rows: string,
  parts: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<Buffer> {
  return zipOf({
    'xl/workbook.xml': `<workbook xmlns:r="${relationships}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="rId1" Type="${relationships}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...parts,
  })
}

/** A row of inline strings. */
export const rowOf = (cells: readonly string[], number?: number): string =>
  `<row${number === undefined ? '' : ` r="${number}"`}>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`
