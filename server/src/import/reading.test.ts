import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ImportPreview, ImportResult } from '@portal/contract'
import { endOfJob } from '#platform/jobs/test-support/end-of-job.ts'
import type { Person } from '#test-support/given.ts'
import { startTestApp } from '#test-support/start-test-app.ts'
import type { TestApp } from '#test-support/start-test-app.ts'
import { rowOf, workbookOf } from '#test-support/workbooks.ts'

let portal: TestApp
let admin: Person
before(async () => {
  portal = await startTestApp()
  await portal.given.org({ name: 'Acme' })
  admin = await portal.given.user({ role: 'admin' })
})
after(() => portal.close())

type File = string | Uint8Array

function send(url: string, file: File, fields: Readonly<Record<string, string>>) {
  const mark = 'a-boundary-of-the-test'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${mark}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `${parts.join('')}--${mark}\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(file), Buffer.from(`\r\n--${mark}--\r\n`)])
  return portal.send(
    { method: 'POST', url, headers: { 'content-type': `multipart/form-data; boundary=${mark}` }, payload },
    admin,
  )
}

async function imported(
  file: File,
  mapping: object | null,
  fields: Record<string, string> = {},
  collection = 'permits',
) {
  const all = { ...fields, ...(mapping !== null && { mapping: JSON.stringify(mapping) }) }
  const response = await send(`/api/import/${collection}`, file, all)
  assert.equal(response.statusCode, 202, response.body)
  const job = await endOfJob(portal, admin, response.json<{ job: { id: string } }>().job.id)
  assert.equal(job.state, 'done', job.detail)
  return ImportResult.parse(job.result)
}

async function refusal(
  file: File,
  fields: Record<string, string> = {},
  collection = 'tasks',
): Promise<string> {
  const response = await send(`/api/import/${collection}`, file, fields)
  assert.equal(response.statusCode, 400, response.body)
  return response.json<{ detail: string }>().detail
}

async function preview(file: File, fields: Record<string, string> = {}, collection = 'tasks') {
  const response = await send(`/api/import/${collection}/preview`, file, fields)
  assert.equal(response.statusCode, 200, response.body)
  return ImportPreview.parse(response.json())
}

async function list(collection: string, filter: object): Promise<Record<string, unknown>[]> {
  const query = { filter, pageSize: 200, sort: 'createdAt' }
  const response = await portal.crud(admin, { apiPath: collection, method: 'GET', query })
  return response.json<Record<string, Record<string, unknown>[]>>()[collection] ?? []
}

/** Imports a column of cells into a field: the stored values by cell, and why the others were refused. */
async function readColumn(
  batch: string,
  field: string,
  cells: readonly string[],
  fields: Record<string, string> = {},
  collection = 'permits',
) {
  const own = collection === 'permits' ? { org: { value: 'Acme' }, permitType: { value: 'SIGN' } } : {}
  const quoted = cells.map((cell, at) => `${batch} ${at},"${cell}"`).join('\n')
  const { errors } = await imported(
    `Name,Cell\n${quoted}\n`,
    { ...own, title: 'Name', [field]: 'Cell' },
    fields,
    collection,
  )
  const kept = await list(collection, { title: { startsWith: `${batch} ` } })
  return cells.map((cell, at): [string, unknown] => {
    const record = kept.find(({ title }) => title === `${batch} ${at}`)
    return [
      cell,
      record === undefined ? (errors.find(({ line }) => line === at + 2)?.message ?? 'lost') : record[field],
    ]
  })
}

const dayStyles =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><cellXfs><xf/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>'
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

test('F3: a workbook with the 1904 calendar keeps its days', async () => {
  const cell = (serial: string, style = 1) => `<c s="${style}"><v>${serial}</v></c>`
  const rows = (serials: readonly string[]) =>
    rowOf(['Title', 'Due']) +
    serials
      .map(
        (serial, at) =>
          `<row><c t="inlineStr"><is><t>day ${at}</t></is></c>${cell(serial, (at % 2) + 1)}</row>`,
      )
      .join('')
  const daysOf = async (serials: readonly string[], is1904: boolean) => {
    const workbook = `<workbook xmlns:r="${relationships}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`
    const file = await workbookOf(rows(serials), { 'xl/styles.xml': dayStyles, 'xl/workbook.xml': workbook })
    return (await preview(file)).samples.map(([, day]) => day)
  }
  assert.deepEqual(await daysOf(['40001', '40001.5625', '0.5'], true), [
    '2013-07-08',
    '2013-07-08T13:30:00.000Z',
    '12:00:00',
  ])
  assert.deepEqual(await daysOf(['41463', '41463.5625', '1', '59', '61'], false), [
    '2013-07-08',
    '2013-07-08T13:30:00.000Z',
    '1900-01-01',
    '1900-02-28',
    '1900-03-01',
  ])
  assert.deepEqual(await daysOf(['60', '0.75'], false), ['1900-02-29', '18:00:00'])
  const parts = {
    'xl/styles.xml': dayStyles,
    'xl/workbook.xml': `<workbook xmlns:r="${relationships}"><workbookPr date1904="1"/><sheets><sheet name="A" r:id="rId1"/></sheets></workbook>`,
  }
  const { errors } = await imported(
    await workbookOf(rows(['40001.5625', '40001', '0.5']), parts),
    null,
    {},
    'tasks',
  )
  assert.deepEqual(
    (await list('tasks', { title: { startsWith: 'day ' } }))
      .map(({ title, dueDate }) => `${String(title)}: ${String(dueDate)}`)
      .toSorted(),
    ['day 0: 2013-07-08', 'day 1: 2013-07-08'],
  )
  assert.match(errors[0]?.message ?? '', /Due: “12:00:00” is not a date/)
})

