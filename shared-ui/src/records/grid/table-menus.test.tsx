import { act, screen, waitFor, within } from '@testing-library/react'
import { collections } from '@portal/contract'
import type { AnyRecord, CrudCall } from '@portal/contract'
import { setWidth } from '../../test-support/browser.ts'
import { crudHandler } from '../../test-support/crud-handler.ts'
import type { CrudResponse } from '../../test-support/crud-handler.ts'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import { server } from '../../test-support/server.ts'
import { RecordPage } from '../page/RecordPage.lazy.tsx'

const tasks = { ...collections.tasks, pageSize: 3 }
const routes = [
  { path: '/tasks/:pid?', element: <RecordPage collection={tasks} label="Tasks" path="/tasks" /> },
]
const task = (number: number): AnyRecord => ({
  pid: `01TASK${String(number).padStart(20, '0')}`,
  version: 1,
  title: `Task ${number}`,
  status: 'OPEN',
})
const many = Array.from({ length: 7 }, (_, place) => task(place + 1))

/** A collection of seven tasks that notes what it was asked. */
function portal(
  asked: CrudCall[] = [],
  more: (call: CrudCall) => CrudResponse | undefined = () => undefined,
) {
  server.use(
    crudHandler(
      (call) => {
        asked.push(call)
        const own = more(call)
        if (own !== undefined) return own
        const page = Number(call.query?.['page'] ?? 1)
        if (call.apiPath === 'tasks')
          return {
            body: { tasks: many.slice((page - 1) * 3, page * 3), metadata: { count: 7, page, pageSize: 3 } },
          }
        if (call.apiPath === 'tasks/fields/status')
          return { body: { field: 'status', values: [{ value: 'OPEN', count: 5 }] } }
        return call.apiPath === 'views' ? { body: { views: [] } } : undefined
      },
      { answersViews: true },
    ),
  )
  return asked
}
const lists = (asked: readonly CrudCall[]) =>
  asked.filter(({ apiPath }) => apiPath === 'tasks').map(({ query }) => query)

beforeEach(() => setWidth(1600))

test('a filter built in its menu applies at once, stands as a chip and in the address, and is removed at the chip (look.md 3)', async () => {
  const asked = portal()
  const { user, router } = renderRoutes(routes, '/tasks?page=2', { as: 'team' })
  await user.click(await screen.findByRole('button', { name: 'Filter' }))
  const menu = await screen.findByRole('dialog', { name: 'Filter' })
  await user.type(await within(menu).findByRole('combobox', { name: 'Add condition' }), 'status{Enter}')
  await user.click(await within(menu).findByRole('checkbox', { name: 'Open' }))
  await waitFor(() =>
    expect(lists(asked).at(-1)).toMatchObject({ filter: { status: ['OPEN'] }, match: 'all', page: 1 }),
  )
  expect(within(menu).getByRole('status')).toHaveTextContent('7 records')
  expect(new URLSearchParams(router.state.location.search).get('filter')).toBe('{"status":["OPEN"]}')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Remove filter Status is Open' }))
  await waitFor(() => expect(router.state.location.search).toBe('?page=1'))
  expect(screen.getByRole('button', { name: 'Filter' })).not.toHaveAccessibleDescription()
})

test('a click on a header sorts, shift adds a second column, and the Sort button says how many', async () => {
  const asked = portal()
  const { user, router } = renderRoutes(routes, '/tasks?page=1', { as: 'team' })
  await user.click(await screen.findByRole('columnheader', { name: 'Title' }))
  await waitFor(() =>
    expect(screen.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'ascending'),
  )
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('columnheader', { name: /^Status/ }))
  await user.keyboard('{/Shift}')
  await waitFor(() => expect(lists(asked).at(-1)).toMatchObject({ sort: 'title,status' }))
  expect(router.state.location.search).toContain('sort=title%2Cstatus')
  expect(screen.getByRole('button', { name: 'Sort' })).toHaveAccessibleDescription('2')
})

test('an address reproduces its table: filter, match, sort and columns (contract.md 9)', async () => {
  const asked = portal()
  const filter = { title: { contains: 'a' }, status: { ne: 'DONE' } }
  renderRoutes(
    routes,
    `/tasks?page=1&filter=${encodeURIComponent(JSON.stringify(filter))}&match=any&sort=-title&hide=status&order=title`,
    {
      as: 'team',
    },
  )
  const headers = await screen.findAllByRole('columnheader')
  expect(headers[1]).toHaveTextContent('Title')
  expect(screen.queryByRole('columnheader', { name: 'Status' })).not.toBeInTheDocument()
  expect(lists(asked)[0]).toEqual({ page: 1, pageSize: 3, filter, match: 'any', sort: '-title' })
})

