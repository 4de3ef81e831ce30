import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { collections } from '@portal/contract'
import type { CrudCall, Declaration, Role } from '@portal/contract'
import { RecordPage } from '../../page/RecordPage.lazy.tsx'
import { setWidth } from '../../../test-support/browser.ts'
import { crudHandler } from '../../../test-support/crud-handler.ts'
import type { CrudResponse } from '../../../test-support/crud-handler.ts'
import { renderRoutes } from '../../../test-support/render-routes.tsx'
import { server } from '../../../test-support/server.ts'

function openPage(
  collection: Declaration,
  as: Role,
  result: (call: CrudCall) => CrudResponse | undefined = () => undefined,
  at = '/page',
) {
  setWidth(1600)
  sessionStorage.clear()
  const sent: CrudCall[] = []
  server.use(
    crudHandler((call) => {
      if (call.method !== 'GET') sent.push(call)
      const answered = result(call)
      if (answered !== undefined) return answered
      if (call.apiPath === 'views') return { body: { views: [] } }
      if (call.apiPath === collection.name)
        return { body: { [collection.responseField]: [], metadata: { count: 0, page: 1, pageSize: 50 } } }
      return undefined
    }),
  )
  const routes = [
    { path: '/page/:pid?', element: <RecordPage collection={collection} label="Page" path="/page" /> },
  ]
  return { ...renderRoutes(routes, at, { as }), sent }
}

const made = { pid: '01NEW', version: 1, title: 'Call the city', refNo: 'TK-2026-000001' }

test('a new record asks for what is required first, is made, said and opened (specification.md 8)', async () => {
  const { user, sent, router } = openPage(collections.tasks, 'team', ({ method, apiPath }) => {
    if (method === 'POST') return { body: { pid: '01NEW' }, status: 201 }
    return apiPath === 'tasks/01NEW' ? { body: made } : undefined
  })
  await user.click(await screen.findByRole('button', { name: 'New' }))
  const dialog = await screen.findByRole('dialog', { name: 'New task' })
  const required = within(dialog).getByRole('region', { name: 'Required' })
  expect(
    within(required)
      .getAllByRole('textbox')
      .map((input) => input.getAttribute('aria-required')),
  ).toEqual(['true'])
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(within(dialog).getByRole('alert')).toHaveTextContent('1 field needs attention. Title is required.')
  await user.type(within(required).getByRole('textbox', { name: 'Title' }), 'Call the city')
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Priority' }), 'High')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Record added successfully')).toBeInTheDocument()
  expect(sent.map(({ body }) => body)).toEqual([{ title: 'Call the city', priority: 'HIGH' }])
  await waitFor(() => expect(router.state.location.pathname).toBe('/page/01NEW'))
})

test('an address asks for a new record, once: with it closed the filter stays and Back does not open it again', async () => {
  const { user, router } = openPage(collections.tasks, 'team', undefined, '/page?page=1&q=roof&new=true')
  const dialog = within(await screen.findByRole('dialog', { name: 'New task' }))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(router.state.location.search).toBe('?page=1&q=roof'))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('an address that asks for a new record opens what was made in its place', async () => {
  const result = ({ method, apiPath }: CrudCall) =>
    method === 'POST'
      ? { body: { pid: '01NEW' }, status: 201 }
      : apiPath === 'tasks/01NEW'
        ? { body: made }
        : undefined
  const { user, router } = openPage(collections.tasks, 'team', result, '/page?new=true')
  const dialog = within(await screen.findByRole('dialog', { name: 'New task' }))
  await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Call the city')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/page/01NEW'))
  expect(router.state.location.search).not.toContain('new=')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New task' })).not.toBeInTheDocument())
})

