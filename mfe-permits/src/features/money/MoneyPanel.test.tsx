import { act, screen, waitFor, within } from '@testing-library/react'
import { initialConfiguration, paymentInputs, seedLibrary } from '@portal/contract'
import type { CrudCall, Role } from '@portal/contract'
import { configurationAtom } from '@portal/shared-ui'
import { mountInto } from '../../panels/payments.ts'
import { openPermitTab } from '../../test-support/open-tab.tsx'

const pid = '01J0000000000000000000ABCD'
const permit = {
  pid,
  version: 4,
  title: 'Two garages',
  status: 'PAYMENT_DUE',
  feeTotal: 30_050,
  paidTotal: 20_000,
  balance: 10_050,
  paymentStatus: 'PARTIAL',
}
const payment = (refNo: string, status: string, more: object = {}) => ({
  pid: `PAYMENT-${refNo}`,
  version: 2,
  refNo,
  kind: 'FEE',
  feeCode: 'PERMIT_FEE',
  status,
  total: 10_050,
  ...more,
})
const due = payment('PY-1', 'DUE', { dueDate: '2026-03-12' })
const paid = payment('PY-2', 'PAID', {
  feeCode: 'PLAN_REVIEW',
  total: 20_000,
  paidAt: '2026-03-01T10:00:00.000Z',
})
const back = payment('PY-3', 'PAID', {
  kind: 'REFUND',
  total: 500,
  refundOf: { pid: 'PAYMENT-PY-2', title: 'PY-2' },
  paidAt: '2026-03-02T10:00:00.000Z',
  reason: 'Paid twice',
})
const step = (to: string, label: string, asksReason = false) => ({
  to,
  label,
  allowed: true,
  whyNot: [],
  asksReason,
  ...(to === 'PAID' && { inputs: paymentInputs(to, {}) }),
})

/** The library of an office that added a fee and retired another. */
const officeLibrary = {
  version: 1,
  ...seedLibrary,
  fees: [
    ...seedLibrary.fees.map((fee) => ({ ...fee, retired: fee.code === 'PLAN_REVIEW' })),
    { code: 'INSPECTION_FEE', label: 'Inspection fee', retired: false },
  ],
}

function open(
  as: Role,
  payments: object[] = [due, paid, back],
  refusal = '',
  notes: object[] = [],
  covered: object[] = [],
  amounts: object[] = [],
  offered: string[] = ['PLAN_REVIEW', 'PERMIT_FEE'],
) {
  const result = ({ apiPath, method }: CrudCall) => {
    if (apiPath === 'payments' && method === 'GET')
      return { body: { payments, metadata: { count: payments.length, page: 1, pageSize: 500 } } }
    if (apiPath === `permits/${pid}/notes` && method === 'GET') return { body: { notes } }
    if (apiPath === `permits/${pid}/allocations`) return { body: { allocations: covered } }
    if (apiPath === `permits/${pid}/requirements`)
      return {
        body: { number: 0, required: [], optional: [], conditions: [], fees: offered, amounts },
      }
    if (apiPath === 'permit-library') return { body: officeLibrary }
    if (method !== 'GET')
      return refusal === ''
        ? { body: { pid: 'NEW' } }
        : { refusal: 'transition-refused' as const, detail: refusal }
    if (apiPath === 'payments/PAYMENT-PY-2/refunds') return { body: { refunds: [], refundable: 19_500 } }
    if (apiPath === 'payments/PAYMENT-PY-2/allocations')
      return { body: { allocations: [], allocated: 0, free: 0 } }
    if (apiPath === 'payments/PAYMENT-PY-4/refunds') return { body: { refunds: [], refundable: 0 } }
    if (apiPath === 'payments/PAYMENT-PY-4/allocations')
      return { body: { allocations: [], allocated: 12_000, free: 0 } }
    if (apiPath === 'payments/PAYMENT-PY-1/transitions')
      return { body: { transitions: [step('PAID', 'Record payment'), step('VOID', 'Void', true)] } }
    return apiPath.endsWith('/transitions') ? { body: { transitions: [] } } : undefined
  }
  return openPermitTab({ label: 'Payment data', mountInto, permit, answer: result, as })
}

