import { screen } from '@testing-library/react'
import type { CrudCall } from '@portal/contract'
import { crudHandler, renderRoutes, server, setWidth } from '@portal/shared-ui/test-support'
import { routes } from './routes.tsx'

const permit = (refNo: string) => ({
  pid: `01J000000000000000000${refNo.slice(-5)}`,
  version: 1,
  refNo,
  title: `Permit ${refNo}`,
  status: 'NEW',
})

beforeEach(() => setWidth(1600))

test.each([
  ['Processing permits', '/permits/processing', 'permits', 'permits'],
  ['Processed permits', '/permits/processed', 'processed', 'permits'],
  ['Ready to Submit', '/ready_to_submits', 'rts', 'rts'],
])('%s shows the records of its collection (specification.md 3)', async (label, path, collection, field) => {
  server.use(
    crudHandler(({ apiPath }) =>
      apiPath === collection
        ? { body: { [field]: [permit('PM-2026-00001')], metadata: { count: 1, page: 1, pageSize: 50 } } }
        : undefined,
    ),
  )
  renderRoutes(routes, `${path}?page=1`, { as: 'team', heading: label })
  expect(await screen.findByRole('grid', { name: label })).toHaveTextContent('PM-2026-00001')
})

test('the search covers both buckets, and its open record is in the query (contract.md 2, 9)', async () => {
  const calls: CrudCall[] = []
  server.use(
    crudHandler((call) => {
      calls.push(call)
      if (call.apiPath === 'permits/search')
        return { body: { permits: [permit('PM-2026-00002')], metadata: { count: 1, page: 1, pageSize: 50 } } }
      return call.apiPath === `permits/${permit('PM-2026-00002').pid}`
        ? { body: permit('PM-2026-00002') }
        : undefined
    }),
  )
  const { user, router } = renderRoutes(routes, '/permits/search?q=00002', {
    as: 'team',
    heading: 'Search permits',
  })
  await user.click(await screen.findByText('Permit PM-2026-00002'))
  expect(calls[0]?.query).toMatchObject({ searchToken: '00002', scope: 'all' })
  expect(await screen.findByRole('dialog', { name: 'Permit PM-2026-00002' })).toBeInTheDocument()
  expect(router.state.location.search).toContain(`record=${permit('PM-2026-00002').pid}`)
})
