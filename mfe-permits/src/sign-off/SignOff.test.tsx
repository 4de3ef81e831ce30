import { act, screen, waitFor, within } from '@testing-library/react'
import { setLanguage } from '@portal/shared-ui/i18n'
import { expectConsole, screenInSpanish } from '@portal/shared-ui/test-support'
import type { CrudCall, Role, SignOffAction } from '@portal/contract'
import { mountInto } from '../panels/documents.ts'
import { permit } from '../test-support/documents.ts'
import { openPermitTab } from '../test-support/open-tab.tsx'

const { pid } = permit
const pack = '01J0000000000000000000RTSX'
const rosa = { pid: 'ROSA', title: 'Rosa Verifier' }
const at = '2026-02-03T10:00:00.000Z'

const labels: Readonly<Record<SignOffAction, string>> = {
  VERIFY: 'Mark package verified',
  WITHDRAW: 'Remove verification',
  ASK: 'Request client approval',
  TAKE_BACK: 'Cancel request',
  APPROVE: 'Approve package',
  RETURN: 'Return package',
}
const offer = (act: SignOffAction, ...whyNot: string[]) => ({
  act,
  label: labels[act],
  allowed: whyNot.length === 0,
  whyNot,
  asksReason: act === 'RETURN',
})

/** The state of a package: its fields and the available sign-off actions. */
interface Standing {
  record: object
  acts: ReturnType<typeof offer>[]
  bySecondPerson?: boolean
}

/** A package in the first of these states until an action is taken, then in the next one. */
async function open(as: Role, ...standings: Standing[]) {
  let place = 0
  const now = () => standings[Math.min(place, standings.length - 1)]
  const result = ({ apiPath, method }: CrudCall) => {
    const about = {
      pid: pack,
      refNo: 'RT-2026-000003',
      status: 'COLLECTING',
      permit: { pid, title: 'Two garages' },
      checklist: [],
    }
    const record = { ...about, version: place + 1, ...now()?.record }
    // The list only finds the package; its state is read from the package itself.
    if (apiPath === 'rts')
      return {
        body: {
          rts: [{ ...about, version: 1, ...standings[0]?.record }],
          metadata: { count: 1, page: 1, pageSize: 1 },
        },
      }
    if (apiPath === `rts/${pack}`) return { body: record }
    if (apiPath === `rts/${pack}/transitions`) return { body: { transitions: [] } }
    if (apiPath !== `rts/${pack}/sign-off`) return undefined
    if (method === 'GET')
      return { body: { bySecondPerson: now()?.bySecondPerson === true, acts: now()?.acts } }
    if (standings.length === 1)
      return { refusal: 'version-conflict' as const, detail: 'This record was changed by someone else.' }
    place += 1
    return { body: record }
  }
  return openPermitTab({ label: 'Documents', mountInto, permit, answer: result, as })
}

test('a second person verifies a package and withdraws that; the focus stays in the drawer (domain.md 1.9)', async () => {
  const verified = { verifiedBy: rosa, verifiedAt: at }
  const { drawer, user, sent } = await open(
    'team',
    { record: {}, acts: [offer('VERIFY'), offer('ASK')], bySecondPerson: true },
    { record: verified, acts: [offer('WITHDRAW'), offer('ASK')], bySecondPerson: true },
  )
  const region = within(await drawer.findByRole('region', { name: 'Verification and approval' }))
  expect(region.getByText('Second reviewer required')).toBeVisible()
  expect(region.getByText('Not requested')).toBeVisible()
  await user.click(region.getByRole('button', { name: 'Mark package verified' }))
  expect(await region.findByText(/^By Rosa Verifier, Feb 3, 2026/)).toBeVisible()
  expect(sent('POST')).toEqual([[`rts/${pack}/sign-off`, { act: 'VERIFY', version: 1 }]])
  expect(region.getByRole('button', { name: 'Remove verification' })).toBeVisible()
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
})

test('the preparer reads who can verify instead of them (domain.md 1.9)', async () => {
  const why = 'Paul Preparer prepared this package. Someone else must verify it.'
  const { drawer } = await open('team', {
    record: {},
    acts: [offer('VERIFY', why), offer('ASK')],
    bySecondPerson: true,
  })
  expect(await drawer.findByText(why)).toBeVisible()
  expect(drawer.queryByRole('button', { name: 'Mark package verified' })).toBeNull()
})