test('F4: a decimal comma is read if chosen and refused by name otherwise, never as another number', async () => {
  const commas = [
    '1,50',
    '0,99',
    '1234,5',
    '12,34',
    '1 234,50',
    '1.200,00',
    '1,2,3,4',
    '1.234,50',
    '1.200',
    '12.340',
  ]
  for (const [cell, read] of await readColumn('comma', 'valuation', commas))
    assert.equal(typeof read, 'string', `${cell} -> ${String(read)}`)
  for (const [cell, read] of await readColumn('place', 'lat', ['1,5', '12,34', '48,1']))
    assert.match(String(read), /decimal comma/, cell)
  const said = await readColumn(
    'said',
    'valuation',
    [...commas, '1.200,00 USD', '1,200', '12.5', '1,234.50', '0.500'],
    { decimal: 'comma' },
  )
  assert.deepEqual(
    said.map(([, read]) => (typeof read === 'number' ? read : 'refused')),
    [
      150,
      99,
      123450,
      1234,
      123450,
      120000,
      'refused',
      123450,
      120000,
      1234000,
      120000,
      'refused',
      'refused',
      'refused',
      'refused',
    ],
  )
  assert.deepEqual((await readColumn('place said', 'lat', ['1,5'], { decimal: 'comma' }))[0]?.[1], 1.5)
  const european = await imported('Name;Wert\nHaus;1.200,00\nHof;15,50\n', {
    title: 'Name',
    org: { value: 'Acme' },
    permitType: { value: 'SIGN' },
    valuation: 'Wert',
  })
  assert.deepEqual([european.created, european.skipped], [0, 2])
  assert.match(await refusal('title\nx\n', { decimal: 'dot' }), /decimal/)
})

