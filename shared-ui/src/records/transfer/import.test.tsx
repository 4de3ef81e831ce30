import { render, screen, waitFor, within } from '@testing-library/react'
import { collections } from '@portal/contract'
import { http, HttpResponse } from 'msw'
import { setWidth } from '../../test-support/browser.ts'
import { crudHandler } from '../../test-support/crud-handler.ts'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import { server } from '../../test-support/server.ts'
import { setLanguage } from '../../i18n/language.ts'
import { screenInSpanish } from '../../test-support/screen-in-spanish.ts'
import { RecordPage } from '../page/RecordPage.lazy.tsx'
import { errorsCsv } from './import-calls.ts'
import { ImportReportView } from './ImportReportView.tsx'

const page = (name: 'tasks' | 'processed') => [
  { path: '/x', element: <RecordPage collection={collections[name]} label="Tasks" path="/x" /> },
]

const preview = {
  sheets: [],
  encoding: 'utf-8',
  headerRow: 1,
  headers: ['What to do', 'Due', 'State', 'Client'],
  rows: [],
  samples: [
    ['Call, then visit', '2026-12-01', 'Offen', 'Acme'],
    ['Mail', 'soon', 'Finished', 'New Ltd'],
  ],
}
const file = new File(['What to do,Due\n'], 'list.csv', { type: 'text/csv' })

/** Answers of the import: what each upload said, and the results of its jobs in turn. */
function answerImports(
  results: readonly object[],
  more: { preview?: object; recent?: object[]; undoUntil?: string } = {},
) {
  const sent: Record<string, string>[] = []
  const asked: Record<string, string>[] = []
  const fieldsOf = async (request: Request) =>
    Object.fromEntries(
      [...(await request.formData())].flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value]] : [],
      ),
    )
  server.use(
    http.get('*/api/import/tasks', () => HttpResponse.json({ imports: more.recent ?? [] })),
    http.post('*/api/import/tasks/preview', async ({ request }) => {
      asked.push(await fieldsOf(request))
      return HttpResponse.json({ ...preview, ...more.preview })
    }),
    http.post('*/api/import/tasks', async ({ request }) => {
      sent.push(await fieldsOf(request))
      return HttpResponse.json({ job: { id: `J${sent.length}` } }, { status: 202 })
    }),
    http.get('*/api/jobs/:id', ({ params }) => {
      const place = Number(String(params['id']).slice(1)) - 1
      const undo =
        sent[place]?.['dryRun'] === 'false' && more.undoUntil !== undefined
          ? { undoUntil: more.undoUntil }
          : {}
      return HttpResponse.json({
        id: params['id'],
        kind: 'import',
        state: 'done',
        done: 2,
        total: 2,
        result: results[place],
        ...undo,
      })
    }),
  )
  return { sent, asked }
}

async function openFile() {
  const { user } = renderRoutes(page('tasks'), '/x?page=1', { as: 'admin', heading: 'Tasks' })
  await user.click(await screen.findByRole('button', { name: 'Import' }))
  const dialog = await screen.findByRole('dialog', { name: 'Import Tasks' })
  await user.upload(within(dialog).getByLabelText('File to import'), file)
  await screen.findByRole('button', { name: 'Preview' })
  return user
}

const choose = async (user: Awaited<ReturnType<typeof openFile>>, name: string | RegExp, option: string) => {
  await user.click(screen.getByRole('combobox', { name }))
  await user.click(await screen.findByRole('option', { name: option }))
}

beforeEach(() => {
  setWidth(1600)
  server.use(
    crudHandler(({ apiPath }) => {
      const responseField = apiPath === 'processed' ? 'permits' : 'tasks'
      if (apiPath.endsWith('lookup'))
        return { body: { options: [{ pid: 'ORG1', title: 'Acme Corporation', secondary: null }] } }
      return apiPath === 'views'
        ? { body: { views: [] } }
        : {
            body: {
              [responseField]: [{ pid: 'A', version: 1, title: 'A' }],
              metadata: { count: 1, page: 1, pageSize: 50 },
            },
          }
    }),
  )
})

