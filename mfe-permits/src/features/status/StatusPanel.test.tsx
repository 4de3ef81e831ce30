import { screen, waitFor, within } from '@testing-library/react'
import type { CrudCall } from '@portal/contract'
import type { CrudResponse } from '@portal/shared-ui/test-support'
import { mountInto } from '../../panels/status.ts'
import { openTab } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'
import { openPermitTab } from '../../test-support/open-tab.tsx'

const pid = '01J0000000000000000000ABCD'
const permit = {
  pid,
  version: 4,
  refNo: 'PM-2026-000012',
  title: 'Two garages',
  status: 'IN_PREPARATION',
  court: 'OURS',
  cycleNo: 2,
  statusChangedAt: '2026-11-20T08:00:00.000Z',
  ourSeconds: 90_000,
  clientSeconds: 0,
  authoritySeconds: 7_500,
  clockStartedAt: null,
}
/** What the machine of the contract declares with these transitions. */
const declared: Record<string, object> = {
  ON_HOLD: { inputs: [{ name: 'holdReason', type: 'enum', required: false }] },
  CORRECTIONS_REQUIRED: { additions: ['comments', 'items'] },
  WAITING_CLIENT: { additions: ['items'] },
  VOIDED: { additions: ['refund'] },
}
const step = (to: string, label: string, whyNot: string[] = [], asksReason = false) => ({
  to,
  label,
  allowed: whyNot.length === 0,
  whyNot,
  blockers: whyNot.map(() => ({ code: 'package-not-ready', params: {}, tab: 'Documents' as const })),
  asksReason,
  ...declared[to],
})

/** Opens the tab of the permit at its address. */
const open = (response: (call: CrudCall) => CrudResponse | undefined) =>
  openPermitTab({ permit, label: 'Processing status', mountInto, answer: response })

const transitionsResponse = (steps: unknown[]) => (call: CrudCall) =>
  call.apiPath === `permits/${pid}/transitions` && call.method === 'GET'
    ? { body: { transitions: steps } }
    : undefined

test('the tab shows status, court and durations of a permit, and why a transition is refused (domain.md 4)', async () => {
  const { drawer } = await open(
    transitionsResponse([
      step('WAITING_CLIENT', 'Request items from client'),
      step('READY_TO_SUBMIT', 'Ready to submit', ['The submittal package is not ready.']),
    ]),
  )
  expect(await drawer.findByRole('button', { name: 'Request items from client' })).toBeEnabled()
  expect(drawer.queryByRole('button', { name: 'Ready to submit' })).toBeNull()
  const refused = within(drawer.getByRole('region', { name: 'Not available yet' }))
  expect(refused.getByText(/^The submittal package is not ready\./)).toBeVisible()
  expect(refused.getByRole('link', { name: 'Go to Documents' })).toHaveAttribute(
    'href',
    expect.stringContaining('tab=Documents'),
  )
  expect(drawer.getByText('Our office')).toBeVisible()
  const clocks = within(drawer.getByRole('region', { name: 'Time in process' }))
  expect(clocks.getByText('1 day 1 hour')).toBeVisible()
  expect(clocks.getByText('2 hours 5 minutes')).toBeVisible()
})

test('a transition that needs a reason is sent only with one, together with the version that was displayed', async () => {
  const steps = transitionsResponse([step('ON_HOLD', 'Put on hold', [], true)])
  const { drawer, user, calls } = await open(
    (call) => steps(call) ?? (call.method === 'POST' ? { body: permit } : undefined),
  )
  await user.click(await drawer.findByRole('button', { name: 'Put on hold' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Put on hold: Two garages' }))
  await user.click(dialog.getByRole('button', { name: 'Put on hold' }))
  expect(dialog.getByText('Enter a reason.')).toBeVisible()
  expect(calls.some(({ method }) => method === 'POST')).toBe(false)
  await user.click(dialog.getByRole('combobox', { name: 'Hold reason' }))
  await user.click(await screen.findByRole('option', { name: 'Legal action' }))
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'A neighbour sued')
  await user.click(dialog.getByRole('button', { name: 'Put on hold' }))
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      to: 'ON_HOLD',
      version: 4,
      reason: 'A neighbour sued',
      holdReason: 'LEGAL_ACTION',
    }),
  )
  expect(await screen.findByText('Two garages: On hold')).toBeVisible()
})

