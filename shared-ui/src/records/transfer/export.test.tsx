import { screen } from '@testing-library/react'
import { collections } from '@portal/contract'
import { setWidth } from '../../test-support/browser.ts'
import { crudHandler } from '../../test-support/crud-handler.ts'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import { server } from '../../test-support/server.ts'
import { RecordPage } from '../LazyRecordPage.tsx'

test('Export offers the current view as CSV and XLSX by plain links (contract.md 2)', async () => {
  setWidth(1600)
  server.use(
    crudHandler(({ apiPath }) =>
      apiPath === 'views'
        ? { body: { views: [] } }
        : { body: { tasks: [{ pid: 'A', version: 1, title: 'A task' }], metadata: { count: 1, page: 1, pageSize: 50 } } },
    ),
  )
  const path = '/tasks?page=1&q=roof&sort=-dueDate&match=any&filter=%7B%22priority%22%3A%22HIGH%22%7D&hide=priority'
  const { user } = renderRoutes([{ path: '/tasks', element: <RecordPage collection={collections.tasks} label="Tasks" path="/tasks" /> }], path, {
    as: 'client',
    heading: 'Tasks',
  })
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  for (const format of ['CSV', 'XLSX']) {
    const link = await screen.findByRole('menuitem', { name: format })
    const url = new URL(link.getAttribute('href') ?? '', location.origin)
    expect(url.pathname).toBe('/api/export/tasks')
    const { fields, ...query } = Object.fromEntries(url.searchParams)
    expect(query).toEqual({ format: format.toLowerCase(), filter: '{"priority":"HIGH"}', match: 'any', searchToken: 'roof', sort: '-dueDate' })
    expect(fields?.split(',')).toContain('title')
    expect(fields?.split(',')).not.toContain('priority')
    expect(link).toHaveAttribute('download')
  }
})
