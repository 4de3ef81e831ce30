import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Refusal } from '@portal/contract'
import { rowOf, workbookOf, zipOf } from '#test-support/workbooks.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import type { Person } from '#test-support/given.ts'
import { createTableReader } from './read-table.ts'
import { sweepUploads } from './sweep-rows.ts'

let portal: TestApp
let admin: Person
let folder: string
const reader = createTableReader({ timeoutMs: 60_000, memoryMb: 96 })
before(async () => {
  portal = await startTestApp()
  admin = await portal.given.user({ role: 'admin' })
  folder = await mkdtemp(join(tmpdir(), 'portal-tables-'))
})
after(async () => {
  await portal.close()
  await reader.close()
  await rm(folder, { recursive: true, force: true })
})

function upload(file: Uint8Array) {
  const mark = 'a-boundary-of-the-test'
  const head = `--${mark}\r\ncontent-disposition: form-data; name="file"; filename="x.xlsx"\r\ncontent-type: application/zip\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${mark}--\r\n`)])
  return portal.send(
    {
      method: 'POST',
      url: '/api/import/orgs',
      headers: { 'content-type': `multipart/form-data; boundary=${mark}` },
      payload,
    },
    admin,
  )
}

/** The cells of a file, or the message that refuses it. */
async function readFile(bytes: string | Uint8Array, by = reader): Promise<string[][] | string> {
  const path = join(folder, 'table')
  await writeFile(path, bytes)
  const rows: string[][] = []
  try {
    await by.read(
      path,
      { columns: [], words: [] },
      ({ headers }) => rows.push([...headers]),
      async ({ lines }) => {
        for (const { cells } of JSON.parse(lines)) rows.push(cells)
      },
    )
    return rows
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

test('S-07: a workbook with rows up to column XFD is refused by row, and the server stays responsive', async () => {
  const rows = Array.from(
    { length: 4_000 },
    (_, at) => `<row r="${at + 1}"><c r="XFD${at + 1}"><v>1</v></c></row>`,
  ).join('')
  const file = await workbookOf(rows)
  assert.ok(file.length < 100_000)
  // Processor time of this thread, which other programs on the machine do not lengthen.
  const before = process.threadCpuUsage()
  const result = await upload(file)
  const { user, system } = process.threadCpuUsage(before)
  assert.equal(result.statusCode, 400, result.body)
  assert.match(result.json().detail, /^Row 1 has more than 1000 cells \(XFD1\)/)
  assert.ok((user + system) / 1e3 < 500, `the server worked on it for ${(user + system) / 1e3} ms`)
  assert.deepEqual(await readdir(join(portal.deps.environment.dataDir, 'imports')), [])
})

test('S-07: hostile workbooks are refused within the limits, and the message names the row or part', async () => {
  const far = (place: string, row: string) => `<row r="${row}"><c r="${place}" t="str"><v>x</v></c></row>`
  const bomb = Buffer.alloc(300 * 1_048_576, ' ')
  const bombs = await workbookOf('', { 'xl/sharedStrings.xml': bomb, 'xl/styles.xml': bomb })
  const cases: [name: string, file: Uint8Array, words: RegExp][] = [
    [
      'a row beyond every sheet',
      await workbookOf(far('A99999999999', '99999999999')),
      /has a row 99999999999/,
    ],
    ['a column beyond every sheet', await workbookOf(far('ZZZZZZ1', '1')), /Row 1 has more than 1000 cells/],
    [
      'a cell of another row',
      await workbookOf('<row r="2"><c r="A900000000"><v>1</v></c></row>'),
      /row 2 has a cell of row 900000000/,
    ],
    [
      'a rectangle of a billion cells',
      await workbookOf(far('ALL1', '1') + far('A1048576', '1048576')),
      /too large at row 1048576/,
    ],
    [
      'text that never ends',
      await workbookOf('', {
        'xl/worksheets/sheet1.xml': `<worksheet>${'<'.repeat(10)}${'a'.repeat(200_000)}`,
      }),
      /damaged and can’t be read/,
    ],
    [
      'blanks without end',
      await workbookOf(`<row>${' '.repeat(3_000_000)}</row>`),
      /Row 1 has a text of more than 1048576/,
    ],
    ['no sheet', await zipOf({ 'word/document.xml': '<document/>' }), /not a workbook with a sheet/],
    [
      'too many parts',
      await zipOf(Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`x${at}`, '']))),
      /more than 10000 parts/,
    ],
    [
      'parts that unpack to 600 MB',
      Buffer.from(bombs),
      /(styles|sharedStrings)\.xml unpacks to more than 500 MB/,
    ],
    ['a directory that lies', lying(bombs), /unpacks to more than 500 MB/],
    ['a part cut off', (await workbookOf(rowOf(['a']))).subarray(0, 200), /damaged or incomplete/],
    [
      'cells out of order',
      await workbookOf('<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>'),
      /cell in row 1, column 1 cannot be read/,
    ],
    [
      'a text that is not there',
      await workbookOf('<row r="7"><c r="A7" t="s"><v>5</v></c></row>'),
      /cell in row 7, column 1 cannot be read/,
    ],
  ]
  for (const [name, file, words] of cases) {
    const result = await readFile(file)
    assert.equal(typeof result, 'string', `${name} was read: ${JSON.stringify(result).slice(0, 200)}`)
    assert.match(String(result), words, name)
  }
})