test('corrections list each item requested from the client (issue 7)', async () => {
  const steps = transitionsResponse([step('CORRECTIONS_REQUIRED', 'Corrections required', [], true)])
  const { drawer, user, calls } = await open(
    (call) => steps(call) ?? (call.method === 'POST' ? { body: permit } : undefined),
  )
  await user.click(await drawer.findByRole('button', { name: 'Corrections required' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Corrections required: Two garages' }))
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'See the letter')
  await user.click(dialog.getByRole('button', { name: 'Add item' }))
  await user.click(dialog.getByRole('combobox', { name: 'Document' }))
  await user.click(await screen.findByRole('option', { name: 'Site plan' }))
  await user.click(dialog.getByRole('button', { name: 'Corrections required' }))
  expect(dialog.getByText('Enter the item.')).toBeVisible()
  await user.type(dialog.getByRole('textbox', { name: 'Item' }), 'A scale')
  await user.click(dialog.getByRole('button', { name: 'Add item' }))
  await user.click(dialog.getByRole('button', { name: 'Corrections required' }))
  const items = [{ title: 'A scale', requiredDocument: 'SITE_PLAN' }]
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      to: 'CORRECTIONS_REQUIRED',
      version: 4,
      reason: 'See the letter',
      items,
    }),
  )
})

test('a pasted list of corrections is recorded one by one, and no other reason is asked for (critical 7)', async () => {
  const steps = transitionsResponse([step('CORRECTIONS_REQUIRED', 'Corrections required', [], true)])
  const { drawer, user, calls } = await open(
    (call) => steps(call) ?? (call.method === 'POST' ? { body: permit } : undefined),
  )
  await user.click(await drawer.findByRole('button', { name: 'Corrections required' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Corrections required: Two garages' }))
  await user.click(dialog.getByRole('button', { name: 'Corrections required' }))
  expect(dialog.getByText('Enter a reason.')).toBeVisible()
  await user.click(dialog.getByRole('textbox', { name: 'Comment' }))
  await user.paste('1. Show the scale\n2. Name the owner')
  await user.click(dialog.getByRole('button', { name: 'Corrections required' }))
  const comments = [{ text: 'Show the scale' }, { text: 'Name the owner' }]
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      to: 'CORRECTIONS_REQUIRED',
      version: 4,
      comments,
    }),
  )
})

test('voiding a permit can refund its payments as well (domain.md 2)', async () => {
  const steps = transitionsResponse([step('VOIDED', 'Void', [], true)])
  const { drawer, user, calls } = await open(
    (call) => steps(call) ?? (call.method === 'POST' ? { body: permit } : undefined),
  )
  await user.click(await drawer.findByRole('button', { name: 'Void' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Void: Two garages' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Refund payments made' }))
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Issued by mistake')
  await user.click(dialog.getByRole('button', { name: 'Void' }))
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      to: 'VOIDED',
      version: 4,
      reason: 'Issued by mistake',
      refund: true,
    }),
  )
})

