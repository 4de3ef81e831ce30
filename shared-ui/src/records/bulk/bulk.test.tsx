import { screen, waitFor, within } from '@testing-library/react'
import { collections } from '@portal/contract'
import type { AnyRecord, CrudCall } from '@portal/contract'
import { http, HttpResponse } from 'msw'
import { askToDelete } from '../../test-support/ask-to-delete.ts'
import { setWidth } from '../../test-support/browser.ts'
import { crudHandler } from '../../test-support/crud-handler.ts'
import type { CrudResponse } from '../../test-support/crud-handler.ts'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import { server } from '../../test-support/server.ts'
import { RecordPage } from '../page/RecordPage.lazy.tsx'

const tasks = { ...collections.tasks, pageSize: 5 }
const routes = [
  { path: '/tasks/:pid?', element: <RecordPage collection={tasks} label="Tasks" path="/tasks" /> },
]
const task = (number: number): AnyRecord => ({
  pid: `TASK${number}`,
  version: 1,
  title: `Task ${number}`,
  refNo: `TK-2026-00000${number}`,
  status: 'OPEN',
})

/** A server with tasks. `bulk` answers bulk calls; reads and deletions are handled here. */
function tasksAt(records: AnyRecord[], bulk: (call: CrudCall) => CrudResponse | undefined = () => undefined) {
  const side: { records: AnyRecord[]; bulkCalls: CrudCall[] } = { records, bulkCalls: [] }
  server.use(
    crudHandler((call) => {
      const { apiPath, method, query } = call
      const one = side.records.find(({ pid }) => apiPath === `tasks/${pid}`)
      if (apiPath === 'views') return { body: { views: [] } }
      if (apiPath === 'tasks' && method === 'GET') {
        const page = Number(query?.['page'] ?? 1)
        return {
          body: {
            tasks: side.records.slice((page - 1) * 5, page * 5),
            metadata: { count: side.records.length, page, pageSize: 5 },
          },
        }
      }
      if (apiPath === 'tasks') {
        side.bulkCalls.push(call)
        return bulk(call)
      }
      if (apiPath.startsWith('tasks/transitions')) {
        side.bulkCalls.push(call)
        return bulk(call)
      }
      if (one !== undefined && method === 'GET') return { body: one }
      return method === 'DELETE' ? bulk(call) : undefined
    }),
  )
  return side
}

const isDryRun = ({ body }: CrudCall) => JSON.stringify(body).includes('"dryRun":true')
async function open(records: number, at = '/tasks?page=1') {
  const page = renderRoutes(routes, at, { as: 'admin', heading: 'Tasks' })
  await screen.findByRole('grid', { name: 'Tasks' })
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(`${records} record`))
  return page
}
const select = async (user: Awaited<ReturnType<typeof open>>['user'], ...numbers: number[]) => {
  for (const number of numbers) {
    const row = (await screen.findByText(`Task ${number}`, { selector: '[role=gridcell] *' })).closest(
      '[role=row]',
    )
    if (!(row instanceof HTMLElement)) throw new Error('The task has no row')
    await user.click(within(row).getByRole('checkbox'))
  }
}

beforeEach(() => setWidth(1600))

