import { screen, waitFor, within } from '@testing-library/react'
import { collections, initialConfiguration } from '@portal/contract'
import { setWidth } from '../../../test-support/browser.ts'
import { crudHandler } from '../../../test-support/crud-handler.ts'
import { renderRoutes } from '../../../test-support/render-routes.tsx'
import { server } from '../../../test-support/server.ts'
import { RecordPage } from '../../page/RecordPage.lazy.tsx'
import { fieldKey } from './field-key.ts'

test('an administrator adds a field, and it is a column in sight at once though the table is full; a refusal is told (issue 3)', async () => {
  setWidth(1600)
  const bodies: unknown[] = []
  let isRefused = true
  const column = {
    name: 'custom.roofArea',
    label: 'Roof area',
    type: 'decimal',
    is_visible: true,
    table_view: true,
  }
  server.use(
    crudHandler(({ apiPath, method, body }) => {
      if (apiPath === 'views') return { body: { views: [] } }
      if (apiPath === 'config') {
        const configuration = initialConfiguration()
        return {
          body: {
            ...configuration,
            columns: { ...configuration.columns, tasks: [...(configuration.columns.tasks ?? []), column] },
          },
        }
      }
      if (apiPath === 'tasks/fields' && method === 'POST') {
        bodies.push(body)
        return isRefused
          ? { refusal: 'duplicate', detail: 'There is a field roofArea already.' }
          : { body: column, status: 201 }
      }
      return {
        body: {
          tasks: [{ pid: 'A', version: 1, title: 'A task' }],
          metadata: { count: 1, page: 1, pageSize: 50 },
        },
      }
    }),
  )
  const routes = [
    { path: '/tasks', element: <RecordPage collection={collections.tasks} label="Tasks" path="/tasks" /> },
  ]
  const { user } = renderRoutes(routes, '/tasks?page=1', { as: 'admin', heading: 'Tasks' })
  await user.click(await screen.findByRole('button', { name: 'Add field' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add a field to Tasks' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Roof area')
  await user.click(within(dialog).getByRole('combobox', { name: 'Type' }))
  await user.click(await screen.findByRole('option', { name: 'Number' }))
  await user.click(within(dialog).getByRole('button', { name: 'Add field' }))
  expect(await screen.findByText('Failed to add field')).toBeVisible()
  expect(screen.getByText('There is a field roofArea already.')).toBeVisible()

  isRefused = false
  await user.click(within(dialog).getByRole('button', { name: 'Add field' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByRole('columnheader', { name: 'Roof area' })).toBeInTheDocument()
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(headers.slice(1, 4)).toEqual(['Title', 'Status', 'Roof area'])
  expect(bodies.at(-1)).toEqual({ name: 'roofArea', label: 'Roof area', type: 'number' })
})

test('S-14: a field of a collection that clients read is kept from them unless the box is ticked, and the dialog says so in plain words', async () => {
  const bodies: unknown[] = []
  server.use(
    crudHandler(({ apiPath, method, body }) => {
      if (apiPath === 'views') return { body: { views: [] } }
      if (apiPath === 'permits/fields' && method === 'POST') bodies.push(body)
      if (apiPath === 'permits/fields') return { refusal: 'duplicate', detail: 'There is one already.' }
      return { body: { permits: [], metadata: { count: 0, page: 1, pageSize: 50 } } }
    }),
  )
  const routes = [
    {
      path: '/permits',
      element: <RecordPage collection={collections.permits} label="Permits" path="/permits" />,
    },
  ]
  const { user } = renderRoutes(routes, '/permits?page=1', { as: 'admin', heading: 'Permits' })
  await user.click(await screen.findByRole('button', { name: 'Add field' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Fraud score')
  const box = dialog.getByRole('checkbox', { name: 'Clients can see this field' })
  expect(box).not.toBeChecked()
  expect(box).toHaveAccessibleDescription(/Visible to staff only/)
  await user.click(dialog.getByRole('button', { name: 'Add field' }))
  await waitFor(() => expect(bodies).toHaveLength(1))
  await user.click(box)
  expect(box).toHaveAccessibleDescription(/Clients see it on their own records/)
  await user.click(dialog.getByRole('button', { name: 'Add field' }))
  await waitFor(() => expect(bodies).toHaveLength(2))
  expect(bodies.map((body) => Object(body).masked)).toEqual([true, false])
})

test.each([
  ['Roof area (m2)', 'roofAreaM2'],
  ['Constructor', 'constructorField'],
  ['2nd Contact', 'ndContact'],
  ['电话', ''],
])('the key of %s is %s', (label, key) => {
  expect(fieldKey(label)).toBe(key)
})
