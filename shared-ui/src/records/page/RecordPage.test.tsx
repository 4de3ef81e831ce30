import { screen, waitFor, within } from '@testing-library/react'
import { collections } from '@portal/contract'
import type { AnyRecord, CrudCall } from '@portal/contract'
import { RecordPage } from './RecordPage.lazy.tsx'
import { crudHandler } from '../../test-support/crud-handler.ts'
import type { CrudResponse } from '../../test-support/crud-handler.ts'
import { setWidth } from '../../test-support/browser.ts'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import { server } from '../../test-support/server.ts'

/** Short pages: large tables are slow in jsdom, and these tests do not depend on the size. */
const tasks = { ...collections.tasks, pageSize: 5 }
const routes = [
  { path: '/tasks/:pid?', element: <RecordPage collection={tasks} label="Tasks" path="/tasks" /> },
]

const task = (number: number, more: Record<string, unknown> = {}): AnyRecord => ({
  pid: `01TASK${String(number).padStart(20, '0')}`,
  version: 1,
  refNo: `TK-2026-${String(number).padStart(6, '0')}`,
  title: `Task ${number}`,
  status: 'OPEN',
  dueDate: '2026-03-12',
  description: `About task ${number}`,
  ...more,
})

const pagesOf =
  (records: readonly AnyRecord[]) =>
  (call: CrudCall): CrudResponse | undefined => {
    const page = Number(call.query?.['page'] ?? 1)
    const pageSize = Number(call.query?.['pageSize'])
    const single = records.find(({ pid }) => call.apiPath === `tasks/${pid}`)
    if (single !== undefined) return { body: single }
    if (call.apiPath === 'tasks')
      return {
        body: {
          tasks: records.slice((page - 1) * pageSize, page * pageSize),
          metadata: { count: records.length, page, pageSize },
        },
      }
    if (call.apiPath === 'tasks/search') {
      const found = records.filter(({ title }) => String(title).includes(String(call.query?.['searchToken'])))
      return { body: { tasks: found, metadata: { count: found.length, page, pageSize } } }
    }
    return call.apiPath.startsWith('tasks/') ? { refusal: 'not-found' } : undefined
  }

const many = Array.from({ length: 12 }, (_, place) => task(place + 1))
/** The title cell of a record. Finding rows by name is very slow in jsdom. */
const rowOf = (title: string) => screen.findByText(title, { selector: '[role=gridcell] *' })

beforeEach(() => setWidth(1600))

test('a page shows its records in a grid named by the heading, and announces their count (contract.md 9)', async () => {
  server.use(crudHandler(pagesOf(many)))
  renderRoutes(routes, '/tasks?page=1', { as: 'team', heading: 'Tasks' })
  expect(await screen.findByRole('grid', { name: 'Tasks' })).toBeInTheDocument()
  expect(screen.getByRole('status')).toHaveTextContent('12 records')
  expect((await rowOf('Task 1')).closest('[role=row]')).toHaveTextContent('Mar 12, 2026')
  expect(screen.getByText('1-5 of 12')).toBeInTheDocument()
})

test.each([
  ['orgs', 100],
  ['tasks', 50],
] as const)('the page of %s requests %i records at a time (specification.md 9)', async (name, size) => {
  const asked: unknown[] = []
  const collection = collections[name]
  server.use(
    crudHandler((call) => {
      asked.push(call.query)
      return { body: { [collection.responseField]: [], metadata: { count: 0, page: 1, pageSize: size } } }
    }),
  )
  renderRoutes(
    [{ path: '/x', element: <RecordPage collection={collection} label="X" path="/x" address="query" /> }],
    '/x?page=1',
    { as: 'admin' },
  )
  expect(await screen.findByText(/^No .* yet/)).toBeInTheDocument()
  expect(asked).toEqual([{ page: 1, pageSize: size }])
})

test('Search permits focuses its search box and finds permits of both buckets (contract.md 2)', async () => {
  const asked: CrudCall[] = []
  server.use(
    crudHandler((call) => {
      asked.push(call)
      return {
        body: {
          permits: [{ ...task(1), title: 'A closed permit' }],
          metadata: { count: 1, page: 1, pageSize: 50 },
        },
      }
    }),
  )
  const page = (
    <RecordPage
      collection={collections.permits}
      label="Search permits"
      path="/permits/search"
      address="query"
      scope="all"
    />
  )
  const { user } = renderRoutes([{ path: '/permits/search', element: page }], '/permits/search', {
    as: 'team',
  })
  await rowOf('A closed permit')
  expect(screen.getByRole('searchbox', { name: 'Search' })).toHaveFocus()
  await user.keyboard('closed')
  await waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ scope: 'all', searchToken: 'closed' }))
  expect(asked[0]).toMatchObject({
    apiPath: 'permits/search',
    query: { scope: 'all', searchToken: '', page: 1, pageSize: 50 },
  })
  await user.click(await rowOf('A closed permit'))
  await waitFor(() => expect(asked.at(-1)?.apiPath).toBe(`permits/${task(1).pid}`))
})

