import { screen, waitFor, within } from '@testing-library/react'
import { collections } from '@portal/contract'
import type { CrudCall } from '@portal/contract'
import { setWidth } from '../../test-support/browser.ts'
import { crudHandler } from '../../test-support/crud-handler.ts'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import { server } from '../../test-support/server.ts'
import { RecordPage } from '../page/RecordPage.lazy.tsx'

const routes = [
  {
    path: '/tasks/:pid?',
    element: <RecordPage collection={collections.tasks} label="Tasks" path="/tasks" />,
  },
]
const kofi = { pid: '01KOFI', title: 'Kofi Alder' }
const readyMade = {
  pid: 'my-tasks',
  version: 1,
  name: 'My tasks',
  collection: 'tasks',
  filters: { assignedTo: '@me' },
  sort: 'dueDate',
  visibility: 'everyone',
  isDefaultFor: null,
  owner: null,
  mayChange: false,
  isReadyMade: true,
}

function openTasks(state: Readonly<Record<string, string | object>> = {}) {
  setWidth(1600)
  const asked: CrudCall[] = []
  server.use(
    crudHandler(
      (call) => {
        asked.push(call)
        if (call.apiPath === 'views' && call.method === 'POST') {
          return {
            body: {
              visibility: 'mine',
              isDefaultFor: null,
              ...Object(call.body),
              pid: 'COPY',
              version: 1,
              owner: null,
              mayChange: true,
            },
            status: 201,
          }
        }
        if (call.apiPath === 'views') return { body: { views: [readyMade] } }
        if (call.apiPath === 'tasks') {
          const task = { pid: 'ONE', version: 1, title: 'Call the city', status: 'OPEN', assignedTo: kofi }
          return { body: { tasks: [task], metadata: { count: 1, page: 1, pageSize: 50 } } }
        }
        if (call.apiPath === 'tasks/fields/assignedTo')
          return { body: { field: 'assignedTo', values: [{ value: kofi, count: 4 }] } }
        return call.apiPath === 'tasks/fields/status'
          ? { body: { field: 'status', values: [{ value: 'OPEN', count: 3 }] } }
          : undefined
      },
      { answersViews: true },
    ),
  )
  const query = new URLSearchParams({ page: '1' })
  for (const [key, value] of Object.entries(state))
    query.set(key, typeof value === 'string' ? value : JSON.stringify(value))
  return { asked, ...renderRoutes(routes, `/tasks?${query.toString()}`, { as: 'team' }) }
}
const lastFilter = (asked: readonly CrudCall[]) =>
  asked.findLast(({ apiPath }) => apiPath === 'tasks')?.query?.['filter']

test('the first choice of a filter on people is Me, and its chip says so', async () => {
  const { user, asked } = openTasks()
  await user.click(await screen.findByRole('button', { name: 'Filter' }))
  const menu = within(await screen.findByRole('dialog', { name: 'Filter' }))
  await user.type(await menu.findByRole('combobox', { name: 'Add condition' }), 'assigned to{Enter}')
  const values = within(await menu.findByRole('group', { name: 'Choose values: Assigned to' }))
  await values.findByRole('checkbox', { name: 'Kofi Alder' })
  const [first] = values.getAllByRole('checkbox')
  expect(first).toBe(values.getByRole('checkbox', { name: 'Me' }))
  await user.click(values.getByRole('checkbox', { name: 'Me' }))
  await waitFor(() => expect(lastFilter(asked)).toEqual({ assignedTo: ['@me'] }))
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('button', { name: 'Edit filter Assigned to: Me' })).toBeVisible()
})

test('values on offer are counted under the other conditions, and what is chosen stays in sight', async () => {
  const filter = { status: ['DONE'], dueDate: { within: 'overdue' }, assignedTo: ['01GONE'] }
  const { user, asked } = openTasks({ filter })
  await user.click(await screen.findByRole('button', { name: 'Filter' }))
  const menu = within(await screen.findByRole('dialog', { name: 'Filter' }))
  await waitFor(() => expect(menu.getByRole('checkbox', { name: 'Open' })).toHaveAccessibleDescription('3'))
  expect(menu.getByRole('checkbox', { name: 'Done' })).toBeChecked()
  expect(await menu.findByRole('checkbox', { name: 'No longer available' })).toBeChecked()
  const counted = asked
    .filter(({ apiPath }) => apiPath === 'tasks/fields/status')
    .map(({ query }) => query?.['filter'])
  expect(counted.at(-1)).toEqual({ dueDate: { within: 'overdue' }, assignedTo: ['01GONE'] })
})

