import { screen, waitFor, within } from '@testing-library/react'
import { collections } from '@portal/contract'
import type { AnyRecord, CrudCall } from '@portal/contract'
import { createPortalStore } from '../portal/portal-store.ts'
import { createQueryClient } from '../portal/query-client.ts'
import { RecordPage } from '../records/page/RecordPage.lazy.tsx'
import { setWidth } from '../test-support/browser.ts'
import { askToDelete } from '../test-support/ask-to-delete.ts'
import { crudHandler, renderRoutes, server } from '../test-support/index.ts'
import { installTestStream, quietShell, testStream } from '../test-support/test-stream.ts'
import { followLive } from './live.ts'

const tasks = { ...collections.tasks, pageSize: 3 }
const routes = [
  { path: '/tasks/:pid?', element: <RecordPage collection={tasks} label="Tasks" path="/tasks" /> },
]
const task = (pid: string, more: Record<string, unknown> = {}): AnyRecord => ({
  pid,
  version: 1,
  title: `Task ${pid}`,
  status: 'OPEN',
  ...more,
})

/** Does a record match a filter of equalities, `in` and `and`? */
function isMatch(record: AnyRecord, filter: unknown): boolean {
  return Object.entries(Object(filter)).every(([name, condition]) => {
    if (name === 'and' && Array.isArray(condition))
      return condition.every((each: unknown) => isMatch(record, each))
    const wanted: unknown = Reflect.get(Object(condition), 'in')
    return Array.isArray(wanted) ? wanted.includes(record[name]) : record[name] === condition
  })
}

/**
 * A table of tasks that follows the stream, and a server whose tasks the test changes. A deletion is answered
 * after `deletion`.
 */
async function openTable(first: AnyRecord[], at = '/tasks?page=1', as: 'team' | 'admin' = 'team') {
  setWidth(1600)
  sessionStorage.clear()
  installTestStream()
  const side = { records: first, calls: new Array<string>(), deletion: Promise.withResolvers<void>() }
  server.use(
    crudHandler(async ({ apiPath, method, query, body }: CrudCall) => {
      side.calls.push(`${method} ${apiPath}`)
      const one = side.records.find(({ pid }) => apiPath === `tasks/${pid}`)
      if (one !== undefined && method === 'PATCH') {
        const changed: AnyRecord = { ...one, ...Object(body), version: one.version + 1 }
        side.records = side.records.map((record) => (record.pid === one.pid ? changed : record))
        return { body: changed }
      }
      if (one !== undefined && method === 'DELETE') {
        side.records = side.records.filter(({ pid }) => pid !== one.pid)
        await side.deletion.promise
        return { body: { deleted: 1, failed: [] } }
      }
      if (one !== undefined) return { body: one }
      if (apiPath.startsWith('tasks/')) return { refusal: 'not-found' }
      if (apiPath !== 'tasks') return undefined
      const found = side.records.filter((record) => isMatch(record, query?.['filter']))
      const [page, pageSize] = [Number(query?.['page'] ?? 1), Number(query?.['pageSize'] ?? 3)]
      return {
        body: {
          tasks: found.slice((page - 1) * pageSize, page * pageSize),
          metadata: { count: found.length, page, pageSize },
        },
      }
    }),
  )
  const queryClient = createQueryClient()
  const page = renderRoutes(routes, at, { as, queryClient })
  const stop = followLive({ person: '01PERSON', store: createPortalStore(), queryClient, ...quietShell })
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(`${first.length} record`))
  return { ...page, side, stop }
}

const rows = () =>
  screen
    .queryAllByRole('row')
    .flatMap((row) => (row.getAttribute('data-id') === null ? [] : [row.getAttribute('data-id')]))
const changed = (pid: string, action: string, version: number) =>
  testStream().send('record', { collection: 'tasks', pid, action, version })
const count = () => screen.getByRole('status')

test('a record somebody else makes raises the count and is offered, and moves no row until one asks for it', async () => {
  const { user, side, stop } = await openTable([task('A'), task('B')])
  side.records = [task('NEW'), task('A'), task('B')]
  changed('NEW', 'create', 1)
  await waitFor(() => expect(count()).toHaveTextContent('3 records'))
  expect(rows()).toEqual(['A', 'B'])
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(rows()).toEqual(['NEW', 'A', 'B']))
  expect(screen.queryByRole('button', { name: 'Refresh' })).not.toBeInTheDocument()
  stop()
})

