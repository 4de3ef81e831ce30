import { screen, waitFor, within } from '@testing-library/react'
import type { CrudCall, Role } from '@portal/contract'
import { mountInto } from '../../panels/payments.ts'
import { openPermitTab } from '../../test-support/open-tab.tsx'

const pid = '01J0000000000000000000ABCD'
const permit = {
  pid,
  version: 4,
  title: 'Two garages',
  status: 'PAYMENT_DUE',
  feeTotal: 30_050,
  paidTotal: 19_500,
  refundedTotal: 500,
  balance: 10_050,
}
const fee = (refNo: string, total: number) => ({
  pid: `PAYMENT-${refNo}`,
  version: 2,
  refNo,
  kind: 'FEE',
  feeCode: 'PERMIT_FEE',
  status: 'DUE',
  total,
})

function open(as: Role, refusal = '') {
  const result = ({ apiPath, method }: CrudCall) => {
    if (apiPath === 'payments/record')
      return refusal !== ''
        ? { refusal: 'transition-refused' as const, detail: refusal }
        : {
            status: 201,
            body: {
              pid: 'NEW',
              refNo: 'PY-9',
              allocations: [{ fee: { pid: 'PAYMENT-PY-1', title: 'PY-1' }, amount: 8_000 }],
              credit: 45_050,
            },
          }
    if (apiPath === 'payments' && method === 'GET')
      return {
        body: {
          payments: [fee('PY-1', 8_000), fee('PY-2', 2_050)],
          metadata: { count: 2, page: 1, pageSize: 500 },
        },
      }
    if (apiPath === `permits/${pid}/allocations`) return { body: { allocations: [] } }
    if (apiPath === `permits/${pid}/requirements`)
      return { body: { number: 0, required: [], optional: [], conditions: [], fees: [] } }
    if (apiPath.endsWith('/transitions')) return { body: { transitions: [] } }
    return method === 'GET' ? undefined : { body: { pid: 'NEW' } }
  }
  return openPermitTab({ label: 'Payment data', mountInto, permit, answer: result, as })
}

async function openDialog(refusal = '') {
  const opened = await open('team', refusal)
  await opened.user.click(await opened.drawer.findByRole('button', { name: 'Record payment' }))
  return {
    ...opened,
    dialog: within(await screen.findByRole('dialog', { name: 'Record payment' }, { timeout: 15_000 })),
  }
}

test('a payment is recorded with amount, date, method and check number, without a prior fee, and says what it covers', async () => {
  const { dialog, user, sent } = await openDialog()
  const amount = dialog.getByRole('textbox', { name: 'Amount (USD)' })
  await waitFor(() => expect(amount).toHaveValue('100.50'))
  await user.clear(amount)
  await user.click(dialog.getByRole('button', { name: 'Record payment' }))
  expect(dialog.getByText('Enter an amount greater than 0, for example 125.50.')).toBeVisible()
  expect(dialog.getByText('Choose a payment method.')).toBeVisible()
  await user.type(amount, '$530.50')
  expect(dialog.getByText('Balance due: $100.50. $430.00 is kept as credit.')).toBeVisible()
  await user.click(dialog.getByRole('combobox', { name: 'Payment method' }))
  await user.click(await screen.findByRole('option', { name: 'Check' }))
  await user.type(dialog.getByRole('textbox', { name: 'Check or transfer number (optional)' }), '10234')
  await user.click(dialog.getByRole('button', { name: 'Record payment' }))
  const body = {
    permit: pid,
    amount: 53_050,
    method: 'CHEQUE',
    paidOn: expect.any(String),
    reference: '10234',
    idempotencyKey: expect.any(String),
  }
  await waitFor(() => expect(sent('POST')).toEqual([['payments/record', body]]))
  expect(await screen.findByText('Recorded payment of $530.50')).toBeVisible()
})

test('a fee is partially paid; a refusal is shown in the dialog and keeps the typed values', async () => {
  const { dialog, user, sent } = await openDialog('This fee is no longer open.')
  await user.click(dialog.getByRole('combobox', { name: 'For' }))
  await user.click(await screen.findByRole('option', { name: 'PY-2 · $20.50 due' }))
  const amount = dialog.getByRole('textbox', { name: 'Amount (USD)' })
  expect(amount).toHaveValue('20.50')
  await user.clear(amount)
  await user.type(amount, '10')
  await user.click(dialog.getByRole('combobox', { name: 'Payment method' }))
  await user.click(await screen.findByRole('option', { name: 'Cash' }))
  await user.click(dialog.getByRole('button', { name: 'Record payment' }))
  expect(await dialog.findByText('This fee is no longer open.')).toBeVisible()
  expect(amount).toHaveValue('10')
  expect(sent('POST')[0]?.[1]).toMatchObject({ fee: 'PAYMENT-PY-2', amount: 1_000, method: 'CASH' })
})

test('refunds are listed with fees and payments; a client cannot record payments', async () => {
  const { drawer } = await open('client')
  expect(await drawer.findByText('Refunded')).toBeVisible()
  expect(drawer.getByText('$300.50')).toBeVisible()
  expect(drawer.getByText('$5.00')).toBeVisible()
  expect(drawer.queryByRole('button', { name: 'Record payment' })).toBeNull()
})

test('adding a fee with a due date in the past asks once', async () => {
  const { drawer, user, sent } = await open('team')
  await user.click(await drawer.findByRole('button', { name: 'Add fee' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add fee' }, { timeout: 15_000 }))
  await user.type(dialog.getByRole('textbox', { name: 'Amount (USD)' }), '$1,250.50')
  await user.type(dialog.getByLabelText('Due (optional)'), '2020-01-02')
  await user.click(dialog.getByRole('button', { name: 'Add fee' }))
  expect(dialog.getByText(/This date has passed/)).toBeVisible()
  expect(sent('POST')).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Add anyway' }))
  await waitFor(() => expect(sent('POST')[0]?.[1]).toMatchObject({ amount: 125_050, dueDate: '2020-01-02' }))
})
