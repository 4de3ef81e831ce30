import { screen, waitFor, within } from '@testing-library/react'
import type { CrudCall } from '@portal/contract'
import type { PermitObservation, PermitObservations, Proposal } from '@portal/contract/authority-proposals'
import { setLanguage } from '@portal/shared-ui/i18n'
import { crudHandler, renderRoutes, screenInSpanish, server } from '@portal/shared-ui/test-support'
import type { CrudResponse } from '@portal/shared-ui/test-support'
import { mountInto } from '../panels/status.ts'
import { routes } from '../routes.tsx'
import { openPermitTab } from '../test-support/open-tab.tsx'

const pid = '01J0000000000000000000ABCD'
const proposal = (given: Partial<Proposal> = {}): Proposal => ({
  pid: 'X1',
  permit: { pid, title: 'Two garages' },
  refNo: 'PM-2026-000012',
  authorityNumber: '2015-000001 BP',
  org: { pid: 'O1', title: 'Acme' },
  collection: 'permits',
  source: { pid: 'S1', title: 'Austin Development Services' },
  state: 'OPEN',
  rawStatus: 'Active',
  statusDate: '2026-11-18',
  seenAt: '2026-11-20T07:10:00.000Z',
  link: null,
  from: 'UNDER_REVIEW',
  to: 'ISSUED',
  path: ['APPROVED', 'ISSUED'],
  blockers: [],
  createdAt: '2026-11-20T07:10:00.000Z',
  decidedAt: null,
  decidedBy: null,
  reason: null,
  ...given,
})
const blocked = proposal({
  pid: 'X2',
  permit: { pid: 'P2', title: 'A carport' },
  blockers: [
    {
      step: 'ISSUED',
      code: 'balance',
      params: {},
      tab: 'Payment data',
      detail: 'Balance due: record the payment first.',
    },
  ],
})

/** Answers with these proposals and notes the decisions. */
function answering(proposals: readonly Proposal[], decided: string[]) {
  return ({ apiPath, method, body }: CrudCall): CrudResponse | undefined => {
    if (method === 'GET' && apiPath === 'proposals')
      return { body: { proposals, metadata: { count: proposals.length, page: 1, pageSize: 50 } } }
    if (!apiPath.startsWith('proposals')) return undefined
    decided.push(`${apiPath} ${JSON.stringify(body ?? null)}`)
    return { body: apiPath === 'proposals/accept' ? { updated: 1, failed: [] } : {} }
  }
}

function openPage(proposals: readonly Proposal[], search = '') {
  const decided: string[] = []
  server.use(crudHandler(answering(proposals, decided)))
  return { decided, ...renderRoutes(routes, `/permits/overview/proposals${search}`, { as: 'team' }) }
}
afterEach(() => setLanguage('en'))

test('staff see what an agency says, the steps there and what stands against them, and decide', async () => {
  const { decided, user } = openPage([proposal(), blocked])
  const row = within(
    (await screen.findByRole('link', { name: 'Two garages' })).closest('li') ?? document.body,
  )
  expect(row.getByText(/Austin Development Services says “Active” since/)).toBeVisible()
  expect(row.getByText(/Steps: Under review → Approved → Issued/)).toBeVisible()
  const other = within(screen.getByRole('link', { name: 'A carport' }).closest('li') ?? document.body)
  expect(other.getByText('Balance due: record the payment first.')).toBeVisible()
  expect(other.getByRole('button', { name: 'Accept' })).toBeDisabled()
  await user.click(row.getByRole('button', { name: 'Accept' }))
  await waitFor(() => expect(decided).toEqual(['proposals/X1/accept null']))
  await user.click(other.getByRole('button', { name: 'Dismiss' }))
  const dialog = await screen.findByRole('dialog', { name: 'Dismiss this proposal?' })
  await user.type(within(dialog).getByLabelText(/Reason/), 'The fee is open')
  await user.click(within(dialog).getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(decided.at(-1)).toBe('proposals/X2/dismiss {"reason":"The fee is open"}'))
})

test('several proposals are accepted at once', async () => {
  const { decided, user } = openPage([proposal(), blocked])
  await user.click(await screen.findByRole('checkbox', { name: 'Select Two garages' }))
  expect(screen.getByRole('checkbox', { name: 'Select A carport' })).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Accept selected (1)' }))
  await waitFor(() => expect(decided).toEqual(['proposals/accept {"pids":["X1"]}']))
})

test('all proposals of a page that can be accepted are selected at once', async () => {
  const other = proposal({ pid: 'X3', permit: { pid: 'P3', title: 'A fence' } })
  const { decided, user } = openPage([proposal(), blocked, other])
  await screen.findByRole('checkbox', { name: 'Select Two garages' })
  await user.click(screen.getByRole('button', { name: 'Select all on this page' }))
  expect(screen.getByRole('checkbox', { name: 'Select A carport' })).not.toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Accept selected (2)' }))
  await waitFor(() => expect(decided).toEqual(['proposals/accept {"pids":["X1","X3"]}']))
})