test('a task repeats by a choice in words, and a due date that has passed is warned of and taken', async () => {
  const { user, sent } = openPage(collections.tasks, 'team', ({ method, apiPath }) => {
    if (method === 'POST') return { body: { pid: '01NEW' }, status: 201 }
    return apiPath === 'tasks/01NEW' ? { body: made } : undefined
  })
  await user.click(await screen.findByRole('button', { name: 'New' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New task' }))
  await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Call the city')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Recurrence' }), 'Every week on Monday')
  const dueDate = dialog.getByLabelText('Due date')
  fireEvent.change(dueDate, { target: { value: '2020-01-02' } })
  expect(dueDate).toHaveAccessibleDescription('This date has passed. The record will be overdue.')
  fireEvent.change(dueDate, { target: { value: '2999-01-02' } })
  expect(dueDate).not.toHaveAccessibleDescription()
  fireEvent.change(dueDate, { target: { value: '2020-01-02' } })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Record added successfully')).toBeInTheDocument()
  expect(sent[0]?.body).toEqual({
    title: 'Call the city',
    recurrence: 'FREQ=WEEKLY;BYDAY=MO',
    dueDate: '2020-01-02',
  })
})

test('the record is made first, then its files are uploaded into it (specification.md 7)', async () => {
  const order: unknown[] = []
  const { user } = openPage(collections.tasks, 'team', ({ method, apiPath }) => {
    if (method === 'POST') {
      order.push('record')
      return { body: { pid: '01NEW' }, status: 201 }
    }
    return apiPath === 'tasks/01NEW' ? { body: made } : undefined
  })
  server.use(
    http.post('*/api/aws/createFile', async ({ request }) => {
      order.push(await request.json())
      return HttpResponse.json({ success: false, message: 'The folder is closed.' }, { status: 403 })
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'New' }))
  const dialog = await screen.findByRole('dialog', { name: 'New task' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Title' }), 'Call the city')
  const files = within(dialog).getByRole('region', { name: 'Files' })
  await user.upload(within(files).getByLabelText('Add files', { selector: 'input' }), [
    new File(['x'], 'plan.txt'),
    new File(['x'], 'not-this.txt'),
  ])
  await user.click(within(files).getByRole('button', { name: 'Remove not-this.txt' }))
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(order).toMatchObject([
      'record',
      { name: 'plan.txt', root: 'tasks/01NEW', parentId: 'tasks/01NEW' },
    ]),
  )
})

test('a refused record says why and keeps what was typed (specification.md 8)', async () => {
  const { user } = openPage(collections.tasks, 'team', ({ method }) =>
    method === 'POST' ? { refusal: 'duplicate', detail: 'It exists.' } : undefined,
  )
  await user.click(await screen.findByRole('button', { name: 'New' }))
  const dialog = await screen.findByRole('dialog', { name: 'New task' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Title' }), 'Twice')
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Failed to add record')).toBeInTheDocument()
  expect(within(dialog).getByRole('alert')).toHaveTextContent('Not saved. Your changes are kept. It exists.')
  expect(within(dialog).getByRole('textbox', { name: 'Title' })).toHaveValue('Twice')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeInTheDocument()
})

test('a client makes a permit for their own organization, from the fields they may write', async () => {
  const { user, sent } = openPage(collections.permits, 'client', ({ method, apiPath }) => {
    if (method === 'POST') return { body: { pid: '01NEW' }, status: 201 }
    return apiPath === 'permits/01NEW'
      ? { body: { pid: '01NEW', version: 1, title: 'Fence', status: 'DRAFT' } }
      : undefined
  })
  await user.click(await screen.findByRole('button', { name: 'New' }))
  const dialog = await screen.findByRole('dialog', { name: 'New permit' })
  expect(within(dialog).getByRole('combobox', { name: 'Client' })).toHaveValue('Acme Builders')
  expect(within(dialog).queryByText('Assigned to')).not.toBeInTheDocument()
  await user.type(within(dialog).getByRole('textbox', { name: 'Title' }), 'Fence')
  const type = within(dialog).getByRole('combobox', { name: 'Permit type' })
  const [, first] = within(type).getAllByRole('option')
  if (first === undefined) throw new Error('There is no permit type')
  await user.selectOptions(type, first)
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Record added successfully')).toBeInTheDocument()
  expect(sent[0]?.body).toMatchObject({ title: 'Fence', org: '01ORGANIZATION000000000000' })
})

test.each([
  [collections.processed, 'superadmin'],
  [collections.payments, 'client'],
] as const)('there is no New where one may not make records: %#', async (collection, as) => {
  openPage(collection, as, undefined, '/page?new=true')
  await screen.findByRole('button', { name: 'Export' })
  expect(screen.queryByRole('button', { name: 'New' })).not.toBeInTheDocument()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