test('a filter takes any number of days, and says them as people do', async () => {
  const { user, asked } = openTasks({ filter: { dueDate: { within: 'next7days' } } })
  await user.click(
    await screen.findByRole('button', { name: 'Edit filter Due date is within the next 7 days' }),
  )
  const menu = within(await screen.findByRole('dialog', { name: 'Filter' }))
  await user.selectOptions(await menu.findByRole('combobox', { name: 'Value' }), 'more than … days ago')
  await user.clear(menu.getByRole('spinbutton', { name: 'Days' }))
  await user.type(menu.getByRole('spinbutton', { name: 'Days' }), '14')
  await waitFor(() => expect(lastFilter(asked)).toEqual({ dueDate: { within: 'over14daysAgo' } }))
  await user.keyboard('{Escape}')
  expect(
    await screen.findByRole('button', { name: 'Edit filter Due date is more than 14 days ago' }),
  ).toBeVisible()
})

test('a ready-made view has an address of its own, is changed by nobody, and can be copied', async () => {
  const { user, asked, router } = openTasks({ view: 'my-tasks' })
  expect(await screen.findByRole('button', { name: 'Edit filter Assigned to: Me' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Views' }))
  const section = within(await screen.findByRole('region', { name: 'Ready-made views' }))
  expect(section.getByRole('button', { name: 'My tasks' })).toHaveAttribute('aria-current', 'true')
  expect(section.queryByRole('button', { name: 'Delete My tasks' })).toBeNull()
  expect(section.queryByRole('button', { name: 'Edit My tasks' })).toBeNull()
  await user.click(section.getByRole('button', { name: 'Copy My tasks' }))
  expect(await screen.findByRole('textbox', { name: 'View name' })).toHaveValue('My tasks (copy)')
  await user.click(screen.getByRole('button', { name: 'Save view' }))
  await waitFor(() => expect(router.state.location.search).toContain('view=COPY'))
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'My tasks (copy)',
    visibility: 'mine',
    collection: 'tasks',
    filters: { assignedTo: '@me' },
    sort: 'dueDate',
  })
})

test('collaborators are offered and shown by their names, Me first', async () => {
  setWidth(1600)
  const asked: CrudCall[] = []
  server.use(
    crudHandler((call) => {
      asked.push(call)
      if (call.apiPath === 'views') return { body: { views: [] } }
      if (call.apiPath === 'permits/fields/collaborators')
        return { body: { field: 'collaborators', values: [{ value: kofi, count: 4 }] } }
      return { body: { permits: [], metadata: { count: 0, page: 1, pageSize: 50 } } }
    }),
  )
  const permits = [
    {
      path: '/permits/:pid?',
      element: <RecordPage collection={collections.permits} label="Permits" path="/permits" />,
    },
  ]
  const { user } = renderRoutes(permits, '/permits?page=1', { as: 'team' })
  await user.click(await screen.findByRole('button', { name: 'Filter' }))
  const menu = within(await screen.findByRole('dialog', { name: 'Filter' }))
  await user.type(await menu.findByRole('combobox', { name: 'Add condition' }), 'collaborators{Enter}')
  const values = within(await menu.findByRole('group', { name: 'Choose values: Collaborators' }))
  await user.click(await values.findByRole('checkbox', { name: 'Kofi Alder' }))
  expect(values.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
    'Me',
    'Kofi Alder',
  ])
  const lastAsked = () => asked.findLast(({ apiPath }) => apiPath === 'permits')?.query?.['filter']
  await waitFor(() => expect(lastAsked()).toEqual({ collaborators: [kofi.pid] }))
  await user.keyboard('{Escape}')
  expect(await screen.findByRole('button', { name: 'Edit filter Collaborators is Kofi Alder' })).toBeVisible()
})