test('the page buttons move through the pages, and the address follows', async () => {
  server.use(crudHandler(pagesOf(many)))
  const { user, router } = renderRoutes(routes, '/tasks?page=1', { as: 'team' })
  await user.click(await screen.findByRole('button', { name: 'Next page' }))
  expect(await rowOf('Task 6')).toBeInTheDocument()
  expect(router.state.location.search).toBe('?page=2')
  await user.click(screen.getByRole('button', { name: 'Page 3' }))
  expect(await rowOf('Task 11')).toBeInTheDocument()
  expect(screen.getByText('11-12 of 12')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Next page' })).toBeDisabled()
})

test('a page number past the end becomes the last page (specification.md 4)', async () => {
  server.use(crudHandler(pagesOf(many)))
  const { router } = renderRoutes(routes, '/tasks?page=9', { as: 'team' })
  expect(await rowOf('Task 11')).toBeInTheDocument()
  expect(router.state.location.search).toBe('?page=3')
})

test('a click on a row opens its record in a dialog named by its title; Close returns the focus to the row', async () => {
  server.use(crudHandler(pagesOf(many)))
  const { user, router } = renderRoutes(routes, '/tasks?page=1', { as: 'team' })
  await user.click(await screen.findByText('Task 2'))
  const dialog = await screen.findByRole('dialog', { name: 'Task 2' })
  expect(router.state.location.pathname).toBe(`/tasks/${task(2).pid}`)
  expect(within(dialog).getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true')
  expect(within(dialog).getByText('About task 2')).toBeInTheDocument()
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(router.state.location.pathname + router.state.location.search).toBe('/tasks?page=1')
  await waitFor(() =>
    expect(within(screen.getByRole('grid')).getByText('Task 2').closest('[role="row"]')).toContainElement(
      activeElement(),
    ),
  )
})

const activeElement = () =>
  document.activeElement instanceof HTMLElement ? document.activeElement : document.body

test('Enter on a row opens its record, Esc closes it', async () => {
  server.use(crudHandler(pagesOf(many)))
  const { user } = renderRoutes(routes, '/tasks?page=1', { as: 'team' })
  await user.click(screen.getByRole('searchbox'))
  await rowOf('Task 3')
  // From the search box through the column headings into the rows, in the order of the arrow keys.
  await user.tab()
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Task 3' })).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('on a narrow screen the record covers its table, and Esc closes it', async () => {
  setWidth(1024)
  server.use(crudHandler(pagesOf(many)))
  const { user } = renderRoutes(routes, '/tasks?page=1', { as: 'team' })
  await user.click(await screen.findByText('Task 2'))
  expect(await screen.findByRole('dialog', { name: 'Task 2' })).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('Previous record and Next record move through the list, also across pages', async () => {
  server.use(crudHandler(pagesOf(many)))
  const { user, router } = renderRoutes(routes, `/tasks/${task(5).pid}?page=1`, { as: 'team' })
  expect(await screen.findByRole('dialog', { name: 'Task 5' })).toBeInTheDocument()
  await rowOf('Task 5')
  await user.click(screen.getByRole('button', { name: 'Next record' }))
  expect(await screen.findByRole('dialog', { name: 'Task 6' })).toBeInTheDocument()
  expect(router.state.location.search).toBe('?page=2')
  await rowOf('Task 6')
  await user.click(screen.getByRole('button', { name: 'Previous record' }))
  expect(await screen.findByRole('dialog', { name: 'Task 5' })).toBeInTheDocument()
})

test('an address opens a record that is not on the loaded page, without previous and next', async () => {
  const elsewhere = task(999)
  server.use(
    crudHandler((call) =>
      call.apiPath === `tasks/${elsewhere.pid}` ? { body: elsewhere } : pagesOf(many)(call),
    ),
  )
  renderRoutes(routes, `/tasks/${elsewhere.pid}`, { as: 'team' })
  expect(await screen.findByRole('dialog', { name: 'Task 999' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Next record' })).toHaveAttribute('aria-disabled', 'true')
})

test('a missing record is reported in the drawer, and the table stays', async () => {
  server.use(crudHandler(pagesOf(many)))
  renderRoutes(routes, '/tasks/01NOSUCHRECORD000000000000', { as: 'team' })
  expect(await screen.findByRole('dialog', { name: 'Record not found' })).toHaveTextContent(
    'It may have been deleted',
  )
  expect(await rowOf('Task 1')).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'View deleted records' })).toBeNull()
})

test('an administrator can go from a missing record to the deleted records', async () => {
  server.use(crudHandler(pagesOf(many)))
  renderRoutes(routes, '/tasks/01NOSUCHRECORD000000000000', { as: 'admin' })
  const gone = await screen.findByRole('dialog', { name: 'Record not found' })
  expect(within(gone).getByRole('link', { name: 'View deleted records' })).toHaveAttribute(
    'href',
    '/tasks?deleted=true&page=1',
  )
})

test('typing in Search finds records, and clearing it shows all again (contract.md 9)', async () => {
  server.use(crudHandler(pagesOf([...many, task(200, { title: 'Collect the fence survey' })])))
  const { user, router } = renderRoutes(routes, '/tasks?page=2', { as: 'team' })
  await rowOf('Task 6')
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'fence')
  expect(await rowOf('Collect the fence survey')).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('1 record'))
  expect(router.state.location.search).toBe('?page=1&q=fence')
  await user.clear(screen.getByRole('searchbox', { name: 'Search' }))
  expect(await rowOf('Task 1')).toBeInTheDocument()
})

test('a search without a match says so and offers to clear the search', async () => {
  server.use(crudHandler(pagesOf(many)))
  const { user } = renderRoutes(routes, '/tasks?page=1&q=unicorn', { as: 'team' })
  expect(await screen.findByText('No results for “unicorn”.')).toBeInTheDocument()
  expect(screen.getByRole('status')).toHaveTextContent('0 records')
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(await rowOf('Task 1')).toBeInTheDocument()
})

test('an empty collection says so and offers permitted users to create the first record (look.md 3)', async () => {
  server.use(crudHandler(pagesOf([])))
  const { unmount } = renderRoutes(routes, '/tasks?page=1', { as: 'team' })
  expect(await screen.findByText('No tasks yet.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'New task' })).toBeInTheDocument()
  unmount()
  renderRoutes(routes, '/tasks?page=1', { as: 'client' })
  expect(await screen.findByText('No tasks yet.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'New task' })).not.toBeInTheDocument()
})

test('a failed load is explained, and Try again recovers in place', async () => {
  let isDown = true
  server.use(
    crudHandler((call) =>
      isDown ? { refusal: 'unavailable', detail: 'The database does not answer.' } : pagesOf(many)(call),
    ),
  )
  const { user } = renderRoutes(routes, '/tasks?page=1', { as: 'team' })
  expect(await screen.findByRole('alert')).toHaveTextContent('The database does not answer.')
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await rowOf('Task 1')).toBeInTheDocument()
})

test('a call without a response is retried automatically', async () => {
  let calls = 0
  server.use(
    crudHandler((call) => {
      if (call.query?.['page'] === 1) calls += 1
      return calls === 1 ? 'unreachable' : pagesOf(many)(call)
    }),
  )
  renderRoutes(routes, '/tasks?page=1', { as: 'team' })
  expect(await rowOf('Task 1')).toBeInTheDocument()
  expect(calls).toBe(2)
})

test('a collection closed to the role says who can grant access, and offers no retry', async () => {
  server.use(crudHandler(() => ({ refusal: 'forbidden', detail: 'Tasks are for staff.' })))
  renderRoutes(routes, '/tasks?page=1', { as: 'client' })
  expect(await screen.findByRole('alert')).toHaveTextContent('Ask an administrator for access')
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
})

test('old rows stay, dimmed, until the next page arrives', async () => {
  let result: (() => void) | undefined
  server.use(
    crudHandler(async (call) => {
      if (call.query?.['page'] === 2) await new Promise<void>((resolve) => (result = resolve))
      return pagesOf(many)(call)
    }),
  )
  const { user } = renderRoutes(routes, '/tasks?page=1', { as: 'team' })
  await rowOf('Task 1')
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(screen.getByRole('grid').closest('[aria-busy="true"]')).not.toBeNull())
  expect(await rowOf('Task 1')).toBeInTheDocument()
  await waitFor(() => expect(result).toBeDefined())
  result?.()
  expect(await rowOf('Task 6')).toBeInTheDocument()
})

test('the drawer starts 640 px wide, can be dragged up to 960, and remembers its width (look.md 4)', async () => {
  server.use(crudHandler(pagesOf(many)))
  const { user } = renderRoutes(routes, `/tasks/${task(2).pid}?page=1`, { as: 'team' })
  const edge = await screen.findByRole('separator', { name: 'Panel width' })
  expect(edge).toHaveAttribute('aria-valuenow', '640')
  edge.focus()
  await user.keyboard('{ArrowLeft}')
  expect(edge).toHaveAttribute('aria-valuenow', '656')
  await user.keyboard('{ArrowLeft>30/}')
  expect(edge).toHaveAttribute('aria-valuenow', '960')
  expect(localStorage.getItem('portal.drawer-width')).toBe('960')
})
