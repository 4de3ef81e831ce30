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
