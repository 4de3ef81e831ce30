import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { withSetting } from '@portal/contract'
import { configurationAtom } from '@portal/shared-ui'
import { crudHandler, server } from '@portal/shared-ui/test-support'
import {
  addressStates,
  healthy,
  openSettings,
  settingsButton,
  settingsFooter,
  settingsSections,
  startSettings,
} from '../../test-support/settings.ts'

beforeEach(() => server.use(...settingsSections))

const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling

/** A server whose database does not answer this call. */
const failing = (path: string) =>
  crudHandler(({ apiPath }) =>
    apiPath === path ? { refusal: 'internal-error', detail: 'The database does not answer.' } : undefined,
  )

test('S-15: the settings say when files are not scanned, the disk is nearly full or nothing is swept', async () => {
  const { unmount } = openSettings('/settings')
  await waitFor(() => expect(fact('Virus scanner')).toHaveTextContent('On'))
  expect(fact('Server disk')).toHaveTextContent('Enough space')
  unmount()
  server.use(
    http.get('*/api/health', () =>
      HttpResponse.json({ ...healthy, scanner: 'none', degraded: ['sweeps', 'disk'] }),
    ),
  )
  openSettings('/settings')
  await waitFor(() =>
    expect(fact('Virus scanner')).toHaveTextContent('Not configured: files are marked as not scanned'),
  )
  expect(fact('Server disk')).toHaveTextContent('Nearly full')
  expect(fact('Removal of deleted files')).toHaveTextContent('Stopped to protect files')
})

test('the settings show the used storage by user, and the free space', async () => {
  const { unmount } = openSettings('/settings')
  const table = await screen.findByRole('table', { name: 'Clients with most storage used' })
  expect(table).toHaveTextContent('Client: top 1 of 12 by storage used')
  expect(within(table).getByRole('meter', { name: 'Harbor Works' })).toHaveAttribute('aria-valuenow', '9')
  expect(screen.getByRole('meter', { name: 'Office files' })).toHaveAttribute(
    'aria-valuetext',
    '950 GB of 1000 GB',
  )
  expect(fact('Client files')).toHaveTextContent('12 kB of 12 clients')
  expect(fact('Free disk space on the server')).toHaveTextContent('700 MB of 1.0 GB')
  unmount()
  server.use(failing('config/storage'))
  openSettings('/settings')
  expect(await screen.findByText('Storage usage could not be loaded')).toBeVisible()
})

test('S-04: an administrator sees the office addresses and reads who can change them', () => {
  openSettings('/settings', 'admin')
  const panel = screen.getByRole('tabpanel', { name: 'General' })
  expect(within(panel).getByRole('listitem')).toHaveTextContent('permits@portal.example')
  expect(panel).toHaveTextContent('Only superadmins can change this.')
  expect(screen.queryByLabelText('New address')).toBeNull()
  expect(screen.queryByLabelText('Remove permits@portal.example')).toBeNull()
})

test('an office address that is not in force is marked with its reason, and is not called the main one', async () => {
  const side = startSettings()
  side.config = withSetting(
    side.config,
    ['settings', 'emailIds'],
    ['owner@portal.example', 'ceo@elsewhere.example', 'permits@portal.example'],
  )
  server.use(addressStates({ 'owner@portal.example': 'person', 'ceo@elsewhere.example': 'domain' }))
  const { store } = openSettings('/settings')
  act(() => store.set(configurationAtom, side.config))
  const [owner, ceo, permits] = within(screen.getByRole('list', { name: 'Email addresses' })).getAllByRole(
    'listitem',
  )
  await waitFor(() => expect(owner).toHaveTextContent('not active'))
  expect(owner).toHaveTextContent('This is a person’s own address')
  expect(owner).not.toHaveTextContent('main address')
  expect(ceo).toHaveTextContent('outside the portal’s domains (portal.example)')
  expect(permits).toHaveTextContent('main address')
  expect(permits).not.toHaveTextContent('not active')
})

test('an error while loading the address states is shown as that', async () => {
  server.use(failing('config/addresses'))
  openSettings('/settings')
  expect(await screen.findByText(/could not be checked: The database does not answer/)).toBeVisible()
})

