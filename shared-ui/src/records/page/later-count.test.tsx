import { screen, waitFor } from '@testing-library/react'
import { collections } from '@portal/contract'
import type { AnyRecord } from '@portal/contract'
import { RecordPage } from './RecordPage.lazy.tsx'
import { crudHandler } from '../../test-support/crud-handler.ts'
import { setWidth } from '../../test-support/browser.ts'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import { server } from '../../test-support/server.ts'

const tasks = { ...collections.tasks, pageSize: 5 }
const records = Array.from({ length: 5 }, (_, place): AnyRecord => {
  const number = place + 1
  return {
    pid: `01TASK${String(number).padStart(20, '0')}`,
    version: 1,
    refNo: `TK-2026-${String(number).padStart(6, '0')}`,
    title: `Garage ${number}`,
    status: 'OPEN',
    dueDate: '2026-03-12',
  }
})

test('a search shows its page before its count, says that it counts, and then tells the count', async () => {
  setWidth(1600)
  let tell: (() => void) | undefined
  const isCounted = new Promise<void>((resolve) => (tell = resolve))
  server.use(
    crudHandler(async ({ apiPath, query }) => {
      if (apiPath !== 'tasks/search') return undefined
      const isLater = query?.['count'] === 'later'
      if (!isLater) await isCounted
      return { body: { tasks: records, metadata: { count: isLater ? null : 68_228, page: 1, pageSize: 5 } } }
    }),
  )
  renderRoutes(
    [{ path: '/tasks/:pid?', element: <RecordPage collection={tasks} label="Tasks" path="/tasks" /> }],
    '/tasks?q=garage',
    { as: 'team', heading: 'Tasks' },
  )
  expect(await screen.findByText('Garage 1', { selector: '[role=gridcell] *' })).toBeInTheDocument()
  expect(screen.getByRole('status')).toHaveTextContent('Counting records')
  expect(screen.getByText('1-5, counting…')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Next page' })).toBeEnabled()
  tell?.()
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('68,228 records'))
  expect(screen.getByText('1-5 of 68,228')).toBeInTheDocument()
})

test('a server of the last release, which refuses to count later, is asked again and tells both at once', async () => {
  setWidth(1600)
  const asked: unknown[] = []
  server.use(
    crudHandler(({ apiPath, query }) => {
      if (apiPath !== 'tasks/search') return undefined
      // Another page is fetched before somebody opens it.
      if (query?.['page'] === 1) asked.push(query['count'])
      if (query?.['count'] !== undefined)
        return { refusal: 'validation-failed', detail: 'query: there is no parameter count' }
      return { body: { tasks: records, metadata: { count: 7, page: 1, pageSize: 5 } } }
    }),
  )
  renderRoutes(
    [{ path: '/tasks/:pid?', element: <RecordPage collection={tasks} label="Tasks" path="/tasks" /> }],
    '/tasks?q=garage',
    { as: 'team', heading: 'Tasks' },
  )
  expect(await screen.findByText('Garage 1', { selector: '[role=gridcell] *' })).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('7 records'))
  expect(screen.getByText('1-5 of 7')).toBeInTheDocument()
  expect(asked).toEqual(['later', undefined])
})

test('another refusal of a search is shown, and the search is not asked again without its count', async () => {
  setWidth(1600)
  let calls = 0
  server.use(
    crudHandler(({ apiPath }) => {
      if (apiPath !== 'tasks/search') return undefined
      calls += 1
      return { refusal: 'forbidden', detail: 'The module of tasks is switched off for your role.' }
    }),
  )
  renderRoutes(
    [{ path: '/tasks/:pid?', element: <RecordPage collection={tasks} label="Tasks" path="/tasks" /> }],
    '/tasks?q=garage',
    { as: 'team', heading: 'Tasks' },
  )
  expect(await screen.findByText(/switched off for your role/)).toBeInTheDocument()
  expect(calls).toBe(1)
})