test('a client who is asked approves the package, or returns it with a reason (domain.md 1.9)', async () => {
  const returned = { clientAskedAt: at, clientReturnedAt: at, clientReturnReason: 'Drawn too high' }
  const { drawer, user, sent } = await open(
    'client',
    { record: { clientAskedAt: at }, acts: [offer('APPROVE'), offer('RETURN')] },
    { record: returned, acts: [offer('APPROVE')] },
    {
      record: {
        clientAskedAt: at,
        clientApprovedAt: at,
        clientApprovedBy: { pid: 'ANA', title: 'Ana Client' },
      },
      acts: [offer('RETURN')],
    },
  )
  const region = within(await drawer.findByRole('region', { name: 'Your approval' }))
  expect(region.getByText('Approval required')).toBeVisible()
  expect(region.queryByText('Verification')).toBeNull()
  await user.click(region.getByRole('button', { name: 'Return package' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Return package' }))
  await user.click(dialog.getByRole('button', { name: 'Return package' }))
  expect(dialog.getByText('Enter a reason.')).toBeVisible()
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Drawn too high')
  await user.click(dialog.getByRole('button', { name: 'Return package' }))
  expect(await region.findByText('Drawn too high')).toBeVisible()
  // The buttons are disabled until everything the action changed has been reloaded.
  await waitFor(() => expect(region.getByRole('button', { name: 'Approve package' })).toBeEnabled())
  await user.click(region.getByRole('button', { name: 'Approve package' }))
  expect(await region.findByText(/^By Ana Client, Feb 3, 2026/)).toBeVisible()
  expect(sent('POST').map(([, body]) => body)).toEqual([
    { act: 'RETURN', version: 1, reason: 'Drawn too high' },
    { act: 'APPROVE', version: 2 },
  ])
})

const later = '2026-02-03T11:30:00.000Z'
const changedSince = /^Package changed Feb 3, 2026/
test.each([
  ['client', offer('APPROVE'), /after your approval was requested\. Review it again\.$/],
  ['team', offer('TAKE_BACK'), /after approval was requested\.$/],
] as const)(
  'changes since the client was asked are shown to %s (domain.md 1.9)',
  async (as, possible, ending) => {
    const { drawer } = await open(as, {
      record: { clientAskedAt: at, contentsChangedAt: later },
      acts: [possible],
    })
    const told = await drawer.findByText(changedSince)
    expect(told).toBeVisible()
    expect(told).toHaveTextContent(ending)
  },
)

test('changes before the client was asked are not shown (domain.md 1.9)', async () => {
  const { drawer } = await open('client', {
    record: { clientAskedAt: later, contentsChangedAt: at },
    acts: [offer('APPROVE')],
  })
  expect(await drawer.findByText('Approval required')).toBeVisible()
  expect(drawer.queryByText(changedSince)).toBeNull()
})

test('a client who is not asked sees no sign-off', async () => {
  const { drawer } = await open('client', { record: {}, acts: [] })
  expect(await drawer.findByText('RT-2026-000003')).toBeVisible()
  expect(drawer.queryByRole('region', { name: 'Your approval' })).toBeNull()
})

test('an action refused because somebody else was faster is reported, and the current state is offered', async () => {
  const { drawer, user } = await open('client', {
    record: { clientAskedAt: at },
    acts: [offer('APPROVE'), offer('RETURN')],
  })
  await user.click(await drawer.findByRole('button', { name: 'Approve package' }))
  expect(await screen.findByText('This record was changed by someone else.')).toBeVisible()
  await waitFor(() => expect(drawer.getByRole('button', { name: 'Approve package' })).toBeEnabled())
})

test('a Spanish screen names the actions of a sign-off in Spanish', async () => {
  expectConsole(/inside a test was not wrapped in act/)
  await open('team', { record: {}, acts: [offer('VERIFY'), offer('ASK')] })
  await act(() => screenInSpanish(() => import('../spanish.ts')))
  expect(await screen.findByRole('button', { name: 'Marcar el paquete como verificado' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Solicitar la aprobación del cliente' })).toBeVisible()
  await act(() => setLanguage('en'))
})

test('why an action was refused is not shown again when another one asks for its reason', async () => {
  const { drawer, user } = await open('client', {
    record: { clientAskedAt: at },
    acts: [offer('APPROVE'), offer('RETURN')],
  })
  const refused = 'This record was changed by someone else.'
  const enabled = (name: string) => waitFor(() => expect(drawer.getByRole('button', { name })).toBeEnabled())
  await user.click(await drawer.findByRole('button', { name: 'Approve package' }))
  expect(await screen.findByText(refused)).toBeVisible()
  await enabled('Return package')
  await user.click(drawer.getByRole('button', { name: 'Return package' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Return package' }))
  expect(dialog.queryByText(refused)).toBeNull()
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Drawn too high')
  await user.click(dialog.getByRole('button', { name: 'Return package' }))
  expect(await dialog.findByText(refused)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await enabled('Return package')
  await user.click(drawer.getByRole('button', { name: 'Return package' }))
  const again = within(await screen.findByRole('dialog', { name: 'Return package' }))
  expect(again.queryByText(refused)).toBeNull()
})