test('a refused transition says why in the dialog and keeps the typed text', async () => {
  const steps = transitionsResponse([step('CANCELLED', 'Cancel the permit', [], true)])
  const { drawer, user } = await open(
    (call) =>
      steps(call) ??
      (call.method === 'POST'
        ? { refusal: 'transition-refused', detail: 'Somebody was faster.' }
        : undefined),
  )
  await user.click(await drawer.findByRole('button', { name: 'Cancel the permit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel the permit: Two garages' }))
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Twice the same')
  await user.click(dialog.getByRole('button', { name: 'Cancel the permit' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('Somebody was faster.')
  expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Twice the same')
})

test('transitions that fail to load can be retried', async () => {
  let isUp = false
  const steps = transitionsResponse([step('WAITING_CLIENT', 'Request items from client')])
  const { drawer, user } = await open((call) =>
    call.apiPath.endsWith('transitions') && !isUp
      ? { refusal: 'unavailable', detail: 'Not now.' }
      : steps(call),
  )
  const again = await drawer.findByRole('button', { name: 'Try again' }, { timeout: 15_000 })
  isUp = true
  await user.click(again)
  expect(await drawer.findByRole('button', { name: 'Request items from client' })).toBeVisible()
})

test('a permit left unchecked for too long says so, until somebody records a check (domain.md 2)', async () => {
  const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString()
  const waiting = {
    ...permit,
    status: 'UNDER_REVIEW',
    court: 'AUTHORITY',
    statusChangedAt: days(20),
    statusVerifiedAt: days(16),
  }
  let isLooked = false
  const { drawer, calls, user } = await open(({ apiPath, method }) => {
    const now = isLooked ? { ...waiting, version: 5, statusVerifiedAt: days(0) } : waiting
    if (apiPath === 'permits')
      return { body: { permits: [now], metadata: { count: 1, page: 1, pageSize: 50 } } }
    if (apiPath.endsWith('/transitions')) return { body: { transitions: [] } }
    if (apiPath !== `permits/${pid}`) return undefined
    if (method === 'PATCH') isLooked = true
    return { body: isLooked ? { ...now, statusVerifiedAt: days(0) } : now }
  })
  expect(await drawer.findByRole('alert')).toHaveTextContent('Not checked with the agency for 16 days')
  await user.click(drawer.getByRole('button', { name: 'Mark as checked today' }))
  await waitFor(() => expect(drawer.queryByText('Not checked with the agency for 16 days')).toBeNull())
  const sent = calls.find(({ method }) => method === 'PATCH')
  expect(String(Reflect.get(Object(sent?.body), 'statusVerifiedAt')).slice(0, 10)).toBe(days(0).slice(0, 10))
})

const pack = '01J0000000000000000000RTSX'
/** Opens the tab of a package in this state, for this role. */
const openPackage = (as: 'team' | 'client', record: object) =>
  openTab({
    routes,
    collection: 'rts',
    heading: 'Ready to Submit',
    label: 'Processing status',
    mountInto,
    as,
    record: {
      pid: pack,
      version: 3,
      refNo: 'RT-2026-000003',
      status: 'BLOCKED',
      cycleNo: 1,
      checklist: [],
      ...record,
    },
    answer: ({ apiPath }) => {
      if (apiPath === `rts/${pack}/transitions`)
        return { body: { transitions: as === 'team' ? [step('COLLECTING', 'Collect again')] : [] } }
      return apiPath === `rts/${pack}/sign-off` ? { body: { bySecondPerson: false, acts: [] } } : undefined
    },
  })

test('a blocked package lists what it waits for, with links to resolve it (domain.md 4)', async () => {
  const { drawer } = await openPackage('team', {
    readinessPct: 50,
    missingCount: 2,
    feeDue: 4_500,
    feeReady: false,
  })
  expect(await drawer.findByText('50% complete, 2 missing or rejected')).toBeVisible()
  expect(drawer.getByRole('link', { name: 'Go to Documents' })).toHaveAttribute(
    'href',
    expect.stringContaining('tab=Documents'),
  )
  expect(drawer.getByText('Unpaid', { selector: 'dd *' })).toBeVisible()
  expect(drawer.getByRole('link', { name: 'Go to Payment data' })).toHaveAttribute(
    'href',
    expect.stringContaining('tab=Payment'),
  )
})

test('a client without a request reads who takes the transitions of a package (domain.md 4)', async () => {
  const { drawer } = await openPackage('client', {
    status: 'READY',
    readinessPct: 100,
    missingCount: 0,
    feeReady: true,
  })
  expect(
    await drawer.findByText('The office handles the next steps of this package. No action is required.'),
  ).toBeVisible()
  expect(drawer.getByText('100% complete')).toBeVisible()
  expect(drawer.getByText('Paid')).toBeVisible()
})