/** Declares a size of zero for every part in the directory of a zip. */
function lying(zip: Buffer): Buffer {
  for (
    let at = zip.indexOf('PK\u0001\u0002', 0, 'latin1');
    at >= 0;
    at = zip.indexOf('PK\u0001\u0002', at + 4, 'latin1')
  )
    zip.writeUInt32LE(0, at + 24)
  return zip
}

test('S-07: a workbook that exceeds the memory limit fails alone, and the next file is read', async () => {
  const texts = Array.from(
    { length: 100_000 },
    (_, at) => `<si><t>text number ${at} of a workbook that is full of them</t></si>`,
  ).join('')
  const rows = Array.from(
    { length: 100_000 },
    (_, at) => `<row><c t="s"><v>${at}</v></c><c><v>${at}</v></c><c><v>${at}</v></c></row>`,
  ).join('')
  const file = await workbookOf(rows, { 'xl/sharedStrings.xml': `<sst>${texts}</sst>` })
  const small = createTableReader({ timeoutMs: 60_000, memoryMb: 32 })
  try {
    assert.match(String(await readFile(file, small)), /needs too much memory/)
    assert.deepEqual(await readFile('a,b\n1,2\n', small), [
      ['a', 'b'],
      ['1', '2'],
    ])
  } finally {
    await small.close()
  }
})

test('S-07: hostile CSV files are refused or read within limits: endless cells, a million columns, NUL', async () => {
  const cases: [name: string, file: string | Uint8Array, words: RegExp][] = [
    ['an endless quoted cell', `a,b\n"${'x'.repeat(3_000_000)}`, /longer than 1 MiB|inside a quoted cell/],
    ['an endless line', 'x'.repeat(5_000_000), /longer than 1 MiB/],
    ['a million columns', `${','.repeat(1_000_000)}x\n`, /Row 1 has more than 1000 cells/],
    ['too many columns in row 3', `a,b\n1,2\n${','.repeat(1_000)}x\n`, /Row 3 has more than 1000 cells/],
    ['NUL from the start', Buffer.alloc(1_000_000), /isn’t UTF-8 encoded/],
    ['quotes alone', '"'.repeat(3_000_001), /longer than 1 MiB|inside a quoted cell/],
    ['empty lines alone', '\n'.repeat(3_000_000), /empty/],
  ]
  for (const [name, file, words] of cases) {
    const result = await readFile(file)
    assert.equal(typeof result, 'string', name)
    assert.match(String(result), words, name)
  }
  assert.deepEqual(await readFile('a,b\n1\u00002,\n'), [
    ['a', 'b'],
    ['1\u00012', ''],
  ])
})