test('what is held cannot be selected, accepted or dismissed one by one', async () => {
  openPage([proposal({ state: 'HELD' })], '?state=HELD')
  expect(await screen.findByText(/^Held with many others/)).toBeVisible()
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^(Accept|Dismiss)/ })).not.toBeInTheDocument()
})

test('in Spanish the page says the same', async () => {
  server.use(crudHandler(answering([proposal()], [])))
  await screenInSpanish(() => import('../spanish.ts'))
  renderRoutes(routes, '/permits/overview/proposals', { as: 'team' })
  expect(await screen.findByText(/Austin Development Services dice “Active” desde el/)).toBeVisible()
})

const observation = (given: Partial<PermitObservation>): PermitObservation => ({
  pid: 'OB1',
  source: { pid: 'S1', title: 'Austin Development Services' },
  seenAt: '2026-11-20T07:10:00.000Z',
  number: '2015-000001 BP',
  rawStatus: 'Active',
  status: { key: 'ISSUED', label: 'Issued' },
  statusDate: '2026-11-18',
  isAhead: false,
  issuedDate: null,
  expiryDate: null,
  link: 'https://abc.austintexas.gov/1',
  ...given,
})

const openStatus = (
  as: 'team' | 'client',
  observations: readonly PermitObservation[],
  proposals: readonly Proposal[],
  current: Partial<NonNullable<PermitObservations['current']>> = {},
) =>
  openPermitTab({
    permit: {
      pid,
      version: 4,
      refNo: 'PM-2026-000012',
      title: 'Two garages',
      status: 'UNDER_REVIEW',
      court: 'AUTHORITY',
    },
    label: 'Processing status',
    mountInto,
    as,
    answer: (call) => {
      if (call.apiPath === `permits/${pid}/transitions`) return { body: { transitions: [] } }
      if (call.apiPath === `permits/${pid}/observations`)
        return {
          body: {
            observations,
            current: { checkedAt: '2026-11-21T07:10:00.000Z', isMissing: false, ...current },
          },
        }
      return answering(proposals, [])(call)
    },
  })

test('a permit shows the status at the agency with its link, what it was before, and what is proposed', async () => {
  const before = observation({ pid: 'OB0', rawStatus: 'Pending', statusDate: '2026-11-02' })
  const { drawer } = await openStatus('team', [observation({}), before], [proposal()])
  const section = within(await drawer.findByRole('region', { name: 'At the agency' }))
  expect(section.getByText('Active')).toBeVisible()
  expect(section.getByRole('link', { name: 'Open at the agency' })).toHaveAttribute(
    'href',
    'https://abc.austintexas.gov/1',
  )
  expect(section.getByText('1 earlier status')).toBeVisible()
  expect(await section.findByRole('button', { name: 'Accept' })).toBeEnabled()
})

test('a status of a day to come is noted below the one that counts', async () => {
  const ahead = observation({ pid: 'OB2', rawStatus: 'Final', statusDate: '2999-01-01', isAhead: true })
  const { drawer } = await openStatus('team', [ahead, observation({})], [])
  const section = within(await drawer.findByRole('region', { name: 'At the agency' }))
  expect(section.getByText('Active')).toBeVisible()
  expect(section.getByText('Nov 18, 2026')).toBeVisible()
  expect(
    section.getByText(
      'The agency dates “Final” Jan 1, 2999, which is still to come. It does not count until then.',
    ),
  ).toBeVisible()
  expect(section.queryByText(/earlier status/)).toBeNull()
})

test('a permit whose only status is of a day to come says so', async () => {
  const ahead = observation({ rawStatus: 'Final', statusDate: '2999-01-01', isAhead: true })
  const { drawer } = await openStatus('team', [ahead], [])
  const section = within(await drawer.findByRole('region', { name: 'At the agency' }))
  expect(section.getByText(/^The agency dates “Final” Jan 1, 2999/)).toBeVisible()
  expect(section.queryByText('Since')).toBeNull()
})

test('data that are older than the limit are said to be no check', async () => {
  const { drawer } = await openStatus('team', [observation({})], [], { isStale: true })
  const section = within(await drawer.findByRole('region', { name: 'At the agency' }))
  expect(
    section.getByText(/older than the limit of the office, so they do not count as a check/),
  ).toBeVisible()
})

test('a client reads the status in the wording of the office and decides nothing', async () => {
  const told = observation({ source: null, rawStatus: null })
  const { drawer } = await openStatus('client', [told], [proposal()])
  const section = within(await drawer.findByRole('region', { name: 'At the agency' }))
  expect(section.getByText('Issued')).toBeVisible()
  expect(section.queryByRole('button', { name: 'Accept' })).toBeNull()
})