test('a record somebody else deletes lowers the count and stays, greyed, until one refreshes', async () => {
  const { user, side, stop } = await openTable([task('A'), task('B')])
  side.records = [task('B')]
  changed('A', 'delete', 2)
  await waitFor(() => expect(count()).toHaveTextContent('1 record'))
  expect(rows()).toEqual(['A', 'B'])
  expect(
    within(screen.getByRole('grid')).getByText('No longer matches').closest('[role=row]'),
  ).toHaveTextContent('Task A')
  expect(screen.getByRole('button', { name: 'Refresh' })).toHaveAccessibleDescription('1 removed')
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(rows()).toEqual(['B']))
  stop()
})

const open = `/tasks?page=1&filter=${encodeURIComponent('{"status":"OPEN"}')}`

test('an open record that this page deletes is not read again when its event arrives', async () => {
  const { user, side, stop } = await openTable([task('A'), task('B')], '/tasks/A?page=1', 'admin')
  const confirm = await askToDelete(user)
  const asked = side.calls.length
  await user.click(confirm)
  await waitFor(() => expect(side.calls).toContain('DELETE tasks/A'))
  // The event comes before the answer.
  changed('A', 'delete', 2)
  await waitFor(() => expect(side.calls.slice(asked)).toContain('GET tasks'))
  side.deletion.resolve()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(side.calls.slice(asked)).not.toContain('GET tasks/A')

  // Restored, and deleted by somebody else.
  side.records = [task('A', { version: 3 }), task('B')]
  changed('A', 'restore', 3)
  await user.click(await screen.findByRole('button', { name: 'Refresh' }))
  await user.click(await screen.findByText('Task A'))
  await screen.findByRole('dialog', { name: 'Task A' })
  side.records = [task('B')]
  changed('A', 'delete', 4)
  expect(await screen.findByRole('dialog', { name: 'Record not found' })).toBeVisible()
  stop()
})

test('a row that stops matching the filter stays where it is with its new values, greyed, until one refreshes (facts 7.9)', async () => {
  const { user, side, stop } = await openTable([task('A'), task('B')], open)
  side.records = [task('A', { status: 'DONE', title: 'Task A, done', version: 2 }), task('B')]
  changed('A', 'transition', 2)
  await screen.findByText('Task A, done')
  await waitFor(() => expect(count()).toHaveTextContent('1 record'))
  expect(rows()).toEqual(['A', 'B'])
  expect(screen.getByText('No longer matches')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(rows()).toEqual(['B']))
  stop()
})

test('a row that comes to match again is not greyed any more', async () => {
  const { side, stop } = await openTable([task('A'), task('B')], open)
  side.records = [task('A', { status: 'DONE', version: 2 }), task('B')]
  changed('A', 'update', 2)
  await screen.findByText('No longer matches')
  side.records = [task('A', { version: 3 }), task('B')]
  changed('A', 'update', 3)
  await waitFor(() => expect(screen.queryByText('No longer matches')).not.toBeInTheDocument())
  expect(count()).toHaveTextContent('2 records')
  stop()
})

test('what one saves oneself greys the row too when it stops matching, and the record stays open', async () => {
  const filter = encodeURIComponent('{"title":"Task A"}')
  const { user, stop } = await openTable([task('A')], `/tasks/A?page=1&filter=${filter}`)
  const details = await screen.findByRole('tabpanel', { name: 'Details' })
  await user.click(within(details).getByRole('button', { name: /^Title/ }))
  await user.type(await within(details).findByRole('textbox', { name: 'Title' }), ', later')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('dialog', { name: 'Task A, later' })).toBeInTheDocument()
  const grid = screen.getByRole('grid')
  expect((await within(grid).findByText('No longer matches')).closest('[role=row]')).toHaveTextContent(
    'Task A, later',
  )
  expect(count()).toHaveTextContent('0 records')
  stop()
})

test('a table without a row shows a new record at once: nothing is looked at that could move', async () => {
  const { side, stop } = await openTable([])
  side.records = [task('A')]
  changed('A', 'create', 1)
  await waitFor(() => expect(rows()).toEqual(['A']))
  stop()
})
