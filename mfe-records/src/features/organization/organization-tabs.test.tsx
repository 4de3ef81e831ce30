import { within } from '@testing-library/react'
import { openTab } from '@portal/shared-ui/test-support'
import { mountInto as mountPayments } from '../../panels/payments.ts'
import { mountInto as mountPipeline } from '../../panels/pipeline.ts'
import { routes } from '../../routes.tsx'

const pid = '01J00000000000000000000ORG'
const org = {
  pid,
  version: 1,
  legalName: 'Acme Builders',
  status: 'ACTIVE',
  balance: 12_550,
  accountType: 'CREDIT',
  creditLimit: 100_000,
}

const open = (label: 'Pipeline' | 'Payment data', groups: Record<string, object[]> | 'unreachable') =>
  openTab({
    routes,
    collection: 'orgs',
    heading: 'Organizations',
    label,
    mountInto: label === 'Pipeline' ? mountPipeline : mountPayments,
    record: org,
    as: 'admin',
    answer: ({ apiPath }) => {
      if (!apiPath.endsWith('/groups')) return undefined
      return groups === 'unreachable' ? groups : { body: { groups: groups[apiPath] ?? [] } }
    },
  })

test('an organization shows its permits by stage, and each number opens its list (domain.md 4)', async () => {
  const { drawer, calls } = await open('Pipeline', {
    'permits/groups': [{ key: { pipelineStage: 'INTAKE' }, count: 3, sums: {} }],
  })
  const stages = within(await drawer.findByRole('region', { name: 'Open permits by stage' }))
  const line = within(await stages.findByRole('listitem', { name: 'Intake: 3' }))
  const filter = encodeURIComponent(JSON.stringify({ org: pid, pipelineStage: 'INTAKE' }))
  expect(line.getByRole('link', { name: '3' })).toHaveAttribute(
    'href',
    expect.stringContaining(`/permits/processing?page=1&filter=${filter}`),
  )
  expect(await drawer.findByText('No closed permits.')).toBeVisible()
  expect(calls.find(({ apiPath }) => apiPath === 'permits/groups')?.query).toEqual({
    groupBy: 'pipelineStage',
    filter: { org: pid },
  })
})

test('an organization shows its account and its requested fees by status with totals (domain.md 4)', async () => {
  const { drawer } = await open('Payment data', {
    'payments/groups': [{ key: { status: 'OVERDUE' }, count: 2, sums: { total: 9_900 } }],
  })
  expect(await drawer.findByText('$125.50')).toBeVisible()
  expect(drawer.getByText('$1,000.00')).toBeVisible()
  expect(await drawer.findByRole('listitem', { name: 'Overdue: 2' })).toHaveTextContent('$99.00')
})

test('numbers of an organization that fail to load say so and can be retried (look.md 10)', async () => {
  const { drawer } = await open('Payment data', 'unreachable')
  expect(await drawer.findByText('Summary could not be loaded', undefined, { timeout: 15_000 })).toBeVisible()
  expect(drawer.getByText('$125.50')).toBeVisible()
}, 30_000)
