import { screen, within } from '@testing-library/react'
import type { AnyRecord } from '@portal/contract'
import { crudHandler, renderRoutes, server } from '@portal/shared-ui/test-support'
import { PaymentMoney } from './PaymentMoney.tsx'

const payment: AnyRecord = {
  pid: 'PAYMENT-PY-4',
  version: 2,
  createdAt: null,
  refNo: 'PY-4',
  kind: 'PAYMENT',
  status: 'PAID',
  total: 12_000,
}
const refusal = 'The permit was submitted in the meantime.'

test('why an allocation could not be removed is not shown again when the dialog opens', async () => {
  server.use(
    crudHandler(({ apiPath, method }) => {
      if (method !== 'GET') return { refusal: 'transition-refused', detail: refusal }
      if (apiPath.endsWith('/refunds')) return { body: { refunds: [], refundable: 0 } }
      if (!apiPath.endsWith('/allocations')) return undefined
      const allocation = {
        permit: { pid: 'PERMIT', title: 'Two garages' },
        amount: 12_000,
        at: '2026-03-02T10:00:00.000Z',
        fees: [],
      }
      return { body: { allocations: [allocation], allocated: 12_000, free: 0 } }
    }),
  )
  const { user } = renderRoutes([{ path: '/', element: <PaymentMoney payment={payment} /> }], '/', {
    as: 'admin',
  })
  const name = 'Remove allocation to Two garages'
  const asking = async () => {
    await user.click(await screen.findByRole('button', { name }))
    return within(await screen.findByRole('dialog', { name }, { timeout: 15_000 }))
  }
  const dialog = await asking()
  await user.click(dialog.getByRole('button', { name: /^Remove/ }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(refusal)
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect((await asking()).queryByRole('alert')).toBeNull()
})
