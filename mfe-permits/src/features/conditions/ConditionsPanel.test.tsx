import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { CrudCall, Role } from '@portal/contract'
import { server } from '@portal/shared-ui/test-support'
import { mountInto } from '../../panels/conditions.ts'
import { openPermitTab } from '../../test-support/open-tab.tsx'

const pid = '01J0000000000000000000ABCD'
const permit = { pid, version: 4, title: 'Two garages', status: 'APPROVED' }
const condition = (text: string, kind: string, more: object = {}) => ({
  pid: `CONDITION-${text.replaceAll(' ', '-')}`,
  version: 1,
  code: null,
  text,
  kind,
  severity: 'REQUIRED',
  status: 'OPEN',
  dueDate: null,
  evidence: null,
  reason: null,
  settledAt: null,
  settledBy: null,
  organization: null,
  ...more,
})
const insurance = condition('Insurance is proven', 'PRIOR_TO_ISSUE')
const waived = condition('Neighbours agree', 'PRIOR_TO_SUBMIT', {
  status: 'WAIVED',
  reason: 'There are none',
  settledAt: '2026-02-03T10:00:00.000Z',
  settledBy: { pid: 'U', title: 'Ada' },
})
const library = [{ code: 'ROUTE', text: 'The route is approved', kind: 'PRIOR_TO_ISSUE', severity: 'HOLD' }]

function open(as: Role, conditions: object[] = [insurance, waived], refusal = '') {
  const path = `permits/${pid}/conditions`
  const result = ({ apiPath, method }: CrudCall) => {
    if (!apiPath.startsWith(path)) return undefined
    if (method !== 'GET' && refusal !== '') return { refusal: 'forbidden' as const, detail: refusal }
    return { body: { conditions, library: as === 'client' ? [] : library } }
  }
  return openPermitTab({ label: 'Conditions', mountInto, permit, answer: result, as })
}

test('conditions are grouped by when they must be met, with how they were settled; one is met (domain.md 3)', async () => {
  const { drawer, user, sent } = await open('team')
  expect(
    within(await drawer.findByRole('region', { name: 'Prior to issuance' })).getByText('Insurance is proven'),
  ).toBeVisible()
  const before = within(drawer.getByRole('region', { name: 'Before submittal' }))
  expect(before.getByText('There are none')).toBeVisible()
  expect(before.getByText(/Waived on Feb 3, 2026 by Ada/)).toBeVisible()
  expect(drawer.getByText('1 open condition')).toBeVisible()
  const root = `permits/${pid}`
  const proof = {
    pid: 'FILE',
    name: 'Policy.pdf',
    parentId: root,
    root,
    size: 9,
    mimeType: 'application/pdf',
    status: 'done',
  }
  const file = {
    ...proof,
    updatedAt: '2026-02-01T10:00:00.000Z',
    updatedBy: null,
    visibility: 'CLIENT',
    org: null,
  }
  server.use(
    http.get('*/api/aws/listFiles', () =>
      HttpResponse.json({ success: true, records: [file], message: '', root, path: [] }),
    ),
  )
  expect(drawer.queryByRole('button', { name: /^Waive/ })).toBeNull()
  await user.click(drawer.getByRole('button', { name: 'Mark as met: Insurance is proven' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Mark as met' }, { timeout: 15_000 }))
  await user.click(dialog.getByRole('combobox', { name: 'Evidence' }))
  await user.click(await screen.findByRole('option', { name: 'Policy.pdf' }))
  await user.click(dialog.getByRole('button', { name: 'Mark as met' }))
  await waitFor(() =>
    expect(sent('PATCH')).toEqual([
      [`permits/${pid}/conditions/${insurance.pid}`, { status: 'MET', evidence: 'FILE' }],
    ]),
  )
})

test('an administrator can waive a condition only with a reason; a refusal is shown in the dialog', async () => {
  const { drawer, user, sent } = await open('admin', [insurance], 'Somebody was faster.')
  await user.click(await drawer.findByRole('button', { name: 'Waive: Insurance is proven' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Waive' }, { timeout: 15_000 }))
  await user.click(dialog.getByRole('button', { name: 'Waive' }))
  expect(dialog.getByText('Enter a reason.')).toBeVisible()
  expect(sent('PATCH')).toEqual([])
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Insured by the city')
  await user.click(dialog.getByRole('button', { name: 'Waive' }))
  expect(await dialog.findByText('Somebody was faster.')).toBeVisible()
  expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Insured by the city')
})

test('a condition is added from the library of the permit’s type, or as free text', async () => {
  const { drawer, user, sent } = await open('team', [])
  expect(await drawer.findByText('No conditions')).toBeVisible()
  const opened = async () => {
    await user.click(drawer.getByRole('button', { name: 'Add condition' }))
    return within(await screen.findByRole('dialog', { name: 'Add condition' }, { timeout: 15_000 }))
  }
  await user.click((await opened()).getByRole('button', { name: 'Add: The route is approved' }))
  await waitFor(() => expect(sent('POST')).toEqual([[`permits/${pid}/conditions`, { code: 'ROUTE' }]]))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add condition' })).toBeNull())
  const dialog = await opened()
  await user.type(dialog.getByRole('textbox', { name: 'Condition' }), 'Trees stay')
  await user.click(dialog.getByRole('button', { name: 'Add condition' }))
  const own = { text: 'Trees stay', kind: 'PRIOR_TO_ISSUE', severity: 'REQUIRED', dueDate: null }
  await waitFor(() => expect(sent('POST').at(-1)).toEqual([`permits/${pid}/conditions`, own]))
})

test('a client sees the conditions but cannot change them', async () => {
  const { drawer } = await open('client')
  expect(await drawer.findByText('Insurance is proven')).toBeVisible()
  expect(drawer.queryByRole('button', { name: /Mark as met|Waive|Reopen|Add condition/ })).toBeNull()
})

const organization = { pid: '01J00000000000000000000ORG', title: 'Acme Builders' }
const agreement = condition('The agreement is signed', 'PRIOR_TO_SUBMIT', {
  organization,
  evidence: 'FILE',
  dueDate: '2026-12-01',
})

test('conditions of the organization are listed separately with a link, and cannot be settled here (domain.md 4)', async () => {
  const { drawer } = await open('admin', [insurance, agreement])
  const shared = within(await drawer.findByRole('region', { name: 'Client conditions' }))
  expect(shared.getByText('The agreement is signed')).toBeVisible()
  expect(shared.getByText('Before submittal · Required · Due Dec 1, 2026')).toBeVisible()
  expect(drawer.queryByRole('button', { name: /The agreement is signed/ })).toBeNull()
  expect(shared.queryByText(/Evidence/)).toBeNull()
  expect(drawer.getByText('2 open conditions')).toBeVisible()
  expect(drawer.getByRole('tab', { name: 'Conditions' })).toHaveAccessibleDescription('2')
  const there = `/organizations?record=${organization.pid}&tab=Conditions`
  expect(shared.getByRole('link', { name: 'Open client conditions' })).toHaveAttribute('href', there)
})

test('a user who cannot open organizations sees their conditions, with a link to the client card only (domain.md 5)', async () => {
  const { drawer } = await open('team', [agreement])
  const shared = within(await drawer.findByRole('region', { name: 'Client conditions' }))
  expect(shared.getByText('These apply to all permits of Acme Builders.')).toBeVisible()
  expect(shared.getByRole('link')).toHaveAttribute('href', expect.stringMatching(/^\/clients\/[^/]+$/))
  expect(drawer.queryByText('No conditions')).toBeNull()
})