test('F9: days in common notations are read if unambiguous and refused by name otherwise', async () => {
  const may31 = [
    '2026-05-31T00:00:00.000',
    '2026-05-31T00:00:00Z',
    '2026-05-31T23:30:00-07:00',
    '2026-05-31 00:00:00',
    '05/31/2026 12:00:00 AM',
    '05/31/2026 00:00',
    '5/31/2026',
    '2026/05/31',
    '2026-5-31',
    '5/31/26',
    '31.05.2026',
    '31 May 2026',
    '31 may 2026',
    '31 de mayo de 2026',
    'May 31, 2026',
    '31-May-26',
    '20260531',
  ]
  for (const [cell, read] of await readColumn('day', 'targetDate', may31))
    assert.equal(read, '2026-05-31', cell)
  const unclear = [
    '05.06.2026',
    '05/06/07',
    '5/31/45',
    '05-06-2026',
    '31/05/2026',
    '13/45/2026',
    '2026-02-30',
    '46173',
    '13:30',
    '05/31/2026 25:00',
  ]
  for (const [cell, read] of await readColumn('unclear', 'targetDate', unclear))
    assert.match(String(read), /is not a date|could be more than one date/, cell)
  const moments = ['05/31/2026 1:05 PM', '2026-05-31T13:05:00-0700', '2026-05-31 13:05', '2026-05-31', 'soon']
  const read = await readColumn('moment', 'followUpAt', moments, {}, 'tasks')
  assert.deepEqual(
    read.slice(0, 4).map(([, at]) => at),
    [
      '2026-05-31T13:05:00.000Z',
      '2026-05-31T20:05:00.000Z',
      '2026-05-31T13:05:00.000Z',
      '2026-05-31T00:00:00.000Z',
    ],
  )
  assert.match(String(read[4]?.[1]), /is not a date and time/)
})

