import { screen, waitFor, within } from '@testing-library/react'
import { collections } from '@portal/contract'
import { http, HttpResponse } from 'msw'
import { setWidth } from '../../test-support/browser.ts'
import { crudHandler } from '../../test-support/crud-handler.ts'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import { server } from '../../test-support/server.ts'
import { RecordPage } from '../LazyRecordPage.tsx'
import { errorsCsv } from './import-calls.ts'
import { firstCsvRows } from './read-csv-head.ts'

const page = (name: 'tasks' | 'processed') => [{ path: '/x', element: <RecordPage collection={collections[name]} label="Tasks" path="/x" /> }]

beforeEach(() => {
  setWidth(1600)
  server.use(
    crudHandler(({ apiPath }) => {
      const answerField = apiPath === 'processed' ? 'permits' : 'tasks'
      return apiPath === 'views'
        ? { body: { views: [] } }
        : { body: { [answerField]: [{ pid: 'A', version: 1, title: 'A' }], metadata: { count: 1, page: 1, pageSize: 50 } } }
    }),
  )
})

test('a file of another office is mapped, checked and imported; skipped rows are named', async () => {
  const sent: Record<string, FormDataEntryValue | null>[] = []
  const created = { created: 1, skipped: 1, errors: [{ row: 2, column: 'Due', message: 'is not a date' }] }
  server.use(
    http.post('*/api/import/tasks', async ({ request }) => {
      const form = await request.formData()
      sent.push({ dryRun: form.get('dryRun'), mapping: form.get('mapping') })
      return HttpResponse.json({ job: { id: 'J1' } }, { status: 202 })
    }),
    http.get('*/api/jobs/J1', () => HttpResponse.json({ id: 'J1', kind: 'import', state: 'done', done: 2, total: 2, result: created })),
  )
  const { user } = renderRoutes(page('tasks'), '/x?page=1', { as: 'admin', heading: 'Tasks' })
  await user.click(await screen.findByRole('button', { name: 'Import' }))
  const dialog = await screen.findByRole('dialog', { name: 'Import Tasks' })
  const file = new File(['What to do,Due,Notes\n"Call, then visit",2026-12-01,x\nMail,soon,y\n'], 'list.csv', { type: 'text/csv' })
  await user.upload(within(dialog).getByLabelText('File to import'), file)

  expect(await screen.findByText('Still needed: Title.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Check the file' })).toBeDisabled()
  await user.click(within(screen.getByRole('row', { name: /^Title/ })).getByRole('combobox'))
  await user.click(await screen.findByRole('option', { name: 'What to do' }))
  expect(screen.getByText('Call, then visit · Mail')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Check the file' }))

  expect(await screen.findByText('1 record would be made.')).toBeVisible()
  expect(screen.getByRole('row', { name: '2 Due is not a date' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Import 1 record' }))
  expect(await screen.findByText('1 record imported')).toBeVisible()
  await waitFor(() => expect(screen.getByText('1 record was made.')).toBeVisible())
  expect(sent.map(({ dryRun }) => dryRun)).toEqual(['true', 'false'])
  expect(sent[1]?.['mapping']).toBe(JSON.stringify({ dueDate: 'Due', title: 'What to do' }))
})

test.each([
  ['team', 'tasks'],
  ['admin', 'processed'],
] as const)('%s finds no Import on %s', async (role, name) => {
  renderRoutes(page(name), '/x?page=1', { as: role, heading: 'Tasks' })
  expect(await screen.findByRole('button', { name: 'Export' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
})

test('quotes, commas and line ends inside a cell belong to it; semicolons may stand for commas', () => {
  expect(firstCsvRows('a,b\r\n"x ""y"",\nz",2\r\ncut o', 9, false)).toEqual([
    ['a', 'b'],
    ['x "y",\nz', '2'],
  ])
  expect(firstCsvRows('a;b\n1;2', 9, true)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test('a formula in the list of skipped rows stays text', () => {
  expect(errorsCsv({ created: 0, skipped: 1, errors: [{ row: 1, message: '=1+1 is no number' }] })).toBe(
    "Row,Column,Why\r\n1,,'=1+1 is no number\r\n",
  )
})
