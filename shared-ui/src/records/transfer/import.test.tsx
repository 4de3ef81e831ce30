import { screen, waitFor, within } from '@testing-library/react'
import { collections } from '@portal/contract'
import { http, HttpResponse } from 'msw'
import { setWidth } from '../../test-support/browser.ts'
import { crudHandler } from '../../test-support/crud-handler.ts'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import { server } from '../../test-support/server.ts'
import { RecordPage } from '../LazyRecordPage.tsx'
import { errorsCsv } from './import-calls.ts'

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

/** A server that returns the given import results in order, and records what each upload sent. */
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
  await screen.findByRole('button', { name: 'Check the file' })
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
      const answerField = apiPath === 'processed' ? 'permits' : 'tasks'
      if (apiPath.endsWith('lookup'))
        return { body: { options: [{ pid: 'ORG1', title: 'Acme Corporation', secondary: null }] } }
      return apiPath === 'views'
        ? { body: { views: [] } }
        : {
            body: {
              [answerField]: [{ pid: 'A', version: 1, title: 'A' }],
              metadata: { count: 1, page: 1, pageSize: 50 },
            },
          }
    }),
  )
})

test('a file with other columns is mapped, checked and imported; equal reasons are listed once', async () => {
  const reasons = [{ column: 'Due', message: 'is not a date', count: 12, rows: [3, 4, 5, 6, 7] }]
  const result = {
    created: 1,
    skipped: 12,
    errors: [{ row: 3, column: 'Due', message: 'is not a date' }],
    reasons,
  }
  const { sent } = answerImports([result, result])
  const user = await openFile()
  expect(screen.getByText('Still needed: Title.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Check the file' })).toBeDisabled()
  expect(screen.getByText(/^2 fields guessed/)).toBeVisible()
  await choose(user, 'Title', 'What to do')
  expect(screen.getByText(/^2 fields guessed/)).toBeVisible()
  expect(within(screen.getByRole('row', { name: /^Due date/ })).getByText('guessed')).toBeVisible()
  expect(within(screen.getByRole('row', { name: /^Title/ })).queryByText('guessed')).toBeNull()
  expect(screen.getByText('Call, then visit · Mail')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Check the file' }))

  expect(await screen.findByText('1 record would be made.')).toBeVisible()
  expect(screen.getByRole('row', { name: '12 rows: 3, 4, 5, 6, 7 … Due is not a date' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Import 1 record' }))
  expect(await screen.findByText('1 record imported')).toBeVisible()
  await waitFor(() => expect(screen.getByText('1 record was made.')).toBeVisible())
  expect(sent.map(({ dryRun }) => dryRun)).toEqual(['true', 'false'])
  expect(sent[1]?.['mapping']).toBe(JSON.stringify({ dueDate: 'Due', org: 'Client', title: 'What to do' }))
})

test('values of the file get a meaning: guesses are marked, choices are sent and checked again', async () => {
  const cells = [
    { field: 'status', column: 'State', cell: 'Offen', count: 7 },
    { field: 'status', column: 'State', cell: 'Finished', count: 2, guess: 'DONE' },
    { field: 'assignedOrg', column: 'Client', cell: 'New Ltd', count: 3 },
  ]
  const first = { created: 2, skipped: 10, errors: [], reasons: [], cells, missingOrgs: 1 }
  const { sent } = answerImports([first, { created: 12, skipped: 0, errors: [], missingOrgs: 1 }])
  const user = await openFile()
  await choose(user, 'Title', 'What to do')
  await user.click(screen.getByRole('button', { name: 'Check the file' }))

  const table = await screen.findByRole('table', { name: 'What the file says, and what it means here' })
  expect(within(within(table).getByRole('row', { name: /Finished/ })).getByText('guessed')).toBeVisible()
  expect(within(within(table).getByRole('row', { name: /Offen/ })).queryByText('guessed')).toBeNull()
  await choose(user, 'Status: meaning of “Offen”', 'Open')
  expect(screen.getByText('Check again to see what your choices change.')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Import \d/ })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Create the 1 client that is not here yet' }))
  expect(within(table).queryByRole('row', { name: /New Ltd/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByRole('button', { name: 'Import 12 records' })).toBeVisible()
  expect(JSON.parse(sent[1]?.['values'] ?? '')).toEqual({ status: { Offen: 'OPEN' } })
  expect(sent[1]?.['createMissing']).toBe('orgs')
})

test('an ambiguous sheet and header row can be chosen; a missing byte order mark is reported', async () => {
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
  await choose(user, 'Header', 'Row 1: Report of May')
  await waitFor(() => expect(asked[2]).toEqual({ sheet: 'Notes', headerRow: '1' }))
})

test('an image is rejected as not being a table', async () => {
  answerImports([], { preview: { encoding: 'windows-1252', headers: ['‰PNG'], samples: [['\u0001IHDR']] } })
  const { user } = renderRoutes(page('tasks'), '/x?page=1', { as: 'admin', heading: 'Tasks' })
  await user.click(await screen.findByRole('button', { name: 'Import' }))
  await user.upload(await screen.findByLabelText('File to import'), file)
  expect(await screen.findByText(/neither a CSV nor an XLSX file/)).toBeVisible()
})

test('a whole import is undone with one click, and the kept records are listed', async () => {
  const result = { created: 3, skipped: 0, errors: [] }
  answerImports([result, result], { undoUntil: '2030-01-01T12:00:00.000Z' })
  const undone = {
    deleted: 2,
    kept: 1,
    failed: [{ pid: 'P', title: 'Call them', reason: 'Somebody changed it since.' }],
  }
  server.use(http.post('*/api/jobs/J2/undo', () => HttpResponse.json({ ...undone, job: { id: 'U' } })))
  const user = await openFile()
  await choose(user, 'Title', 'What to do')
  await user.click(screen.getByRole('button', { name: 'Check the file' }))
  await user.click(await screen.findByRole('button', { name: 'Import 3 records' }))
  await user.click(await screen.findByRole('button', { name: 'Undo this import' }))
  expect(await screen.findByText('2 records were moved to the bin.')).toBeVisible()
  expect(screen.getByRole('row', { name: 'Call them Somebody changed it since.' })).toBeVisible()
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
  const list = await screen.findByRole('region', { name: 'Your imports of the last day' })
  expect(list).toHaveTextContent('1,200 records')
  await user.click(within(list).getByRole('button', { name: /^Undo the import of/ }))
  expect(await screen.findByText('1,200 records were moved to the bin.')).toBeVisible()
})

test.each([
  ['team', 'tasks'],
  ['admin', 'processed'],
] as const)('%s has no Import on %s', async (role, name) => {
  renderRoutes(page(name), '/x?page=1', { as: role, heading: 'Tasks' })
  expect(await screen.findByRole('button', { name: 'Export' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
})

test('a formula in the file of skipped rows stays text', () => {
  expect(errorsCsv({ created: 0, skipped: 1, errors: [{ row: 1, message: '=1+1 is no number' }] })).toBe(
    "Row,Column,Why\r\n1,,'=1+1 is no number\r\n",
  )
})
