import { rowOf, workbookOf, zipOf } from '#test-support/workbooks.ts'
import type { HostileInput } from './target.ts'

const megabyte = 1_048_576
const times = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join('')

/** Workbooks that are expensive to read and cheap to send. */
export async function hostileWorkbooks(): Promise<HostileInput[]> {
  const bomb = Buffer.alloc(120 * megabyte, ' ')
  const sheetBomb = await workbookOf('', {
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${' '.repeat(120 * megabyte)}</sheetData></worksheet>`,
  })
  const lying = await workbookOf('', { 'xl/sharedStrings.xml': bomb })
  for (
    let at = lying.indexOf('PK\u0001\u0002', 0, 'latin1');
    at >= 0;
    at = lying.indexOf('PK\u0001\u0002', at + 4, 'latin1')
  )
    lying.writeUInt32LE(7, at + 24)
  const overlong = await workbookOf(rowOf(['legalName']))
  overlong.writeUInt32LE(0xffff_fff0, overlong.length - 6)
  const books: readonly (readonly [name: string, bytes: Buffer])[] = [
    [
      'rows that end at XFD (S-07)',
      await workbookOf(times(16_000, (at) => `<row r="${at + 1}"><c r="XFD${at + 1}"><v>1</v></c></row>`)),
    ],
    [
      'a row number without end',
      await workbookOf('<row r="999999999999"><c r="A999999999999"><v>1</v></c></row>'),
    ],
    ['a column without end', await workbookOf('<row r="1"><c r="ZZZZZZZZ1"><v>1</v></c></row>')],
    ['places written as entities', await workbookOf('<row r="1"><c r="&#88;FD1"><v>1</v></c></row>')],
    ['the last row of a sheet', await workbookOf('<row r="1048576"><c r="ALL1048576"><v>1</v></c></row>')],
    ['texts that unpack to 120 MB', await workbookOf(rowOf(['legalName']), { 'xl/sharedStrings.xml': bomb })],
    ['a sheet that unpacks to 120 MB', sheetBomb],
    ['a directory that lies', lying],
    ['a directory that lies outside', overlong],
    [
      'entities in entities',
      await workbookOf('', {
        'xl/worksheets/sheet1.xml': `<!DOCTYPE a [${times(20, (at) => `<!ENTITY e${at + 1} "&e${at};&e${at};">`)}]><worksheet><sheetData>${rowOf(['&e20;'])}</sheetData></worksheet>`,
      }),
    ],
    [
      'an entity of a file',
      await workbookOf('', {
        'xl/worksheets/sheet1.xml': `<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet><sheetData>${rowOf(['&e;'])}</sheetData></worksheet>`,
      }),
    ],
    ['elements 500,000 deep', await workbookOf('<a>'.repeat(500_000))],
    ['a tag that never ends', await workbookOf(`<row ${'a="b" '.repeat(500_000)}`)],
    [
      '10,001 parts',
      await zipOf(Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`xl/x${at}.xml`, '']))),
    ],
    [
      '500 sheets',
      await workbookOf(
        rowOf(['legalName']),
        Object.fromEntries(
          Array.from({ length: 500 }, (_, at) => [`xl/worksheets/sheet${at + 2}.xml`, '<worksheet/>']),
        ),
      ),
    ],
    [
      'styles without end',
      await workbookOf(rowOf(['legalName']), {
        'xl/styles.xml': `<styleSheet><cellXfs>${'<xf numFmtId="14"/>'.repeat(500_000)}</cellXfs></styleSheet>`,
      }),
    ],
    [
      'a million texts',
      await workbookOf(rowOf(['legalName']), {
        'xl/sharedStrings.xml': `<sst>${'<si><t>x</t></si>'.repeat(1_000_000)}</sst>`,
      }),
    ],
  ]
  return books.map(([name, bytes]) => ({
    kind: 'workbook',
    name,
    send: (target) => target.importTable(bytes),
  }))
}