test('fees, payments and refunds are listed with the balance; a paid one has its receipt (domain.md 4)', async () => {
  const { drawer } = await open('team')
  const fees = within(await drawer.findByRole('region', { name: 'Fees' }))
  expect(drawer.getByText('$300.50')).toBeVisible()
  expect(drawer.queryByRole('region', { name: /How to pay/ })).toBeNull()
  expect(within(fees.getByRole('listitem', { name: 'PY-1' })).getByText(/Due Mar 12, 2026/)).toBeVisible()
  expect(fees.getByRole('link', { name: 'Receipt PY-2 (PDF)' })).toHaveAttribute(
    'href',
    '/api/payments/PAYMENT-PY-2/receipt',
  )
  const others = within(drawer.getByRole('region', { name: 'Payments and refunds' }))
  expect(others.getByText('−$5.00')).toBeVisible()
  expect(others.getByText(/Refund PY-2.*Refunded Mar 2, 2026.*Paid twice/)).toBeVisible()
  expect(others.getByText('Refunded')).toBeVisible()
  expect(others.queryByText('Paid')).toBeNull()
})

test('a client without fees reads that the office will request one when it is due (look.md 8)', async () => {
  const { drawer } = await open('client', [])
  expect(await drawer.findByText('The office adds fees here and alerts you when one is due.')).toBeVisible()
})

test('a client with an open fee reads how to pay it', async () => {
  const { drawer } = await open('client')
  const section = within(await drawer.findByRole('region', { name: 'How to pay $100.50' }))
  expect(section.getByText('To ask the office how to pay, add a note to this permit.')).toBeVisible()
  expect(section.getByText(new RegExp(`Include ${pid} with your payment`))).toBeVisible()
})

test('the number of a fee in its details is a link that is not marked by color alone', async () => {
  const { drawer } = await open('client')
  for (const link of await drawer.findAllByRole('link', { name: /^PY-/ }))
    expect(link).toHaveStyle({ textDecoration: 'underline' })
})

