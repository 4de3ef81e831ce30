import { screen, waitFor, within } from '@testing-library/react'
import { collections } from '@portal/contract'
import type { CrudCall } from '@portal/contract'
import { setWidth } from '../../test-support/browser.ts'
import { crudHandler } from '../../test-support/crud-handler.ts'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import { server } from '../../test-support/server.ts'
import { RecordPage } from '../page/RecordPage.lazy.tsx'

const permit = (number: number) => ({
  pid: `PERMIT${number}`,
  version: 1,
  title: `Permit ${number}`,
  status: 'NEW',
})

beforeEach(() => setWidth(1600))

test('a refused processed permit is listed by name, not by its pid (specification.md 8)', async () => {
  const named: CrudCall[] = []
  server.use(
    crudHandler((call) => {
      if (call.method !== 'GET')
        return { body: { deleted: 0, failed: [{ pid: 'PERMIT2', reason: 'It is processed.' }] } }
      if (JSON.stringify(call.query).includes('PERMIT2')) named.push(call)
      return {
        body: {
          permits: [permit(1), permit(2)],
          metadata: { count: 2, page: 1, pageSize: 50 },
          views: [],
          values: [],
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
    as: 'admin',
  })
  await screen.findByText('Permit 2', { selector: '[role=gridcell] *' })
  await user.click(screen.getByRole('checkbox', { name: /all rows|page/i }))
  await user.click(screen.getByRole('button', { name: 'Delete selected' }))
  const refused = (await screen.findByText('It is processed.')).closest('tr')
  await waitFor(() => expect(refused).toHaveTextContent('Permit 2'))
  expect(named[0]?.query).toMatchObject({ scope: 'all' })
})

test('bulk update and deletion of all records in Search permits include both buckets (contract.md 2)', async () => {
  const changes: CrudCall[] = []
  server.use(
    crudHandler((call) => {
      if (call.method === 'GET')
        return {
          body: {
            permits: [permit(1), permit(2)],
            metadata: { count: 2, page: 1, pageSize: 50 },
            views: [],
            values: [],
          },
        }
      changes.push(call)
      return { body: { deleted: 2, failed: [] } }
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
    as: 'admin',
  })
  const row = (await screen.findByText('Permit 1', { selector: '[role=gridcell] *' })).closest('[role=row]')
  if (!(row instanceof HTMLElement)) throw new Error('The permit has no row')
  await user.click(within(row).getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Select all 2' }))
  await user.click(screen.getByRole('button', { name: 'Delete selected' }))
  await user.click(await screen.findByRole('button', { name: 'Delete 2 records' }))
  await waitFor(() => expect(changes).toHaveLength(2))
  const body = { filter: {}, match: 'all', scope: 'all' }
  expect(changes.map((change) => change.body)).toEqual([{ ...body, dryRun: true }, body])
})