test('S-07: all common workbook variants are read: text kinds, prefixes, missing references, calendars, tabs', async () => {
  const sheet = `${rowOf(['Title', 'Due', '', 'Fee'])}<row/><row><c t="s"><v>0</v></c><c s="1"><v>46357</v></c><c/><c><v>0.1234567890123456789</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c></row>`
  const parts = {
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts><cellXfs><xf/><xf numFmtId="164"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml': '<sst><si><r><t>A &amp; </t></r><r><t xml:space="preserve">B</t></r></si></sst>',
  }
  const read = [
    ['Title', 'Due', '', 'Fee'],
    ['A & B', '2026-12-01', '', '0.1234567890123456789', 'true', '#N/A'],
  ]
  assert.deepEqual(await readFile(await workbookOf(sheet, parts)), read)
  const prefixed = `<x:worksheet><x:sheetData>${sheet.replaceAll(/<(\/?)([a-z])/g, '<$1x:$2')}</x:sheetData></x:worksheet>`
  assert.deepEqual(
    await readFile(await workbookOf('', { ...parts, 'xl/worksheets/sheet1.xml': prefixed })),
    read,
  )
  const bare = {
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rowOf(['x', 'y'])}</sheetData></worksheet>`,
  }
  assert.deepEqual(await readFile(await zipOf(bare)), [['x', 'y']])
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const of1904 = {
    'xl/workbook.xml': `<workbook><workbookPr date1904="true"/><sheets><sheet name="Second" r:id="r2"/><sheet name="First" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${office}/worksheet" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
    'xl/worksheets/sheet2.xml':
      '<worksheet><sheetData><row r="5"><c r="C5" s="1"><v>44895.5</v></c></row></sheetData></worksheet>',
  }
  assert.deepEqual(await readFile(await workbookOf(rowOf(['wrong']), { ...parts, ...of1904 })), [
    ['', '', '2026-12-01T12:00:00.000Z'],
  ])
  const long = 'ä & <'.repeat(6_000).slice(0, 29_000)
  const escaped = long.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const many = Array.from({ length: 40 }, () => rowOf([escaped, 'z'])).join('')
  assert.deepEqual(
    await readFile(await workbookOf(many)),
    Array.from({ length: 40 }, () => [long, 'z']),
  )
})

test('S-07: an upload left by a killed server is deleted after a day, one still being read is kept', async () => {
  assert.equal(await sweepUploads(portal.deps), 0)
  const uploads = join(portal.deps.environment.dataDir, 'imports')
  await mkdir(uploads, { recursive: true })
  const now = portal.clock.now().getTime() / 1_000
  for (const [name, age] of [
    ['old', 25 * 3_600],
    ['new', 60],
  ] as const) {
    await writeFile(join(uploads, name), 'x')
    await utimes(join(uploads, name), now - age, now - age)
  }
  // Stands for an upload that another server removes between the listing and the look at it.
  await symlink(join(uploads, 'gone'), join(uploads, 'removed'))
  assert.equal(await sweepUploads(portal.deps), 1)
  assert.deepEqual((await readdir(uploads)).toSorted(), ['new', 'removed'])
})

test('S-07: a deeply nested mapping and a body that is not a form are 400, not server errors', async () => {
  const deep = `{"legalName":{"value":${'['.repeat(200_000)}${']'.repeat(200_000)}}}`
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  for (const payload of [
    `--b\r\ncontent-disposition: form-data; name="mapping"\r\n\r\n${deep}\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\nlegalName\nA\n\r\n--b--\r\n`,
    `--b\r\n${'x: y\r\n'.repeat(100_000)}\r\n`,
  ]) {
    const response = await portal.send({ method: 'POST', url: '/api/import/orgs', headers, payload }, admin)
    assert.equal(response.statusCode, 400, response.body)
  }
})

test('a form field that is sent twice is refused, so that no dry run writes', async () => {
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const part = (name: string, value: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"${name === 'file' ? '; filename="a.csv"' : ''}\r\n\r\n${value}\r\n`
  const payload = `${part('dryRun', 'true')}${part('dryRun', 'false')}${part('file', 'legalName\nTwice')}--b--\r\n`
  const response = await portal.send({ method: 'POST', url: '/api/import/orgs', headers, payload }, admin)
  assert.equal(response.statusCode, 400, response.body)
  assert.match(response.body, /dryRun is sent more than once/)
})
