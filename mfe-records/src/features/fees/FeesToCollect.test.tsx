import { within } from '@testing-library/react'
import { openTab } from '@portal/shared-ui/test-support'
import { mountInto } from '../../panels/payments.ts'
import { routes } from '../../routes.tsx'

const task = {
  pid: '01J0000000000000000000TASK',
  version: 1,
  title: 'Collect the fee',
  status: 'OPEN',
  permit: { pid: '01J0000000000000000000ABCD', title: 'Two garages' },
}
const fee = (refNo: string, total: number) => ({
  pid: refNo,
  version: 1,
  refNo,
  kind: 'FEE',
  feeCode: 'PERMIT_FEE',
  status: 'OVERDUE',
  dueDate: '2026-02-03',
  total,
})

const open = (record: typeof task | (Omit<typeof task, 'permit'> & { permit: null }), fees: object[]) =>
  openTab({
    routes,
    collection: 'tasks',
    heading: 'Tasks',
    label: 'Payment data',
    mountInto,
    record,
    answer: ({ apiPath }) =>
      apiPath === 'payments'
        ? { body: { payments: fees, metadata: { count: fees.length, page: 1, pageSize: 100 } } }
        : undefined,
  })

test('a task shows the unpaid fees of its permit and their total (domain.md 4)', async () => {
  const { drawer, calls } = await open(task, [fee('PY-2026-000001', 10_000), fee('PY-2026-000002', 2_550)])
  const fees = within(await drawer.findByRole('region', { name: 'Unpaid permit fees' }))
  expect(await fees.findByText('Total $125.50')).toBeVisible()
  expect(fees.getAllByText('Permit fee')).toHaveLength(2)
  expect(fees.getByRole('link', { name: 'PY-2026-000001' })).toHaveAttribute(
    'href',
    '/payments/PY-2026-000001',
  )
  expect(fees.getAllByText('due Feb 3, 2026')).toHaveLength(2)
  expect(calls.find(({ apiPath }) => apiPath === 'payments')?.query).toMatchObject({
    filter: { permit: task.permit.pid, kind: 'FEE' },
  })
})

test('a permit without unpaid fees, and a task without a permit, say so', async () => {
  const paid = await open(task, [])
  expect(await paid.drawer.findByText('All fees are paid.')).toBeVisible()
  paid.unmount()
  const { drawer } = await open({ ...task, permit: null }, [])
  expect(await drawer.findByText('No permit')).toBeVisible()
})