test('S-04: a pending change shows who requested what, and is approved here by a permitted user', async () => {
  const asked: string[] = []
  const request = {
    pid: 'A1',
    kind: 'role-changed',
    summary: 'Make Ada Example, now team, admin.',
    state: 'waiting',
    askedBy: { pid: 'P1', name: 'Olga Owner' },
    askedAt: '2026-11-20T10:00:00.000Z',
    expiresAt: '2026-11-27T10:00:00.000Z',
    decidedBy: null,
    decidedAt: null,
    reason: null,
    mayDecide: true,
    mayWithdraw: false,
  }
  server.use(
    http.get('*/api/approvals', () => HttpResponse.json({ approvals: [request] })),
    http.post('*/api/approvals/A1/approve', () => {
      asked.push('approve')
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = openSettings('/settings', 'admin')
  const list = await screen.findByRole('list', { name: 'Approval requests' })
  expect(list).toHaveTextContent('Make Ada Example, now team, admin.')
  expect(list).toHaveTextContent('Requested by Olga Owner')
  await user.click(within(list).getByText('Approve', { selector: 'button' }))
  await waitFor(() => expect(asked).toEqual(['approve']))
  expect(
    screen.getByRole('switch', {
      name: 'Admin roles, office addresses and deployments require a second person',
    }),
  ).toBeDisabled()
})

test.each([
  ['nonsense', 'Enter a valid email address'],
  ['PERMITS@portal.example', 'This address is already in the list'],
])('an address that cannot be kept is refused beside its field: %s', async (typed, sentence) => {
  const { user } = openSettings('/settings')
  await user.type(screen.getByLabelText('New address'), `${typed}{Enter}`)
  expect(screen.getByLabelText('New address')).toHaveAccessibleDescription(sentence)
  expect(settingsFooter()).toBeNull()
})

test('a superadmin edits the payment instructions for clients', async () => {
  const side = startSettings()
  const { user } = openSettings('/settings')
  await user.type(screen.getByLabelText('Payment instructions'), 'Check to the office')
  expect(settingsFooter()).toHaveTextContent('1 setting changed: Payment instructions')
  await user.click(settingsButton('Save'))
  await waitFor(() => expect(side.config.settings.paymentInstructions).toBe('Check to the office'))
})

test('an administrator requires a second person to verify each package (domain.md 1.9)', async () => {
  const side = startSettings()
  const { user } = openSettings('/settings')
  const second = screen.getByRole('switch', { name: 'Second reviewer required for each package' })
  expect(second).not.toBeChecked()
  await user.click(second)
  expect(settingsFooter()).toHaveTextContent('1 setting changed: Second reviewer required for each package')
  await user.click(settingsButton('Save'))
  await waitFor(() => expect(side.config.packages).toEqual({ bySecondPerson: true }))
})

test('limits are edited like other settings; an invalid one is reported at its field and blocks Save (contract.md 4)', async () => {
  const side = startSettings()
  const { user, told } = openSettings('/settings')
  const upload = screen.getByLabelText('Maximum file size')
  const bulk = screen.getByLabelText('Maximum bulk change')
  await user.clear(upload)
  await user.type(upload, '250.5')
  await user.clear(bulk)
  await user.type(bulk, '20,000')
  expect(bulk).toHaveAccessibleDescription('Enter a whole number from 1 to 10,000')
  expect(settingsFooter()).toHaveTextContent('Fix these settings first: Maximum bulk change')
  expect(settingsButton('Save')).toHaveAttribute('aria-disabled', 'true')
  await user.click(settingsButton('Save'))
  expect([side.patches, told.unsaved]).toEqual([0, true])

  await user.clear(bulk)
  await user.type(bulk, '2,000')
  expect(settingsFooter()).toHaveTextContent('2 settings changed: Maximum file size; Maximum bulk change')
  await user.click(settingsButton('Save'))
  await waitFor(() => expect(settingsFooter()).toBeNull())
  expect(side.config.limits).toMatchObject({ uploadBytes: 262_668_288, bulkRecords: 2_000 })

  await user.clear(bulk)
  await user.click(settingsButton('Discard'))
  expect(bulk).toHaveValue('2,000')
  expect(settingsFooter()).toBeNull()
})