test('a due date that has passed is marked and read out as overdue while the record is open', async () => {
  const due = [
    { ...task(1), dueDate: '2026-01-02' },
    { ...task(2), dueDate: '2999-01-02' },
    { ...task(3), dueDate: '2026-01-03', status: 'DONE' },
  ]
  portal([], ({ apiPath }) =>
    apiPath === 'tasks' ? { body: { tasks: due, metadata: { count: 3, page: 1, pageSize: 3 } } } : undefined,
  )
  renderRoutes(routes, '/tasks?page=1', { as: 'team' })
  await screen.findByText('Task 1')
  const marked = screen.getAllByText('Overdue:')
  expect(marked).toHaveLength(1)
  expect(marked[0]?.closest('[role=row]')).toHaveTextContent('Task 1')
})

test('groups are closed lines with their count; opening one is kept in the address, and the count stays records', async () => {
  const header = {
    kind: 'group',
    field: 'status',
    value: 'OPEN',
    path: ['OPEN'],
    depth: 0,
    count: 7,
    sums: {},
  }
  portal([], ({ apiPath, query }) => {
    if (apiPath !== 'tasks/groups') return undefined
    const isOpen = JSON.stringify(query?.['open']) === '[["OPEN"]]'
    const lines = [{ ...header, isOpen }, ...(isOpen ? [{ kind: 'record', record: task(1) }] : [])]
    return { body: { lines, metadata: { count: 7, page: 1, pageSize: 100, lines: lines.length } } }
  })
  const { user, router } = renderRoutes(routes, '/tasks?page=1&group=status', { as: 'team' })
  await user.click(await screen.findByRole('button', { name: 'Expand group Open' }))
  expect(await screen.findByText('Task 1')).toBeInTheDocument()
  expect(new URLSearchParams(router.state.location.search).get('open')).toBe('[["OPEN"]]')
  expect(screen.getByText('7 records')).toBeInTheDocument()
})

test('quick clicks on group headers are all counted, also before the first of them is answered', async () => {
  const headerOf = (value: string) => ({
    kind: 'group',
    field: 'status',
    value,
    path: [value],
    depth: 0,
    count: 7,
    sums: {},
    isOpen: false,
  })
  let isResponding = true
  portal([], ({ apiPath }) => {
    if (apiPath !== 'tasks/groups') return undefined
    const lines = ['OPEN', 'BLOCKED', 'DONE'].map(headerOf)
    return isResponding
      ? { body: { lines, metadata: { count: 7, page: 1, pageSize: 100, lines: 3 } } }
      : { refusal: 'unavailable', detail: 'Busy.' }
  })
  const { router, user } = renderRoutes(routes, '/tasks?page=1&group=status', { as: 'team' })
  const headers = await screen.findAllByRole('button', { name: /^Expand group/ })
  isResponding = false
  const openGroups = () => new URLSearchParams(router.state.location.search).get('open')
  act(() => headers.slice(0, 2).forEach((header) => header.click()))
  await waitFor(() => expect(openGroups()).toBe('[["OPEN"],["BLOCKED"]]'))
  isResponding = true
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  const [first] = await screen.findAllByRole('button', { name: /^Expand group/ })
  act(() => first?.click())
  await waitFor(() => expect(openGroups()).toBe('[["BLOCKED"]]'))
})

