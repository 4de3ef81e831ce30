import { readCsvHead } from './read-csv-head.ts'
import { readXlsxHead } from './read-xlsx-head.ts'

/** A workbook as a zip without compression: its parts, their directory, and the end record. */
function zipOf(parts: Readonly<Record<string, string>>): Blob {
  const encoder = new TextEncoder()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let at = 0
  const record = (signature: number, length: number, numbers: Readonly<Record<number, number>>, name: Uint8Array) => {
    const bytes = new Uint8Array(length + name.length)
    const view = new DataView(bytes.buffer)
    view.setUint32(0, signature, true)
    for (const [place, value] of Object.entries(numbers)) view.setUint32(Number(place), value, true)
    bytes.set(name, length)
    return bytes
  }
  for (const [path, text] of Object.entries(parts)) {
    const [name, data] = [encoder.encode(path), encoder.encode(text)]
    directory.push(record(0x02014b50, 46, { 20: data.length, 24: data.length, 28: name.length, 42: at }, name))
    const local = record(0x04034b50, 30, { 18: data.length, 22: data.length, 26: name.length }, name)
    chunks.push(local, data)
    at += local.length + data.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  return new Blob([...chunks, ...directory, record(0x06054b50, 22, { 12: size, 16: at }, new Uint8Array())])
}

test('the first values of a workbook are texts, days and numbers in their columns, whoever wrote it (issue 3)', async () => {
  const file = zipOf({
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><cellXfs><xf/><xf numFmtId="164"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml': '<sst><si><t>Due</t></si></sst>',
    'xl/worksheets/sheet1.xml':
      '<x:worksheet><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>Title</x:t></x:is></x:c><x:c t="s"><x:v>0</x:v></x:c><x:c/><x:c t="inlineStr"><x:is><x:t>Fee</x:t></x:is></x:c></x:row>' +
      '<x:row/><x:row><x:c t="inlineStr"><x:is><x:t>A &amp; B</x:t></x:is></x:c><x:c s="1"><x:v>46357</x:v></x:c><x:c/><x:c><x:v>12.5</x:v></x:c></x:row></x:sheetData></x:worksheet>',
  })
  expect(await readXlsxHead(file, 9)).toEqual([['Title', 'Due', '', 'Fee'], [], ['A & B', '2026-12-01', '', '12.5']])
})

test('a picture is told to be no table, and letters that are not in UTF-8 are named with the way out (issue 3)', async () => {
  await expect(readCsvHead(new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])]), 9)).rejects.toThrow(
    'neither a CSV nor an XLSX',
  )
  await expect(readCsvHead(new Blob([new Uint8Array([0x4e, 0x61, 0x6d, 0x65, 0x0a, 0x4a, 0xf6, 0x72, 0x67, 0x0a])]), 9)).rejects.toThrow(
    'not in UTF-8',
  )
  await expect(readXlsxHead(zipOf({ 'word/document.xml': '<document/>' }), 9)).rejects.toThrow('no workbook with a sheet')
  expect(await readCsvHead(new Blob(['Name\nJörg\n']), 9)).toEqual([['Name'], ['Jörg']])
})

test('S-07: of a workbook only the first rows are read, and one with cells beyond every limit is refused by its row', async () => {
  const far = '<worksheet><sheetData><row r="1"><c r="XFD1"><v>1</v></c></row></sheetData></worksheet>'
  await expect(readXlsxHead(zipOf({ 'xl/worksheets/sheet1.xml': far }), 9)).rejects.toThrow('Row 1 has more than 1000 cells (XFD1)')
  const rows = Array.from({ length: 50_000 }, (_, at) => `<row><c t="s"><v>${at % 9}</v></c><c><v>${at}</v></c></row>`).join('')
  const strings = Array.from({ length: 50_000 }, (_, at) => `<si><t>Text ${at}</t></si>`).join('')
  const file = zipOf({
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
  })
  expect(await readXlsxHead(file, 3)).toEqual([
    ['Text 0', '0'],
    ['Text 1', '1'],
    ['Text 2', '2'],
  ])
})