test('F9: amounts with a sign or currency are read, sums keep their cents, parts of a cent are refused', async () => {
  const amounts = {
    '$1,234.50': 123450,
    '1234.5': 123450,
    'USD 5.00': 500,
    '5.00 USD': 500,
    '.50': 50,
    '+5': 500,
    '12.5000': 1250,
    '3.3000000000000003': 330,
  }
  for (const [cell, read] of await readColumn('amount', 'valuation', Object.keys(amounts)))
    assert.equal(read, Object.entries(amounts).find(([key]) => key === cell)?.[1], cell)
  const refused = {
    '(12.00)': /below zero/,
    'CA$20.00': /not in USD/,
    '€5.00': /not in USD/,
    '1.005': /more than one number/,
    '1e3': /not an amount/,
    '0.005': /up to 2 decimals/,
    '#DIV/0!': /is a workbook error/,
  }
  for (const [cell, read] of await readColumn('refused', 'valuation', Object.keys(refused)))
    assert.match(String(read), Object.entries(refused).find(([key]) => key === cell)?.[1] ?? /never/, cell)
  const numbers = ['3.3000000000000003', '1E3', '12345.670000000311', '1.005', '0.1']
  const rows = numbers
    .map((number, at) => `<row><c t="inlineStr"><is><t>sum ${at}</t></is></c><c><v>${number}</v></c></row>`)
    .join('')
  const open = '<row><c t="inlineStr"><is><t>sum 9</t></is></c><c><f>A1+B1</f></c></row>'
  const mapping = { title: 'Name', valuation: 'Fee', org: { value: 'Acme' }, permitType: { value: 'SIGN' } }
  for (const decimal of ['point', 'comma']) {
    const { errors } = await imported(await workbookOf(rowOf(['Name', 'Fee']) + rows + open), mapping, {
      decimal,
    })
    assert.deepEqual(
      errors.map(({ line }) => line),
      [5, 7],
    )
    assert.match(errors[1]?.message ?? '', /#CALC!.*was not calculated/)
  }
  assert.deepEqual(
    new Set((await list('permits', { title: { startsWith: 'sum ' } })).map(({ valuation }) => valuation)),
    new Set([330, 100000, 1234567, 10]),
  )
})

test('F10: the first visible sheet in tab order is read, or the named one', async () => {
  const sheets =
    '<sheet name="Very" state="veryHidden" r:id="r1"/><sheet name="Gone" state="hidden" r:id="r2"/><sheet name="New &amp; good" r:id="r4"/><sheet name="Old" r:id="r3"/>'
  const file = await workbookOf('', {
    'xl/workbook.xml': `<workbook xmlns:r="${relationships}"><sheets>${sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${[1, 2, 3, 4].map((n) => `<Relationship Id="r${n}" Type="${relationships}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(
      ['very', 'gone', 'old', 'new'].map((name, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet><sheetData>${rowOf(['Title'])}${rowOf([name])}</sheetData></worksheet>`,
      ]),
    ),
  })
  const first = await preview(file)
  assert.deepEqual(first.sheets, [
    { name: 'Very', hidden: true, chosen: false },
    { name: 'Gone', hidden: true, chosen: false },
    { name: 'New & good', hidden: false, chosen: true },
    { name: 'Old', hidden: false, chosen: false },
  ])
  assert.deepEqual(first.samples, [['new']])
  assert.deepEqual((await preview(file, { sheet: 'Old' })).samples, [['old']])
  assert.match(await refusal(file, { sheet: 'Nope' }), /no sheet “Nope”.*“Old”/)
  assert.match(await refusal(file, {}, 'orgs'), /“New & good” was read; choose another with sheet: “Old”/)
  await imported(file, { title: 'Title' }, {}, 'tasks')
  assert.equal((await list('tasks', { title: 'new' })).length, 1)
})

test('F10: the header is found below titles and sep=, in any case, and with delimiters inside quotes', async () => {
  const headers = async (file: File, fields: Record<string, string> = {}) => {
    const { headerRow, headers: found, samples } = await preview(file, fields)
    return [headerRow, found.join('|'), samples.map((row) => row.join('|')).join(' ')]
  }
  assert.deepEqual(await headers('Permit list 2026\n\nTitle,Due,Notes\na,2026-01-02,x\n'), [
    3,
    'Title|Due|Notes',
    'a|2026-01-02|x',
  ])
  assert.deepEqual(await headers('sep=;\r\nTitle;Due\r\na,b;2026-01-02\r\n'), [
    1,
    'Title|Due',
    'a,b|2026-01-02',
  ])
  assert.deepEqual(await headers('"Title; with; many; marks\there",Due\n"a;b",c\n'), [
    1,
    'Title; with; many; marks\there|Due',
    'a;b|c',
  ])
  assert.deepEqual(await headers('Title\tDue\na, b\tc\n'), [1, 'Title|Due', 'a, b|c'])
  assert.deepEqual(await headers('A,B\nTitle,Due\nx,y\n', { headerRow: '2' }), [2, 'Title|Due', 'x|y'])
  assert.match(await refusal('Title\nx\n', { headerRow: '7' }), /Row 7 is empty or not in the file/)
  await imported('TITLE,Due\nother letters,2026-01-02\n', { title: 'title' }, {}, 'tasks')
  assert.equal((await list('tasks', { title: 'other letters' })).length, 1)
})

test('F10: a row with more cells than the header is refused by name; trailing empty and merged cells are not', async () => {
  const { created, errors } = await imported(
    'Title,Due\nfine,,,,\nSmith, John,2026-01-02\nlast,2026-01-03\n',
    null,
    {},
    'tasks',
  )
  assert.equal(created, 2)
  assert.deepEqual(errors, [
    {
      row: 2,
      line: 3,
      message: 'The row has 3 cells and the header 2: a cell may hold a separator that is not in quotes',
    },
  ])
  const merged = `<worksheet><sheetData>${rowOf(['Title', 'Tags'])}${rowOf(['merged', 'roof'])}${rowOf(['below', ''])}</sheetData><mergeCells><mergeCell ref="B2:B3"/></mergeCells></worksheet>`
  assert.deepEqual((await preview(await workbookOf('', { 'xl/worksheets/sheet1.xml': merged }))).samples, [
    ['merged', 'roof'],
    ['below', 'roof'],
  ])
})

test('F10: Windows-1252 text is previewed as such, read if chosen and refused otherwise', async () => {
  const file = Buffer.from('Title,Due\nJ\u00f6rg \u0080,2026-01-02\n', 'latin1')
  const shown = await preview(file)
  assert.deepEqual([shown.encoding, shown.samples], ['windows-1252', [['Jörg €', '2026-01-02']]])
  assert.match(await refusal(file), /isn’t UTF-8 encoded.*encoding=windows-1252/)
  await imported(file, null, { encoding: 'windows-1252' }, 'tasks')
  assert.equal((await list('tasks', { title: 'Jörg €' })).length, 1)
})
