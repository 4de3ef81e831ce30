import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { collections } from '@portal/contract'
import { setWidth } from '../../test-support/browser.ts'
import { crudHandler } from '../../test-support/crud-handler.ts'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import { server } from '../../test-support/server.ts'
import { RecordPage } from '../page/RecordPage.lazy.tsx'

const routes = [
  {
    path: '/payments/:pid?',
    element: <RecordPage collection={collections.payments} label="Payments" path="/payments" />,
  },
]

const payment = {
  pid: '01PAYMENT0000000000000001',
  version: 1,
  createdAt: '2026-11-02T15:00:00.000Z',
  refNo: 'PY-2026-000001',
  kind: 'FEE',
  status: 'DUE',
  org: { pid: '01ORG', title: 'Acme Builders' },
  feeCode: 'PERMIT_FEE',
  description: 'Two garages',
  total: 125_050,
  dueDate: '2999-03-12',
  method: null,
}
const other = { ...payment, pid: '01PAYMENT0000000000000002', refNo: 'PY-2026-000002' }

function open(path: string) {
  setWidth(1600)
  server.use(
    crudHandler(({ apiPath }) =>
      apiPath === 'payments'
        ? { body: { payments: [payment, other], metadata: { count: 120, page: 1, pageSize: 50 } } }
        : { body: payment },
    ),
  )
  return renderRoutes(routes, path, { as: 'team' })
}

const paper = () => document.querySelector<HTMLElement>('body > .print-document')

test('a record is printed with its details and without the page around it, by its menu or by the browser', async () => {
  const print = jest.spyOn(window, 'print').mockImplementation(() => undefined)
  const { user } = open(`/payments/${payment.pid}`)
  await user.click(await screen.findByRole('button', { name: 'More actions' }, { timeout: 15_000 }))
  await user.click(await screen.findByRole('menuitem', { name: 'Print' }))
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  fireEvent(window, new Event('beforeprint'))
  const sheet = paper()
  expect(sheet).toHaveTextContent(/PY-2026-000001.*Due/)
  for (const [label, value] of [
    ['Total', '$1,250.50'],
    ['Due date', 'Mar 12, 2999'],
    ['Fee code', 'Permit fee'],
  ])
    expect(within(sheet ?? document.body).getByText(label ?? '').nextSibling).toHaveTextContent(value ?? '')
  expect(sheet).not.toHaveTextContent('Method')
  expect(sheet?.querySelector('button, table')).toBeNull()
  fireEvent(window, new Event('afterprint'))
  expect(paper()).toBeNull()
})

test('a table is printed whole, with its columns as headings that repeat on every sheet', async () => {
  open('/payments')
  await screen.findByText('PY-2026-000002', undefined, { timeout: 15_000 })
  fireEvent(window, new Event('beforeprint'))
  const sheet = paper()
  expect(sheet).toHaveTextContent('1-2 of 120')
  expect(sheet?.querySelector('thead')).toHaveTextContent(/Ref no|Number/)
  expect(sheet?.querySelectorAll('tbody tr')).toHaveLength(2)
  expect(within(sheet ?? document.body).getByText('Total').tagName).toBe('TH')
  expect(
    within(sheet ?? document.body)
      .getAllByText('1,250.50')[0]
      ?.closest('td'),
  ).toHaveClass('is-right')
})