test.each(['Update selected', 'Change status…', 'Delete selected'])(
  '%s with nothing selected says so in red',
  async (name) => {
    tasksAt([task(1)])
    const { user } = await open(1)
    await user.click(screen.getByRole('button', { name }))
    expect(await screen.findByText('No records selected')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)

test('several records get a new value after a preview, and the update can be undone', async () => {
  const undone: string[] = []
  server.use(
    http.post('*/api/jobs/:id/undo', ({ params }) => {
      undone.push(String(params['id']))
      return HttpResponse.json({ restored: 2, failed: [] })
    }),
  )
  const side = tasksAt([task(1), task(2)], (call) => ({
    body: { updated: 2, failed: [], ...(!isDryRun(call) && { job: { id: 'JOB1' } }) },
  }))
  const { user } = await open(2)
  await select(user, 1, 2)
  await user.click(screen.getByRole('button', { name: 'Update selected' }))
  const dialog = await screen.findByRole('dialog', { name: 'Update 2 records' })
  await user.click(within(dialog).getByRole('combobox', { name: 'Field' }))
  await user.click(await screen.findByRole('option', { name: 'Priority' }))
  await user.click(await within(dialog).findByRole('combobox', { name: 'New value' }))
  await user.click(await screen.findByRole('option', { name: 'High' }))
  await user.click(within(dialog).getByRole('button', { name: 'Preview' }))
  expect(await screen.findByText('2 records will be updated.')).toBeVisible()
  expect(within(dialog).getByText('Priority').nextSibling).toHaveTextContent('High')
  await user.click(screen.getByRole('button', { name: 'Update 2 records' }))
  expect(await screen.findByText('Records updated successfully.')).toBeVisible()
  expect(side.bulkCalls.map(({ method, body }) => [method, body])).toEqual([
    ['PATCH', { pids: ['TASK1', 'TASK2'], patch: { priority: 'HIGH' }, dryRun: true }],
    ['PATCH', { pids: ['TASK1', 'TASK2'], patch: { priority: 'HIGH' } }],
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Undone: 2 records restored.')).toBeVisible()
  expect(undone).toEqual(['JOB1'])
})

test('a partly refused deletion is red and lists the refused records with reasons', async () => {
  tasksAt([task(1), task(2)], () => ({
    body: { deleted: 1, failed: [{ pid: 'TASK2', reason: 'A task that is done stays.' }] },
  }))
  const { user } = await open(2)
  await select(user, 1, 2)
  await user.click(screen.getByRole('button', { name: 'Delete selected' }))
  expect(await screen.findByText('1 record will be deleted. It can be restored for 30 days.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Delete 1 record' }))
  expect(await screen.findByText('Failed to delete records')).toBeVisible()
  const dialog = await screen.findByRole('dialog')
  expect(
    await within(dialog).findByRole('row', { name: 'TK-2026-000002 · Task 2 A task that is done stays.' }),
  ).toBeVisible()
})

test('deleting all records of the last page lowers the count and goes to the new last page', async () => {
  const side = tasksAt([1, 2, 3, 4, 5, 6, 7].map(task), (call) => {
    if (!isDryRun(call)) side.records = side.records.slice(0, 5)
    return { body: { deleted: 2, failed: [] } }
  })
  const { user, router } = await open(7, '/tasks?page=2')
  await select(user, 6, 7)
  await user.click(screen.getByRole('button', { name: 'Delete selected' }))
  await user.click(await screen.findByRole('button', { name: 'Delete 2 records' }))
  expect(await screen.findByText('Records deleted successfully')).toBeVisible()
  await waitFor(() => expect(screen.getByText('5 records', { selector: '[role=status]' })).toBeVisible())
  await waitFor(() => expect(router.state.location.search).toContain('page=1'))
})

test('an action on more than 500 records becomes a job, and its progress is shown to the end', async () => {
  let asked = 0
  server.use(
    http.get('*/api/jobs/JOB7', () => {
      asked += 1
      const isDone = asked > 2
      return HttpResponse.json({
        id: 'JOB7',
        kind: 'bulk-delete',
        state: isDone ? 'done' : 'running',
        done: isDone ? 600 : 500,
        total: 600,
        result: { deleted: isDone ? 600 : 500, failed: [] },
      })
    }),
  )
  tasksAt([task(1), task(2)], (call) =>
    isDryRun(call) ? { body: { deleted: 600, failed: [] } } : { body: { job: { id: 'JOB7' } }, status: 202 },
  )
  const { user } = await open(2)
  await select(user, 1, 2)
  await user.click(screen.getByRole('button', { name: 'Delete selected' }))
  await user.click(await screen.findByRole('button', { name: 'Delete 600 records' }))
  expect(await screen.findByText('500 of 600 done')).toBeVisible()
  expect(await screen.findByText('Records deleted successfully')).toBeVisible()
})

test.each([
  [{ body: { deleted: 1, failed: [] } }, 'Record Deleted!', '"Task 1" has been removed from your records.'],
  [{ refusal: 'transition-refused', detail: 'It has payments.' }, 'Delete Failed!', 'It has payments.'],
  ['unreachable', 'Delete Failed!', 'Failed to delete "Task 1".'],
] as const)('a single deletion answered with %j shows %s', async (result, title, description) => {
  tasksAt([task(1), task(2)], ({ method, apiPath }) =>
    method === 'DELETE' && apiPath === 'tasks/TASK1' ? result : undefined,
  )
  const { user } = await open(2)
  await select(user, 1)
  await user.click(screen.getByRole('button', { name: 'Delete selected' }))
  await screen.findByRole('dialog', { name: 'Delete “Task 1”?' })
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText(title)).toBeVisible()
  expect(screen.getByText(description)).toBeVisible()
})

test('users who may restore records can undo one deletion, from the table and the drawer (contract.md 2)', async () => {
  const restored: string[] = []
  const side = tasksAt([task(1), task(2)], ({ method, apiPath }) => {
    if (method !== 'DELETE') return undefined
    side.records = side.records.filter(({ pid }) => apiPath !== `tasks/${pid}`)
    return { body: { deleted: 1, failed: [] } }
  })
  server.use(
    crudHandler(({ method, apiPath }) => {
      const pid = /^tasks\/(\w+)\/restore$/.exec(apiPath)?.[1]
      if (method !== 'POST' || pid === undefined) return undefined
      restored.push(pid)
      side.records = [...side.records, task(Number(pid.replace('TASK', '')))]
      return { body: task(1) }
    }),
  )
  const { user } = await open(2)
  await select(user, 1)
  await user.click(screen.getByRole('button', { name: 'Delete selected' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('1 record deleted.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Undone: 1 record restored.')).toBeVisible()
  await user.click(await screen.findByText('Task 2', { selector: '[role=gridcell] *' }))
  await user.click(await askToDelete(user))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(restored).toEqual(['TASK1', 'TASK2']))
})

test('a refused call names the reason, keeps the chosen values, and offers a retry', async () => {
  tasksAt([task(1), task(2)], (call) =>
    isDryRun(call)
      ? { body: { deleted: 2, failed: [] } }
      : { refusal: 'unavailable', detail: 'The database rests.' },
  )
  const { user } = await open(2)
  await select(user, 1, 2)
  await user.click(screen.getByRole('button', { name: 'Delete selected' }))
  await user.click(await screen.findByRole('button', { name: 'Delete 2 records' }))
  expect(await screen.findByText('Failed to delete records')).toBeVisible()
  expect(await screen.findByText('The database rests.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Delete 2 records' })).toBeVisible()
})

test('selected records change status together, and refused ones are listed with reasons (issue 7)', async () => {
  const side = tasksAt([task(1), task(2)], () => ({
    body: { updated: 1, failed: [{ pid: 'TASK2', reason: 'It waits for another task.' }] },
  }))
  const { user } = await open(2)
  await select(user, 1, 2)
  await user.click(screen.getByRole('button', { name: 'Change status…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the status of 2 records' }))
  await user.click(dialog.getByRole('combobox', { name: 'New status' }))
  await user.click(screen.getByRole('option', { name: 'Canceled' }))
  await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Done by others')
  await user.click(dialog.getByRole('button', { name: 'Change status' }))
  expect(await dialog.findByText('1 record updated.')).toBeVisible()
  expect(dialog.getByText('It waits for another task.')).toBeVisible()
  expect(side.bulkCalls.map(({ body }) => body)).toEqual([
    { to: 'CANCELLED', reason: 'Done by others', pids: ['TASK1', 'TASK2'] },
  ])
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(side.bulkCalls.at(-1)).toMatchObject({
      apiPath: 'tasks/transitions/undo',
      body: { pids: ['TASK1'] },
    }),
  )
  expect(await screen.findByText('It waits for another task.')).toBeVisible()
})
