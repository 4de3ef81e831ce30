import { within } from '@testing-library/react'
import { openTab } from '@portal/shared-ui/test-support'
import { mountInto } from '../../panels/documents.ts'
import { routes } from '../../routes.tsx'
import { item, openDocuments, pack, permit } from '../../test-support/documents.ts'

test('a sent package shows the state in which it was sent', async () => {
  const sent = await openDocuments(pack('SUBMITTED', item('SITE_PLAN', 'VERIFIED')))
  expect(await sent.drawer.findByText(/Documents are locked/)).toBeVisible()
  expect(sent.drawer.queryByRole('button', { name: /Site plan/ })).toBeNull()
})

test('missing items are listed until a package can be ready; what was sent is shown (issue 7, domain.md 1.9)', async () => {
  const ready = (whyNot: string[]) => {
    const blockers = whyNot.map((_, index) => ({
      code: 'lacking',
      params: {},
      tab: index === 0 ? 'Documents' : 'Payment data',
    }))
    return [
      {
        to: 'READY',
        label: 'Mark as ready',
        allowed: whyNot.length === 0,
        whyNot,
        blockers,
        asksReason: false,
      },
    ]
  }
  const reasons = ['Site plan: missing. Verify or waive it.', 'An unpaid fee is due.']
  const lacking = await openDocuments(pack('COLLECTING', item('SITE_PLAN', 'MISSING')), {
    steps: ready(reasons),
  })
  const region = within(await lacking.drawer.findByRole('region', { name: 'Still needed' }))
  expect(region.getByText('Site plan: missing. Verify or waive it.')).toBeVisible()
  expect(region.getByRole('link')).toHaveAttribute('href', expect.stringContaining('tab=Payment+data'))
  expect(lacking.drawer.queryByRole('button', { name: 'Mark as ready' })).toBeNull()
  lacking.unmount()
  const whole = await openDocuments(pack('COLLECTING', item('SITE_PLAN', 'VERIFIED')), { steps: ready([]) })
  expect(await whole.drawer.findByRole('button', { name: 'Mark as ready' })).toBeEnabled()
  whole.unmount()
  const gone = {
    submittedAt: '2026-02-03T10:00:00.000Z',
    confirmationNo: 'C-7',
    frozenFiles: ['A', 'B'],
    manifestHash: 'c0ffee',
  }
  const sent = await openDocuments({ ...pack('SUBMITTED', item('SITE_PLAN', 'VERIFIED')), ...gone })
  expect(await sent.drawer.findByText('C-7')).toBeVisible()
  expect(sent.drawer.getByText('2 files')).toBeVisible()
  expect(sent.drawer.getByText('c0ffee')).toBeVisible()
})

test('a blocked package says so, and shows the transitions out of the block beside its documents', async () => {
  const steps = [
    { to: 'COLLECTING', label: 'Reopen package', allowed: true, whyNot: [], asksReason: false },
    { to: 'CHECKING', label: 'Start check', allowed: true, whyNot: [], asksReason: false },
  ]
  const blocked = await openDocuments(pack('BLOCKED', item('SITE_PLAN', 'VERIFIED')), { steps })
  const region = within(await blocked.drawer.findByRole('region', { name: 'This package is blocked' }))
  expect(region.getByText(/before you mark it as ready/)).toBeVisible()
  expect(region.getByRole('button', { name: 'Start check' })).toBeEnabled()
  expect(region.getByRole('button', { name: 'Reopen package' })).toBeEnabled()
  blocked.unmount()
  const checking = await openDocuments(pack('CHECKING', item('SITE_PLAN', 'VERIFIED')), { steps })
  await checking.drawer.findByRole('region', { name: 'Required' })
  expect(checking.drawer.queryByRole('button', { name: 'Reopen package' })).toBeNull()
})

test('parts of a package that fail to load are named and can be retried (look.md 10)', async () => {
  const { drawer } = await openDocuments(pack('COLLECTING', item('SITE_PLAN', 'RECEIVED')), {
    steps: 'unreachable',
  })
  expect(
    await drawer.findByText('Missing items of the package could not be loaded', undefined, {
      timeout: 15_000,
    }),
  ).toBeVisible()
  expect(drawer.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(drawer.getByRole('button', { name: 'Site plan: Verify' })).toBeVisible()
}, 30_000)

test('a permit before preparation says that its package is created later', async () => {
  const { drawer } = await openDocuments(null)
  expect(await drawer.findByText('No submittal package yet')).toBeVisible()
})

test('the drawer of a package names its permit instead of repeating the package (domain.md 4)', async () => {
  const { drawer } = await openTab({
    routes,
    collection: 'rts',
    heading: 'Ready to Submit',
    label: 'Documents',
    mountInto,
    record: pack('BLOCKED', item('SITE_PLAN', 'MISSING')),
    answer: ({ apiPath }) => {
      if (apiPath.endsWith('/sign-off')) return { body: { bySecondPerson: false, acts: [] } }
      return apiPath.endsWith('/transitions') ? { body: { transitions: [] } } : undefined
    },
  })
  expect(await drawer.findByRole('link', { name: 'Two garages' })).toHaveAttribute(
    'href',
    expect.stringContaining(permit.pid),
  )
  expect(drawer.queryByRole('link', { name: 'RT-2026-000003' })).toBeNull()
})

const says =
  'This permit follows version 1 of the requirements. Version 3 is in force and asks for something else.'
// The package does not name its permit: else its departments ask for the requirements as well.
const openOlder = (as: 'admin' | 'team', bucket: string) =>
  openDocuments(
    { ...pack('COLLECTING', item('SITE_PLAN', 'MISSING')), permit: null },
    { as, facts: { bucket } },
  )

test('an open permit says that it follows an earlier version of the requirements', async () => {
  const { drawer } = await openOlder('team', 'processing')
  expect(await drawer.findByText(says, {}, { timeout: 15_000 })).toBeVisible()
  expect(drawer.queryByRole('button', { name: 'Move open permits' })).toBeNull()
})

test('administrators get the way to move a permit of an earlier version', async () => {
  const { drawer } = await openOlder('admin', 'processing')
  expect(await drawer.findByRole('button', { name: 'Move open permits' }, { timeout: 15_000 })).toBeVisible()
})

test('a processed permit says nothing of the version in force', async () => {
  const { drawer, calls } = await openOlder('team', 'processed')
  expect(await drawer.findByText('Site plan')).toBeVisible()
  expect(calls.filter(({ apiPath }) => apiPath.endsWith('/requirements'))).toEqual([])
  expect(drawer.queryByText(says)).toBeNull()
})