test('a client reports a payment with amount, date, method and reference number', async () => {
  const { drawer, user, sent } = await open('client')
  await user.click(await drawer.findByRole('button', { name: 'Report payment' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Report payment' }, { timeout: 15_000 }))
  await user.click(dialog.getByRole('button', { name: 'Notify office' }))
  expect(dialog.getByText('Choose a payment method.')).toBeVisible()
  expect(sent('POST')).toEqual([])
  await user.click(dialog.getByRole('combobox', { name: 'Payment method' }))
  await user.click(await screen.findByRole('option', { name: 'Wire' }))
  await user.clear(dialog.getByLabelText('Payment date'))
  await user.type(dialog.getByLabelText('Payment date'), '2026-03-10')
  await user.type(dialog.getByLabelText(/^Check or transfer number/), 'W-77')
  await user.click(dialog.getByRole('button', { name: 'Notify office' }))
  const content = 'Payment sent: $100.50 by Wire on Mar 10, 2026, number W-77.'
  await waitFor(() => expect(sent('POST')).toEqual([[`permits/${pid}/notes`, { content }]]))
  expect(await screen.findByText('Office notified of your payment')).toBeVisible()
})

test('the last reported payment, with author and date, is shown before the client reports another', async () => {
  const note = (content: string, at: string) => ({
    pid: at,
    content,
    visibility: 'CLIENT',
    author: { pid: 'ANA', title: 'Ana Client' },
    createdAt: at,
    updatedAt: at,
  })
  const notes = [
    note('Payment sent: $50.00 by Cash on Mar 1, 2026.', '2026-03-01T10:00:00.000Z'),
    note('Payment sent: $100.50 by Wire on Mar 10, 2026.', '2026-03-10T10:00:00.000Z'),
    note('Thank you.', '2026-03-11T10:00:00.000Z'),
  ]
  const { drawer } = await open('client', [due], '', notes)
  const told = await drawer.findByText(
    /^Ana Client notified the office on Mar 10, 2026.*: \$100\.50 by Wire on Mar 10, 2026\./,
  )
  expect(told).toBeVisible()
  expect(drawer.queryByText(/\$50\.00 by Cash/)).toBeNull()
  expect(drawer.getByRole('button', { name: 'Report payment' })).toBeVisible()
})

test('a fee requires an amount, which is sent in minor units', async () => {
  const { drawer, user, sent } = await open('team', [])
  expect(await drawer.findByText('No fees yet')).toBeVisible()
  await user.click(drawer.getByRole('button', { name: 'Add fee' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add fee' }, { timeout: 15_000 }))
  await user.click(dialog.getByRole('button', { name: 'Add fee' }))
  expect(dialog.getByText('Enter an amount greater than 0, for example 125.50.')).toBeVisible()
  await user.type(dialog.getByRole('textbox', { name: 'Amount (USD)' }), '1,125.5')
  await user.click(dialog.getByRole('button', { name: 'Add fee' }))
  await waitFor(() =>
    expect(sent('POST')).toEqual([
      ['payments', { permit: pid, kind: 'FEE', feeCode: 'PERMIT_FEE', amount: 112_550 }],
    ]),
  )
  expect(await screen.findByText('Added Permit fee, $1,125.50')).toBeVisible()
})

test('the fees on offer are those that the requirements of the permit name', async () => {
  const { drawer, user } = await open('team', [])
  await user.click(await drawer.findByRole('button', { name: 'Add fee' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add fee' }, { timeout: 15_000 }))
  await user.click(dialog.getByRole('combobox', { name: 'Fee' }))
  await waitFor(() =>
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Plan review',
      'Permit fee',
    ]),
  )
})

test('a fee takes its amount from the requirements until another one is typed', async () => {
  const amounts = [
    { fee: 'PERMIT_FEE', amount: 123_400, by: 'valuation' },
    { fee: 'PLAN_REVIEW', amount: null, by: 'valuation' },
  ]
  const { drawer, user, sent } = await open('team', [], '', [], [], amounts)
  await user.click(await drawer.findByRole('button', { name: 'Add fee' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add fee' }, { timeout: 15_000 }))
  expect(await dialog.findByText('By the requirements: $1,234.00')).toBeVisible()
  const amount = dialog.getByRole('textbox', { name: 'Amount (USD)' })
  expect(amount).toHaveValue('1,234.00')
  await user.click(dialog.getByRole('combobox', { name: 'Fee' }))
  await user.click(await screen.findByRole('option', { name: 'Plan review' }))
  expect(dialog.getByText('Needs the field Valuation of the permit.', { exact: false })).toBeVisible()
  expect(dialog.getByRole('link', { name: 'Open the permit' })).toHaveAttribute(
    'href',
    `/permits/processing/${pid}`,
  )
  expect(amount).toHaveValue('')
  await user.type(amount, '80')
  await user.click(dialog.getByRole('combobox', { name: 'Fee' }))
  await user.click(await screen.findByRole('option', { name: 'Permit fee' }))
  expect(amount).toHaveValue('80')
  await user.click(dialog.getByRole('button', { name: 'Add fee' }))
  await waitFor(() =>
    expect(sent('POST')).toEqual([
      ['payments', { permit: pid, kind: 'FEE', feeCode: 'PERMIT_FEE', amount: 8_000 }],
    ]),
  )
})

test('fees that were charged with another amount than the requirements ask are named to staff', async () => {
  const amounts = [
    { fee: 'PERMIT_FEE', amount: 12_550, by: 'valuation', charged: 10_050 },
    { fee: 'PLAN_REVIEW', amount: 20_000, by: null, charged: 20_000 },
    { fee: 'PENALTY', amount: null, by: 'valuation', charged: 0 },
  ]
  const { drawer } = await open('team', [due, paid], '', [], [], amounts)
  const section = within(await drawer.findByRole('region', { name: 'Fees by the requirements' }))
  expect(section.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Permit feeBy the requirements: $125.50Charged: $100.50',
    'Late fee or penaltyNeeds the field Valuation of the permit. Open the permitNot charged yet',
  ])
})

test('fees have the names of the office; a retired one is named where it is and not offered', async () => {
  const inspection = payment('PY-8', 'DUE', { feeCode: 'INSPECTION_FEE' })
  const { drawer, user, sent, store } = await open(
    'team',
    [inspection, paid],
    '',
    [],
    [],
    [],
    ['PLAN_REVIEW', 'INSPECTION_FEE'],
  )
  act(() => store.set(configurationAtom, { ...initialConfiguration(), version: 2 }))
  expect(await drawer.findByText('Inspection fee')).toBeVisible()
  expect(drawer.getByText('Plan review')).toBeVisible()
  await user.click(drawer.getByRole('button', { name: 'Add fee' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add fee' }, { timeout: 15_000 }))
  await waitFor(() =>
    expect(dialog.getByRole('combobox', { name: 'Fee' })).toHaveTextContent('Inspection fee'),
  )
  await user.click(dialog.getByRole('combobox', { name: 'Fee' }))
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Inspection fee'])
  await user.click(screen.getByRole('option', { name: 'Inspection fee' }))
  await user.type(dialog.getByRole('textbox', { name: 'Amount (USD)' }), '10')
  await user.click(dialog.getByRole('button', { name: 'Add fee' }))
  await waitFor(() =>
    expect(sent('POST')).toEqual([
      ['payments', { permit: pid, kind: 'FEE', feeCode: 'INSPECTION_FEE', amount: 1_000 }],
    ]),
  )
  expect(await screen.findByText('Added Inspection fee, $10.00')).toBeVisible()
})

test('an administrator refunds a part of a payment with a reason, at most the remaining amount', async () => {
  const { drawer, user, sent } = await open('admin')
  await user.click(await drawer.findByRole('button', { name: 'Refund: PY-2' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund PY-2' }, { timeout: 15_000 }))
  expect(await dialog.findByText('Refundable: $195.00.')).toBeVisible()
  const amount = await dialog.findByRole('textbox', { name: 'Amount (USD)' })
  expect(amount).toHaveValue('195.00')
  await user.clear(amount)
  await user.type(amount, '200')
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Paid twice')
  await user.click(dialog.getByRole('button', { name: 'Refund' }))
  expect(dialog.getByText('Maximum $195.00.')).toBeVisible()
  await user.clear(amount)
  await user.type(amount, '12.34')
  await user.click(dialog.getByRole('button', { name: 'Refund' }))
  const body = { amount: 1_234, reason: 'Paid twice', idempotencyKey: expect.any(String) }
  await waitFor(() => expect(sent('POST')).toEqual([['payments/PAYMENT-PY-2/refunds', body]]))
})

test('a partially paid fee shows the paid and the open amount, to the client too', async () => {
  const covering = [
    {
      payment: { pid: 'PAYMENT-PY-4', title: 'PY-4' },
      fee: { pid: due.pid, title: 'PY-1' },
      amount: 8_000,
      at: '2026-03-02T10:00:00.000Z',
    },
  ]
  const { drawer } = await open('client', [due, paid], '', [], covering)
  const row = within(await drawer.findByRole('listitem', { name: 'PY-1' }))
  expect(await row.findByText('$80.00 paid, $20.50 due')).toBeVisible()
  expect(within(drawer.getByRole('listitem', { name: 'PY-2' })).queryByText(/open$/)).toBeNull()
})

test('a payment that covers fees says why it cannot be refunded, and links to its allocations', async () => {
  const check = payment('PY-4', 'PAID', {
    kind: 'PAYMENT',
    total: 12_000,
    paidAt: '2026-03-02T10:00:00.000Z',
  })
  const { drawer, user } = await open('admin', [check])
  await user.click(await drawer.findByRole('button', { name: 'Refund: PY-4' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Refund PY-4' }, { timeout: 15_000 }))
  expect(await dialog.findByText(/^\$120.00 of this payment is allocated to fees/)).toBeVisible()
  expect(dialog.queryByText(/Nothing left to refund/)).toBeNull()
  expect(dialog.queryByRole('textbox')).toBeNull()
  expect(dialog.queryByRole('button', { name: 'Refund' })).toBeNull()
  expect(dialog.getByRole('link', { name: 'PY-4' })).toHaveAttribute(
    'href',
    expect.stringContaining('PAYMENT-PY-4'),
  )
})

test('recording a payment asks how it was paid (domain.md 1.5)', async () => {
  const { drawer, user, sent } = await open('team', [due])
  await user.click(await drawer.findByRole('button', { name: 'Record payment: PY-1' }))
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Record payment: PY-1' }, { timeout: 15_000 }),
  )
  await user.click(dialog.getByRole('combobox', { name: 'Payment method' }))
  await user.click(await screen.findByRole('option', { name: 'Check' }))
  await user.click(dialog.getByRole('button', { name: 'Record payment' }))
  await waitFor(() =>
    expect(sent('POST')).toEqual([
      ['payments/PAYMENT-PY-1/transitions', { to: 'PAID', version: due.version, method: 'CHEQUE' }],
    ]),
  )
})

test('a payment is voided with a reason; a refusal is shown in the dialog and keeps the typed text', async () => {
  const { drawer, user } = await open('admin', [due], 'It is paid already.')
  await user.click(await drawer.findByRole('button', { name: 'Void: PY-1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Void: PY-1' }, { timeout: 15_000 }))
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Wrong permit')
  await user.click(dialog.getByRole('button', { name: 'Void' }))
  expect(await dialog.findByText('It is paid already.')).toBeVisible()
  expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Wrong permit')
})

test('a client sees fees and receipts but cannot change them', async () => {
  const { drawer } = await open('client')
  expect(await drawer.findByRole('link', { name: 'Receipt PY-2 (PDF)' })).toBeVisible()
  expect(drawer.queryByRole('button', { name: /Refund|Void|Record payment|Add fee/ })).toBeNull()
})
