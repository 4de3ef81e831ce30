import { screen, waitFor, within } from '@testing-library/react'
import { collections } from '@portal/contract'
import type { CrudCall, DeletedRecord } from '@portal/contract'
import { setWidth } from '../test-support/browser.ts'
import { crudHandler } from '../test-support/crud-handler.ts'
import { renderRoutes } from '../test-support/render-routes.tsx'
import { server } from '../test-support/server.ts'
import { RecordPage } from '../records/page/RecordPage.lazy.tsx'

const routes = [
  {
    path: '/tasks/:pid?',
    element: <RecordPage collection={collections.tasks} label="Tasks" path="/tasks" />,
  },
]

const deleted = (pid: string, title: string): DeletedRecord => ({
  pid,
  number: `TK-${pid}`,
  title,
  client: null,
  deletedAt: '2026-03-12T10:00:00.000Z',
  deletedBy: { pid: 'ADA', title: 'Ada Marlow' },
  restorableUntil: '2026-04-11T10:00:00.000Z',
})

/** A server with these deleted tasks; `refuses` maps a task to the reason why it is not restored. */
function startServer(rows: DeletedRecord[], refuses: Readonly<Record<string, string>> = {}) {
  const side = { rows, asked: new Array<CrudCall>() }
  server.use(
    crudHandler((call) => {
      const { apiPath, method, query } = call
      if (apiPath === 'views') return { body: { views: [] } }
      if (apiPath === 'tasks/deleted') {
        side.asked.push(call)
        const found = side.rows.filter(({ title }) =>
          title
            .toLowerCase()
            .includes(typeof query?.['searchToken'] === 'string' ? query['searchToken'] : ''),
        )
        return { body: { deleted: found, metadata: { count: found.length, page: 1, pageSize: 50 } } }
      }
      const pid = /^tasks\/(\w+)\/restore$/.exec(apiPath)?.[1]
      if (pid !== undefined && method === 'POST') {
        side.asked.push(call)
        const why = refuses[pid]
        if (why !== undefined) return { refusal: 'transition-refused', detail: why }
        side.rows = side.rows.filter((row) => row.pid !== pid)
        return { body: { pid, version: 3, title: 'back' } }
      }
      return { body: { tasks: [], metadata: { count: 0, page: 1, pageSize: 50 } } }
    }),
  )
  return side
}

beforeEach(() => setWidth(1600))

test('an administrator opens Deleted from the Views menu and restores a record (contract.md 11.9)', async () => {
  startServer([deleted('A', 'Call the clerk'), deleted('B', 'Order plans')])
  const { user } = renderRoutes(routes, '/tasks?page=1', { as: 'admin', heading: 'Tasks' })
  await user.click(await screen.findByRole('button', { name: 'Views' }))
  await user.click(await screen.findByRole('button', { name: 'Deleted' }))
  const table = await screen.findByRole('table', { name: 'Deleted from Tasks' })
  const row = within(table).getByRole('row', { name: /Call the clerk/ })
  expect(row).toHaveTextContent('Ada Marlow')
  expect(row).toHaveTextContent('Apr 11, 2026')
  await user.click(within(row).getByRole('button', { name: 'Restore Call the clerk' }))
  expect(await screen.findByText('1 restored')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('row', { name: /Call the clerk/ })).toBeNull())
  expect(screen.getByRole('row', { name: /Order plans/ })).toBeInTheDocument()
})

test('several records are restored together; a refused one stays in the list with its reason', async () => {
  startServer([deleted('A', 'Call the clerk'), deleted('B', 'Order plans')], {
    B: 'Its permit PM-1 is deleted. Restore the permit first.',
  })
  const { user } = renderRoutes(routes, '/tasks?deleted=true', { as: 'superadmin', heading: 'Tasks' })
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(screen.getByRole('button', { name: 'Restore selected' }))
  expect(await screen.findByText('1 could not be restored')).toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent(
    'Order plans: Its permit PM-1 is deleted. Restore the permit first.',
  )
  await waitFor(() => expect(screen.queryByRole('row', { name: /Call the clerk/ })).toBeNull())
  expect(screen.getByRole('checkbox', { name: 'Select Order plans' })).toBeChecked()
})

test('deleted records can be searched and sorted, and the address keeps both', async () => {
  const side = startServer([deleted('A', 'Call the clerk'), deleted('B', 'Order plans')])
  const { user, router } = renderRoutes(routes, '/tasks?deleted=true', { as: 'admin', heading: 'Tasks' })
  await user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'order')
  await waitFor(() => expect(screen.queryByRole('row', { name: /Call the clerk/ })).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Name' }))
  await waitFor(() =>
    expect(side.asked.at(-1)?.query).toMatchObject({ searchToken: 'order', sort: 'name', page: 1 }),
  )
  expect(router.state.location.search).toBe('?deleted=true&q=order&sort=name&page=1')
  expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
})

test('an empty list says how long records can be restored; staff learn who can restore them', async () => {
  const side = startServer([])
  const { unmount } = renderRoutes(routes, '/tasks?deleted=true', { as: 'admin', heading: 'Tasks' })
  expect(await screen.findByText('Nothing was deleted here in the last 30 days.')).toBeInTheDocument()
  unmount()
  renderRoutes(routes, '/tasks?deleted=true', { as: 'team', heading: 'Tasks' })
  expect(await screen.findByText('Only administrators can see deleted items')).toBeInTheDocument()
  expect(side.asked).toHaveLength(1)
})
