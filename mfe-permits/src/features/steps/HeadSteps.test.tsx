import { screen, waitFor, within } from '@testing-library/react'
import type { CrudCall } from '@portal/contract'
import { server } from '@portal/shared-ui/test-support'
import { http, HttpResponse } from 'msw'
import { mountInto } from '../../panels/steps.ts'
import { openPermitTab } from '../../test-support/open-tab.tsx'

const pid = '01J0000000000000000000ABCD'
const agency = {
  pid: '01J00000000000000000AGENCY',
  version: 1,
  name: 'Austin Development Services',
  numberPattern: 'BLD-####-####',
  numberExample: 'BLD-2015-0001',
}
const permit = {
  pid,
  version: 4,
  refNo: 'PM-2026-000012',
  title: 'Two garages',
  status: 'APPROVED',
  court: 'OURS',
  bucket: 'processing',
  permitType: 'BUILDING',
  authority: { pid: agency.pid, title: agency.name },
  authorityNumber: null,
  issuedDate: null,
  expiryDate: null,
}
const inputs = [
  { name: 'authorityNumber', type: 'text', required: false, value: null },
  { name: 'issuedDate', type: 'date', required: false, value: '2026-11-20' },
  { name: 'expiryDate', type: 'date', required: false, value: '2027-05-19' },
]
const offered = [
  {
    to: 'PAYMENT_DUE',
    label: 'Request payment',
    allowed: false,
    whyNot: ['No balance due: add the fee first.'],
    blockers: [{ code: 'nothing-due', params: {}, tab: 'Payment data' }],
    asksReason: false,
  },
  { to: 'ISSUED', label: 'Record issuance', allowed: true, whyNot: [], asksReason: false, inputs },
  { to: 'CANCELLED', label: 'Cancel permit', allowed: true, whyNot: [], asksReason: true },
]

/** The same panel in a tab, as it is also shown at the head. */
const open = (result: (call: CrudCall) => { body: unknown } | undefined = () => undefined) =>
  openPermitTab({
    permit,
    label: 'Processing status',
    mountInto,
    answer: (call) =>
      result(call) ??
      (call.apiPath === `permits/${pid}/transitions` && call.method === 'GET'
        ? { body: { transitions: offered } }
        : undefined),
  })

test('the likely transition is a button at the head, the others are in its menu with reasons (review: status change)', async () => {
  const { drawer, user } = await open()
  expect(await drawer.findByRole('button', { name: 'Record issuance' })).toBeEnabled()
  expect(drawer.queryByRole('button', { name: 'Cancel permit' })).toBeNull()
  await user.click(drawer.getByRole('button', { name: 'More steps' }))
  const menu = within(await screen.findByRole('menu', { name: 'Change status' }))
  expect(menu.getByRole('menuitem', { name: /^Request payment/ })).toHaveAttribute('aria-disabled', 'true')
  expect(menu.getByText('No balance due: add the fee first.')).toBeVisible()
  await user.click(menu.getByRole('menuitem', { name: 'Cancel permit' }))
  expect(await screen.findByRole('dialog', { name: 'Cancel permit: Two garages' })).toBeVisible()
})

test('a single transition is a button with its name instead of a menu; the key s takes it', async () => {
  const withdraw = { to: 'WITHDRAWN', label: 'Withdraw', allowed: true, whyNot: [], asksReason: true }
  const { drawer, user } = await open(({ apiPath }) =>
    apiPath === `permits/${pid}/transitions` ? { body: { transitions: [withdraw] } } : undefined,
  )
  const button = await drawer.findByRole('button', { name: 'Withdraw' })
  expect(button).toHaveAttribute('aria-haspopup', 'dialog')
  expect(button).toHaveAttribute('data-likely-step')
  expect(drawer.queryByRole('button', { name: 'Change status' })).toBeNull()
  drawer.getByRole('tab', { name: 'Processing status' }).focus()
  await user.keyboard('s')
  expect(
    await screen.findByRole('dialog', { name: 'Withdraw: Two garages' }, { timeout: 15_000 }),
  ).toBeVisible()
})

test('the key s opens the transitions of an open record (look.md 9)', async () => {
  const { drawer, user } = await open()
  const button = await drawer.findByRole('button', { name: 'More steps' })
  drawer.getByRole('tab', { name: 'Processing status' }).focus()
  await user.keyboard('s')
  expect(await screen.findByRole('menu', { name: 'Change status' })).toBeVisible()
  expect(button).toHaveAttribute('aria-expanded', 'true')
})