test('a file of another office is mapped, checked and imported; equal reasons are told once, own choices are no guesses', async () => {
  const reasons = [{ column: 'Due', message: 'is not a date', count: 12, rows: [3, 4, 5, 6, 7] }]
  const result = {
    created: 1,
    skipped: 12,
    errors: [{ row: 3, column: 'Due', message: 'is not a date' }],
    reasons,
  }
  const { sent } = answerImports([result, result])
  const user = await openFile()
  expect(screen.getByText('Required: Title.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Preview' })).toBeDisabled()
  expect(screen.getByText(/^2 columns matched/)).toBeVisible()
  await choose(user, 'Title', 'What to do')
  expect(screen.getByText(/^2 columns matched/)).toBeVisible()
  expect(within(screen.getByRole('row', { name: /^Due date/ })).getByText('matched')).toBeVisible()
  expect(within(screen.getByRole('row', { name: /^Title/ })).queryByText('matched')).toBeNull()
  expect(screen.getByText('Call, then visit · Mail')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Preview' }))

  expect(await screen.findByText('1 record will be created.')).toBeVisible()
  expect(screen.getByRole('row', { name: '12 rows: 3, 4, 5, 6, 7 … Due is not a date' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Import 1 record' }))
  expect(await screen.findByText('1 record imported')).toBeVisible()
  await waitFor(() => expect(screen.getByText('1 record created.')).toBeVisible())
  expect(sent.map(({ dryRun }) => dryRun)).toEqual(['true', 'false'])
  expect(sent[1]?.['mapping']).toBe(JSON.stringify({ dueDate: 'Due', org: 'Client', title: 'What to do' }))
})

test('numbers of another form are a warning before the import, and can be imported', async () => {
  const otherForms = [
    {
      field: 'authorityNumber',
      title: 'Austin Development Services',
      example: '2015-000001 BP',
      count: 1200,
      examples: [
        { line: 4, value: '2015-000001' },
        { line: 1005, value: '15-3 BP' },
      ],
    },
    {
      field: 'authorityNumber',
      title: 'Travis County',
      example: 'TX-1234',
      count: 1,
      examples: [{ line: 7, value: '<b>1</b>' }],
    },
  ]
  const result = { created: 1201, skipped: 0, errors: [], otherForms }
  answerImports([result, result])
  const user = await openFile()
  await choose(user, 'Title', 'What to do')
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  const warning = await screen.findByRole('alert')
  expect(warning).toHaveTextContent('Check these numbers. They can be imported as they are.')
  expect(
    within(warning)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Row 4: 2015-000001', 'Row 1,005: 15-3 BP', 'Row 7: <b>1</b>'])
  expect(warning).toHaveTextContent(
    'Austin Development Services uses numbers such as 2015-000001 BP. 1,200 rows have another form:',
  )
  expect(warning).toHaveTextContent('and 1,198 more')
  expect(warning).toHaveTextContent('Travis County uses numbers such as TX-1234. 1 row has another form:')
  expect(screen.getByRole('button', { name: 'Import 1,201 records' })).toBeEnabled()
})

test('the warning about numbers of another form is in Spanish on a Spanish screen', async () => {
  await screenInSpanish()
  const form = {
    field: 'authorityNumber',
    title: 'Austin',
    example: 'A-1',
    examples: [{ line: 2, value: '1' }],
  }
  const result = { created: 2, skipped: 0, errors: [], otherForms: [{ ...form, count: 1 }] }
  const { unmount } = render(<ImportReportView result={result} isDryRun fileName="x.csv" />)
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Austin usa números como A-1. 1 fila tiene otro formato:',
  )
  expect(screen.getByRole('listitem')).toHaveTextContent('Fila 2: 1')
  unmount()
  await setLanguage('en')
})

test('words of the file get a meaning: guesses are chosen and say so, own choices go to the server and are checked again', async () => {
  const cells = [
    { field: 'status', column: 'State', cell: 'Offen', count: 7 },
    { field: 'status', column: 'State', cell: 'Finished', count: 2, guess: 'DONE' },
    { field: 'assignedOrg', column: 'Client', cell: 'New Ltd', count: 3 },
  ]
  const first = { created: 2, skipped: 10, errors: [], reasons: [], cells, missingOrgs: 1 }
  const { sent } = answerImports([first, { created: 12, skipped: 0, errors: [], missingOrgs: 1 }])
  const user = await openFile()
  await choose(user, 'Title', 'What to do')
  await user.click(screen.getByRole('button', { name: 'Preview' }))

  const table = await screen.findByRole('table', { name: 'Map values' })
  expect(within(within(table).getByRole('row', { name: /Finished/ })).getByText('matched')).toBeVisible()
  expect(within(within(table).getByRole('row', { name: /Offen/ })).queryByText('matched')).toBeNull()
  await choose(user, 'Status: value for “Offen”', 'Open')
  expect(screen.getByText('Preview again to see the effect of your changes.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Import \d/ })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Create 1 new client' }))
  expect(within(table).queryByRole('row', { name: /New Ltd/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Preview again' }))
  expect(await screen.findByRole('button', { name: 'Import 12 records' })).toBeVisible()
  expect(JSON.parse(sent[1]?.['values'] ?? '')).toEqual({ status: { Offen: 'OPEN' } })
  expect(sent[1]?.['createMissing']).toBe('orgs')
})

test('a sheet and a header row are chosen where the file leaves them open; letters without a mark are said', async () => {
  const sheets = [
    { name: 'Notes', hidden: false, chosen: false },
    { name: 'Old', hidden: true, chosen: false },
    { name: 'List', hidden: false, chosen: true },
  ]
  const rows = [
    { row: 1, cells: ['Report of May'] },
    { row: 3, cells: ['What to do', 'Due'] },
  ]
  const { asked } = answerImports([], { preview: { sheets, headerRow: 3, rows, encoding: 'windows-1252' } })
  const user = await openFile()
  expect(screen.getByText(/read as Windows-1252/)).toBeVisible()
  await user.click(screen.getByRole('combobox', { name: 'Sheet' }))
  expect(screen.queryByRole('option', { name: 'Old' })).toBeNull()
  await user.click(screen.getByRole('option', { name: 'Notes' }))
  await waitFor(() => expect(asked[1]).toEqual({ sheet: 'Notes' }))
  await choose(user, 'Header row', 'Row 1: Report of May')
  await waitFor(() => expect(asked[2]).toEqual({ sheet: 'Notes', headerRow: '1' }))
})

test('a picture, whose bytes are letters in some encoding, is told to be no table', async () => {
  answerImports([], { preview: { encoding: 'windows-1252', headers: ['‰PNG'], samples: [['\u0001IHDR']] } })
  const { user } = renderRoutes(page('tasks'), '/x?page=1', { as: 'admin', heading: 'Tasks' })
  await user.click(await screen.findByRole('button', { name: 'Import' }))
  await user.upload(await screen.findByLabelText('File to import'), file)
  expect(await screen.findByText(/Not a CSV or XLSX file/)).toBeVisible()
})

test('a whole import is undone in one click; what was kept is named', async () => {
  const result = { created: 3, skipped: 0, errors: [] }
  answerImports([result, result], { undoUntil: '2030-01-01T12:00:00.000Z' })
  const undone = {
    deleted: 2,
    kept: 1,
    failed: [{ pid: 'P', title: 'Call them', reason: 'Changed by someone else since.' }],
  }
  server.use(http.post('*/api/jobs/J2/undo', () => HttpResponse.json({ ...undone, job: { id: 'U' } })))
  const user = await openFile()
  await choose(user, 'Title', 'What to do')
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  await user.click(await screen.findByRole('button', { name: 'Import 3 records' }))
  await user.click(await screen.findByRole('button', { name: 'Undo import' }))
  expect(await screen.findByText('2 records deleted.')).toBeVisible()
  expect(screen.getByRole('row', { name: 'Call them Changed by someone else since.' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('an import of today can be undone before the next file is chosen', async () => {
  const recent = [
    { id: 'J9', endedAt: '2026-11-22T10:00:00.000Z', created: 1200, undoUntil: '2026-11-23T10:00:00.000Z' },
  ]
  answerImports([], { recent })
  server.use(http.post('*/api/jobs/J9/undo', () => HttpResponse.json({ deleted: 1200, kept: 0, failed: [] })))
  const { user } = renderRoutes(page('tasks'), '/x?page=1', { as: 'admin', heading: 'Tasks' })
  await user.click(await screen.findByRole('button', { name: 'Import' }))
  const list = await screen.findByRole('region', { name: 'Your imports in the last day' })
  expect(list).toHaveTextContent('1,200 records')
  await user.click(within(list).getByRole('button', { name: /^Undo import of/ }))
  expect(await screen.findByText('1,200 records deleted.')).toBeVisible()
})

test.each([
  ['team', 'tasks'],
  ['admin', 'processed'],
] as const)('%s finds no Import on %s', async (role, name) => {
  renderRoutes(page(name), '/x?page=1', { as: role, heading: 'Tasks' })
  expect(await screen.findByRole('button', { name: 'Export' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
})

test('a formula in the list of skipped rows stays text', () => {
  expect(errorsCsv({ created: 0, skipped: 1, errors: [{ row: 1, message: '=1+1 is no number' }] })).toBe(
    "Row,Column,Why\r\n1,,'=1+1 is no number\r\n",
  )
})

test('a Spanish screen heads the list of skipped rows in Spanish', async () => {
  await screenInSpanish()
  expect(errorsCsv({ created: 0, skipped: 1, errors: [{ row: 1, message: 'no' }] })).toBe(
    'Fila,Columna,Motivo\r\n1,,no\r\n',
  )
  await setLanguage('en')
})
