import { screen, waitFor } from '@testing-library/react'
import { collections } from '@portal/contract'
import type { AnyRecord, CrudCall } from '@portal/contract'
import { setWidth } from '../../test-support/browser.ts'
import { crudHandler } from '../../test-support/crud-handler.ts'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import { server } from '../../test-support/server.ts'
import { RecordPage } from '../page/RecordPage.lazy.tsx'

const tasks = { ...collections.tasks, pageSize: 3 }
const routes = [
  { path: '/tasks/:pid?', element: <RecordPage collection={tasks} label="Tasks" path="/tasks" /> },
]
const task = (number: number): AnyRecord => ({
  pid: `01TASK${number}`,
  version: 1,
  title: `Task ${number}`,
  status: 'OPEN',
})

/** Tasks at a server, which notes the pages it is asked for. */
function openTasks(first: number) {
  setWidth(1600)
  const side: { records: AnyRecord[]; pages: number[] } = {
    records: Array.from({ length: first }, (_, place) => task(place + 1)),
    pages: [],
  }
  server.use(
    crudHandler(({ apiPath, query }: CrudCall) => {
      if (apiPath !== 'tasks') return undefined
      const page = Number(query?.['page'])
      side.pages.push(page)
      return {
        body: {
          tasks: side.records.slice((page - 1) * 3, page * 3),
          metadata: { count: side.records.length, page, pageSize: 3 },
        },
      }
    }),
  )
  return { side, ...renderRoutes(routes, '/tasks?page=1', { as: 'team' }) }
}

const isAt = (title: string) => screen.findByText(title, { selector: '[role=gridcell] *' })

test('the next page is fetched once a page stands, and no page is asked for twice by going on and back', async () => {
  const { side, user } = openTasks(9)
  await isAt('Task 1')
  await waitFor(() => expect(side.pages).toEqual([1, 2]))
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await isAt('Task 4')
  await waitFor(() => expect(side.pages).toEqual([1, 2, 3]))
  await user.click(screen.getByRole('button', { name: 'Previous page' }))
  expect(screen.getByText('Task 1', { selector: '[role=gridcell] *' })).toBeInTheDocument()
  expect(screen.getByRole('grid').closest('[aria-busy="true"]')).toBeNull()
  expect(side.pages).toEqual([1, 2, 3])
})

test('pages are cached by their count too: when it changes, the other pages are read anew (specification.md 7)', async () => {
  const { side, user } = openTasks(9)
  await waitFor(() => expect(side.pages).toEqual([1, 2]))
  side.records = side.records.slice(1)
  await user.click(await screen.findByRole('button', { name: 'Page 3' }))
  await isAt('Task 8')
  expect(screen.getByRole('status')).toHaveTextContent('8 records')
  await user.click(screen.getByRole('button', { name: 'Page 2' }))
  expect(await isAt('Task 5')).toBeInTheDocument()
  expect(screen.queryByText('Task 4')).not.toBeInTheDocument()
  expect(side.pages.filter((page) => page === 2)).toHaveLength(2)
})