test('the selection is kept over pages, and can become all that match or none (look.md 3)', async () => {
  portal()
  const { user } = renderRoutes(routes, '/tasks?page=1', { as: 'team' })
  await screen.findByText('Task 1')
  await user.click(screen.getAllByRole('checkbox')[1] ?? document.body)
  expect(await screen.findByText('1 selected')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await screen.findByText('Task 4')
  await user.click(screen.getAllByRole('checkbox')[1] ?? document.body)
  expect(await screen.findByText('2 selected')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Select all 7' }))
  expect(await screen.findByText('7 selected')).toBeInTheDocument()
  await user.click(
    within(screen.getByRole('group', { name: 'Selection' })).getByRole('button', { name: 'Clear' }),
  )
  expect(screen.queryByText(/selected$/, { selector: 'span' })).not.toBeInTheDocument()
})

test('a changed view says so, and Revert brings it back; nothing is lost silently', async () => {
  const view = {
    name: 'Mine to do',
    collection: 'tasks',
    filters: {},
    sort: 'title',
    pid: 'V1',
    version: 1,
    visibility: 'mine',
    isDefaultFor: null,
    owner: null,
    mayChange: true,
  }
  portal([], ({ apiPath }) => (apiPath === 'views' ? { body: { views: [view] } } : undefined))
  const { user, router } = renderRoutes(routes, '/tasks?page=1&view=V1', { as: 'team' })
  await user.click(await screen.findByRole('columnheader', { name: 'Title' }))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Views' })).toHaveAccessibleDescription('Mine to do, modified'),
  )
  await user.click(screen.getByRole('button', { name: 'Views' }))
  await user.click(await screen.findByRole('button', { name: 'Revert' }))
  await waitFor(() => expect(router.state.location.search).toBe('?page=1&view=V1'))
})

test('a filter by a status that went from the map says so, and another can be chosen in its place (domain.md 2)', async () => {
  portal([], ({ apiPath, query }) =>
    apiPath === 'tasks' && JSON.stringify(query ?? {}).includes('PARKED')
      ? { refusal: 'validation-failed', detail: 'PARKED is no status' }
      : undefined,
  )
  const filter = encodeURIComponent(JSON.stringify({ status: ['PARKED', 'OPEN'] }))
  const { user, router } = renderRoutes(routes, `/tasks?page=1&filter=${filter}`, { as: 'team' })
  expect(await screen.findByRole('alert')).toHaveTextContent('A value of “Status” is no longer available.')
  expect(
    screen.getByRole('button', { name: /^Edit filter Status is any of PARKED \(no longer available\), / }),
  ).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Change filter' }))
  await user.click(await screen.findByRole('checkbox', { name: 'PARKED (no longer available)' }))
  await waitFor(() => expect(router.state.location.search).not.toContain('PARKED'))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('filters without a match offer Clear filters', async () => {
  portal([], ({ apiPath, query }) =>
    apiPath === 'tasks' && query?.['filter']
      ? { body: { tasks: [], metadata: { count: 0, page: 1, pageSize: 3 } } }
      : undefined,
  )
  const { user } = renderRoutes(routes, '/tasks?page=1&filter=%7B%22title%22%3A%22none%22%7D', { as: 'team' })
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('Task 1')).toBeInTheDocument()
})

test('a filter that was cut off in the address is told, and clearing it shows the records', async () => {
  portal()
  const { user } = renderRoutes(routes, '/tasks?page=1&filter=%7B%22tit', { as: 'team' })
  expect(await screen.findByRole('alert')).toHaveTextContent('The filter in this link is not valid')
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('Task 1')).toBeInTheDocument()
})

test.each(['sort=gone', 'group=gone', 'filter=%7B%22gone%22%3A1%7D'])(
  'an address with %s says so and leads on to all records (look.md 8)',
  async (asked) => {
    portal([], ({ apiPath, query }) =>
      apiPath.startsWith('tasks') && JSON.stringify(query ?? {}).includes('gone')
        ? { refusal: 'validation-failed', detail: 'there is no field gone' }
        : undefined,
    )
    const { user, router } = renderRoutes(routes, `/tasks?page=1&${asked}`, { as: 'team' })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This link uses a field or value that isn’t available',
    )
    await user.click(screen.getByRole('button', { name: 'Show all records' }))
    expect(await screen.findByText('Task 1')).toBeInTheDocument()
    expect(router.state.location.search).not.toContain('gone')
  },
)

test('letters open their menus, g after a moment, and / searches, but not while one types (look.md 9)', async () => {
  portal()
  const { user } = renderRoutes(routes, '/tasks?page=1', { as: 'team' })
  await screen.findByText('Task 1')
  await user.keyboard('h')
  expect(await screen.findByRole('switch', { name: 'Title' })).toBeChecked()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await user.keyboard('g')
  expect(await screen.findByRole('dialog', { name: 'Group' })).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await user.keyboard('/fs')
  expect(screen.getByRole('searchbox')).toHaveValue('fs')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('on a phone a table begins with name and status', async () => {
  setWidth(390)
  portal()
  renderRoutes(routes, '/tasks?page=1', { as: 'team' })
  const grid = await screen.findByRole('grid', { name: 'Tasks' })
  const [, first, second] = await within(grid).findAllByRole('columnheader')
  expect([first?.textContent, second?.textContent]).toEqual(['Title', 'Status'])
})