test('a dialog that needs a value has the focus there, and cannot be sent without it', async () => {
  const input = { name: 'certificateExpiry', type: 'date', required: true, value: null }
  const complete = { to: 'CLOSED', label: 'Complete', allowed: true, whyNot: [], asksReason: false }
  const { drawer, user, sent } = await open(({ apiPath, method }) =>
    apiPath === `permits/${pid}/transitions`
      ? { body: method === 'GET' ? { transitions: [{ ...complete, inputs: [input] }] } : permit }
      : undefined,
  )
  await user.click(await drawer.findByRole('button', { name: 'Complete' }))
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Complete: Two garages' }, { timeout: 15_000 }),
  )
  const day = dialog.getByLabelText(/^Expiration date of the new certificate/)
  await waitFor(() => expect(day).toHaveFocus())
  await user.click(dialog.getByRole('button', { name: 'Complete' }))
  expect(day).toHaveAttribute('aria-invalid', 'true')
  expect(sent('POST')).toEqual([])
  await user.type(day, '2027-11-02')
  await user.click(dialog.getByRole('button', { name: 'Complete' }))
  const step = { to: 'CLOSED', version: 4, certificateExpiry: '2027-11-02' }
  await waitFor(() => expect(sent('POST')).toEqual([[`permits/${pid}/transitions`, step]]))
})

test('recording the issuance asks for number and dates, validates them, and offers Undo (review, critical 2)', async () => {
  const { drawer, user, sent } = await open((call) =>
    call.method === 'POST'
      ? { body: permit }
      : call.apiPath === `authorities/${agency.pid}`
        ? { body: agency }
        : undefined,
  )
  await user.click(await drawer.findByRole('button', { name: 'Record issuance' }))
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Record issuance: Two garages' }, { timeout: 15_000 }),
  )
  const [number, issued, expiry] = ['Permit number', 'Issue date', 'Expiration date'].map((name) =>
    dialog.getByLabelText(name),
  )
  if (number === undefined || issued === undefined || expiry === undefined)
    throw new Error('a field is missing')
  expect(issued).toHaveValue('2026-11-20')
  expect(expiry).toHaveValue('2027-05-19')
  expect(dialog.getByRole('button', { name: 'Attach permit document' })).toBeVisible()
  expect(await dialog.findByText('For example BLD-2015-0001')).toBeVisible()
  await user.type(number, 'X')
  expect(number).toHaveAccessibleDescription(
    /^Austin Development Services uses numbers such as BLD-2015-0001/,
  )
  await user.clear(number)
  await user.type(number, 'BLD-2026-0042')
  await user.clear(issued)
  await user.type(issued, '2026-11-02')
  expect(expiry).toHaveValue('2027-05-01')
  await user.clear(expiry)
  await user.type(expiry, '2026-11-01')
  await user.click(dialog.getByRole('button', { name: 'Record issuance' }))
  expect(
    dialog.getByText('The expiration date is not after the issue date. Enter a later date.'),
  ).toBeVisible()
  expect(sent('POST')).toEqual([])
  await user.clear(expiry)
  await user.type(expiry, '2027-11-02')
  await user.click(dialog.getByRole('button', { name: 'Record issuance' }))
  const step = {
    to: 'ISSUED',
    version: 4,
    authorityNumber: 'BLD-2026-0042',
    issuedDate: '2026-11-02',
    expiryDate: '2027-11-02',
  }
  await waitFor(() => expect(sent('POST')).toEqual([[`permits/${pid}/transitions`, step]]))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent('POST').at(-1)).toEqual([`permits/${pid}/transitions/undo`, {}]))
  expect(await screen.findByText('Status change undone: Two garages')).toBeVisible()
})

test('the client can open the permit document attached to an issuance', async () => {
  const made: unknown[] = []
  const root = `permits/${pid}`
  const stored = {
    pid: 'NEW',
    name: 'permit.pdf',
    parentId: root,
    root,
    size: 4,
    mimeType: 'application/pdf',
    status: 'done',
    visibility: 'CLIENT',
  }
  const result = {
    success: true,
    message: 'OK',
    file: { ...stored, updatedAt: '2026-11-02T10:00:00.000Z', updatedBy: null, org: null },
  }
  server.use(
    http.post('*/api/aws/createFile', async ({ request }) => {
      made.push(await request.json())
      return HttpResponse.json(result, { status: 201 })
    }),
    http.post('*/api/aws/markAsDone', () => HttpResponse.json(result)),
  )
  const { drawer, user } = await open((call) => (call.method === 'POST' ? { body: permit } : undefined))
  await user.click(await drawer.findByRole('button', { name: 'Record issuance' }))
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Record issuance: Two garages' }, { timeout: 15_000 }),
  )
  expect(dialog.getByText('Optional. Saved with the permit’s files and visible to the client.')).toBeVisible()
  await user.upload(
    dialog.getByLabelText('Permit document'),
    new File(['%PDF'], 'permit.pdf', { type: 'application/pdf' }),
  )
  await user.click(dialog.getByRole('button', { name: 'Record issuance' }))
  await waitFor(() =>
    expect(made).toEqual([expect.objectContaining({ root, name: 'permit.pdf', visibility: 'CLIENT' })]),
  )
})
