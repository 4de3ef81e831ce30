import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { Configuration, initialConfiguration, withSetting } from '@portal/contract'
import type { StorageUse } from '@portal/contract'
import { configurationAtom, configurationErrorAtom } from '@portal/shared-ui'
import { crudHandler, renderRoutes, server } from '@portal/shared-ui/test-support'
import type { CrudResponse } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'

const largest = [{ pid: 'ORG1', title: 'Harbor Works', bytes: 9_000 }]
const use: StorageUse = {
  office: { bytes: 950 * 1024 ** 3, limit: 1000 * 1024 ** 3 },
  organizations: { bytes: 12_000, limit: 100_000, count: 12, largest },
  deleted: 2_000,
  mail: 5_000,
  disk: { freeBytes: 700 * 1024 ** 2, totalBytes: 1024 ** 3 },
}
const well = { status: 'ok', version: '0.1.0', database: 'ok', store: 'ok', mail: 'ok', scanner: 'ok' }
const health = http.get('*/api/health', () => HttpResponse.json(well))
const noApprovals = http.get('*/api/approvals', () => HttpResponse.json({ approvals: [] }))
const noRemovedFields = crudHandler(({ apiPath }) =>
  apiPath.endsWith('/removed_fields') ? { body: { fields: [] } } : undefined,
)
beforeEach(() => server.use(health, noApprovals, addressStates({}), storageUse(), noRemovedFields))

/** A server with this storage use. */
const storageUse = () =>
  crudHandler(({ apiPath }) => (apiPath === 'config/storage' ? { body: use } : undefined))

/** A server for which these addresses are not in force; all others are. */
function addressStates(faults: Readonly<Record<string, 'person' | 'domain'>>) {
  const addresses = Object.entries(faults).map(([address, fault]) => ({ address, fault }))
  return crudHandler(({ apiPath }) =>
    apiPath === 'config/addresses' ? { body: { addresses, domains: ['portal.example'] } } : undefined,
  )
}

const open = (at: string, as: 'admin' | 'superadmin' = 'superadmin') =>
  renderRoutes(routes, at, { as, heading: 'Settings' })

/** The portal's configuration on a server; calls in `failing` are refused. */
function startSettings() {
  const side = { config: initialConfiguration(), failing: false, patches: 0 }
  const result = (apiPath: string, method: string, body: unknown): CrudResponse | undefined => {
    if (apiPath === 'config/addresses' || apiPath === 'config/storage') return undefined
    if (side.failing) return { refusal: 'internal-error', detail: 'The database does not answer.' }
    if (apiPath === 'config/reset')
      side.config = { ...initialConfiguration(), version: side.config.version + 1 }
    if (apiPath === 'config' && method === 'PATCH') {
      side.patches += 1
      const sent = Configuration.parse(body)
      if (sent.version !== side.config.version) return { refusal: 'version-conflict', current: side.config }
      side.config = { ...sent, version: sent.version + 1 }
    }
    return apiPath.startsWith('config') ? { body: side.config } : undefined
  }
  server.use(crudHandler(({ apiPath, method, body }) => result(apiPath, method, body)))
  return side
}

/** Finds a button by its text or label: queries by role take seconds in a table of a hundred switches. */
const button = (name: string) =>
  screen.queryByLabelText(name) ?? screen.getByText(name, { selector: 'button' })
const foot = () => document.querySelector('footer')

test('the settings have the five tabs of contract.md 9, agencies, feeds, permit types, requirements, library file, working calendar, background work and delivery', () => {
  open('/settings')
  const tabs = screen.getAllByRole('tab').map((tab) => tab.textContent)
  expect(tabs.join(', ')).toBe(
    'General, Roles and pages, Modules, Columns, Permit status map, Agencies, Agency feeds, Permit types, Requirements, Library file, Working calendar, Background work, Delivery',
  )
  expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('General')
  const panel = screen.getByRole('tabpanel', { name: 'General' })
  expect(within(panel).getByRole('listitem')).toHaveTextContent('permits@portal.example')
  expect(screen.getByLabelText('Maximum file size')).toHaveValue('5,120')
  expect(panel).toHaveTextContent('USD (can’t be changed)')
  expect(panel).toHaveTextContent('Selecting Permit fills in Client with its Client.')
})

test('S-15: the settings say when files are not scanned, the disk is nearly full or nothing is swept', async () => {
  const { unmount } = open('/settings')
  const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling
  await waitFor(() => expect(fact('Virus scanner')).toHaveTextContent('On'))
  expect(fact('Server disk')).toHaveTextContent('Enough space')
  unmount()
  server.use(
    http.get('*/api/health', () =>
      HttpResponse.json({ ...well, scanner: 'none', degraded: ['sweeps', 'disk'] }),
    ),
  )
  open('/settings')
  await waitFor(() =>
    expect(fact('Virus scanner')).toHaveTextContent('Not configured: files are marked as not scanned'),
  )
  expect(fact('Server disk')).toHaveTextContent('Nearly full')
  expect(fact('Removal of deleted files')).toHaveTextContent('Stopped to protect files')
})

test('the settings show the used storage by user, and the free space', async () => {
  const { unmount } = open('/settings')
  const table = await screen.findByRole('table', { name: 'Clients with most storage used' })
  expect(table).toHaveTextContent('Client: top 1 of 12 by storage used')
  expect(within(table).getByRole('meter', { name: 'Harbor Works' })).toHaveAttribute('aria-valuenow', '9')
  expect(screen.getByRole('meter', { name: 'Office files' })).toHaveAttribute(
    'aria-valuetext',
    '950 GB of 1000 GB',
  )
  const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling
  expect(fact('Client files')).toHaveTextContent('12 kB of 12 clients')
  expect(fact('Free disk space on the server')).toHaveTextContent('700 MB of 1.0 GB')
  unmount()
  server.use(
    crudHandler(({ apiPath }) =>
      apiPath === 'config/storage'
        ? { refusal: 'internal-error', detail: 'The database does not answer.' }
        : undefined,
    ),
  )
  open('/settings')
  expect(await screen.findByText('Storage usage could not be loaded')).toBeVisible()
})

test('a tab is in the address, when clicked and when opened by a link', async () => {
  const { user, router } = open('/settings')
  await user.click(screen.getByRole('tab', { name: 'Roles and pages' }))
  expect(router.state.location.search).toBe('?tab=roles')
  expect(screen.getByRole('table', { name: 'Roles and pages' })).toBeInTheDocument()
  expect(screen.getByText('Permit status map', { selector: 'a' })).toHaveAttribute(
    'href',
    '/settings/permit-status-map',
  )
})

test('roles and pages are shown as navigation applies them: a child is closed with its parent, and says so', () => {
  const { store } = open('/settings?tab=roles')
  const cellsOf = (name: string) => [
    ...(screen.getByText(name, { selector: 'th' }).closest('tr')?.querySelectorAll('td') ?? []),
  ]
  expect(cellsOf('Organizations').map((cell) => cell.textContent)).toEqual([
    'Allowed',
    'Allowed',
    'Blocked',
    'Blocked',
  ])
  expect(cellsOf('Mails: archive').map((cell) => cell.textContent)).toEqual([
    'Allowed',
    'Allowed',
    'Allowed',
    'Blocked',
  ])
  expect(screen.getByLabelText('Mails: archive, Client')).toBeDisabled()
  expect(screen.getByLabelText('Mails: archive, Client')).toHaveAccessibleDescription(
    'Blocked with its parent page Mails.',
  )
  act(() =>
    store.set(
      configurationAtom,
      withSetting(initialConfiguration(), ['roles', 'admin', 'pages', '/settings'], false),
    ),
  )
  expect(cellsOf('Permit status map').map((cell) => cell.textContent)).toEqual([
    'Allowed',
    'Blocked',
    'Blocked',
    'Blocked',
  ])
})

test('a superadmin keeps the settings page, so that closed pages can be reopened', () => {
  open('/settings?tab=roles')
  expect(screen.getByLabelText('Settings, Superadmin')).toBeDisabled()
  expect(screen.getByLabelText('Settings, Admin')).toBeEnabled()
})

test('S-04: an administrator sees the office addresses and reads who can change them', () => {
  open('/settings', 'admin')
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
  const { store } = open('/settings')
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
  server.use(
    crudHandler(({ apiPath }) =>
      apiPath === 'config/addresses'
        ? { refusal: 'internal-error', detail: 'The database does not answer.' }
        : undefined,
    ),
  )
  open('/settings')
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
  const { user } = open('/settings', 'admin')
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

test('S-12: an administrator cannot change superadmin switches; nobody can close the pages superadmins need', () => {
  const { unmount } = open('/settings?tab=roles', 'admin')
  expect(screen.getByLabelText('Payments, Superadmin')).toBeDisabled()
  expect(screen.getByLabelText('Payments, Superadmin')).toHaveAccessibleDescription(
    'Only superadmins can change this.',
  )
  expect(screen.getByLabelText('Payments, Admin')).toBeEnabled()
  unmount()
  open('/settings?tab=roles')
  expect(screen.getByLabelText('Payments, Superadmin')).toBeEnabled()
  expect(screen.getByLabelText('Users, Superadmin')).toBeDisabled()
})

test('changes are listed and marked, kept across tabs, and reverted by Discard (specification.md 4)', async () => {
  startSettings()
  const { user, told } = open('/settings')
  expect(foot()).toBeNull()
  await user.type(screen.getByLabelText('New address'), 'office@portal.example{Enter}')
  await user.click(button('Make office@portal.example the main address'))
  await user.click(screen.getByText('Roles and pages', { selector: 'a' }))
  await user.click(screen.getByLabelText('Payments, Team'))
  expect(foot()).toHaveTextContent('2 settings changed: Email addresses; Team: page Payments')
  await waitFor(() => expect(told.unsaved).toBe(true))

  await user.click(button('Discard'))
  expect(foot()).toBeNull()
  expect(screen.getByLabelText('Payments, Team')).toBeChecked()
  await user.click(screen.getByText('General', { selector: 'a' }))
  expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('permits@portal.example')
  await waitFor(() => expect(told.unsaved).toBe(false))
})

test('Save sends the whole working copy and takes only the version from the answer; no changes remain', async () => {
  const side = startSettings()
  const { user, store } = open('/settings')
  await user.type(screen.getByLabelText('New address'), 'office@portal.example{Enter}')
  await user.click(button('Save'))
  await waitFor(() => expect(foot()).toBeNull())
  expect(side.config.settings.emailIds).toEqual(['permits@portal.example', 'office@portal.example'])
  expect(store.get(configurationAtom)?.version).toBe(2)
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})

test.each([
  ['nonsense', 'Enter a valid email address'],
  ['PERMITS@portal.example', 'This address is already in the list'],
])('an address that cannot be kept is refused beside its field: %s', async (typed, sentence) => {
  const { user } = open('/settings')
  await user.type(screen.getByLabelText('New address'), `${typed}{Enter}`)
  expect(screen.getByLabelText('New address')).toHaveAccessibleDescription(sentence)
  expect(foot()).toBeNull()
})

test('a superadmin edits the payment instructions for clients', async () => {
  const side = startSettings()
  const { user } = open('/settings')
  await user.type(screen.getByLabelText('Payment instructions'), 'Check to the office')
  expect(foot()).toHaveTextContent('1 setting changed: Payment instructions')
  await user.click(button('Save'))
  await waitFor(() => expect(side.config.settings.paymentInstructions).toBe('Check to the office'))
})

test('an administrator requires a second person to verify each package (domain.md 1.9)', async () => {
  const side = startSettings()
  const { user } = open('/settings')
  const second = screen.getByRole('switch', { name: 'Second reviewer required for each package' })
  expect(second).not.toBeChecked()
  await user.click(second)
  expect(foot()).toHaveTextContent('1 setting changed: Second reviewer required for each package')
  await user.click(button('Save'))
  await waitFor(() => expect(side.config.packages).toEqual({ bySecondPerson: true }))
})

test('limits are edited like other settings; an invalid one is reported at its field and blocks Save (contract.md 4)', async () => {
  const side = startSettings()
  const { user, told } = open('/settings')
  const upload = screen.getByLabelText('Maximum file size')
  const bulk = screen.getByLabelText('Maximum bulk change')
  await user.clear(upload)
  await user.type(upload, '250.5')
  await user.clear(bulk)
  await user.type(bulk, '20,000')
  expect(bulk).toHaveAccessibleDescription('Enter a whole number from 1 to 10,000')
  expect(foot()).toHaveTextContent('Fix these settings first: Maximum bulk change')
  expect(button('Save')).toHaveAttribute('aria-disabled', 'true')
  await user.click(button('Save'))
  expect([side.patches, told.unsaved]).toEqual([0, true])

  await user.clear(bulk)
  await user.type(bulk, '2,000')
  expect(foot()).toHaveTextContent('2 settings changed: Maximum file size; Maximum bulk change')
  await user.click(button('Save'))
  await waitFor(() => expect(foot()).toBeNull())
  expect(side.config.limits).toMatchObject({ uploadBytes: 262_668_288, bulkRecords: 2_000 })

  await user.clear(bulk)
  await user.click(button('Discard'))
  expect(bulk).toHaveValue('2,000')
  expect(foot()).toBeNull()
})

test('a failed save and a failed reset show the specified text, and changes are kept (specification.md 8)', async () => {
  const side = startSettings()
  const { user } = open('/settings?tab=roles')
  side.failing = true
  await user.click(screen.getByLabelText('Payments, Team'))
  await user.click(button('Save'))
  expect(await screen.findByText('Failed to save server config')).toBeInTheDocument()
  expect(screen.getByLabelText('Payments, Team')).not.toBeChecked()
  await user.click(button('Reset'))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reset' }))
  expect(await screen.findByText('Failed to reset to initial state')).toBeInTheDocument()
  expect(screen.getByLabelText('Payments, Team')).not.toBeChecked()
})

test.each([
  [
    'superadmin',
    /payment instructions, second approval, time zone/,
    /office data, second approval, retention, custom fields and the status map are kept/,
  ],
  [
    'admin',
    /Addresses, office data, second approval, retention, custom fields and the status map are kept/,
    /payment instructions/,
  ],
] as const)('before a reset a %s sees everything it reverts', async (role, told, untold) => {
  const { user } = open('/settings', role)
  await user.click(button('Reset'))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog).toHaveTextContent(told)
  expect(dialog).not.toHaveTextContent(untold)
  expect(dialog).toHaveTextContent('This can’t be undone.')
})

test('Reset asks first, then both copies are what the server returns (specification.md 4)', async () => {
  const side = startSettings()
  side.config = withSetting(side.config, ['settings', 'emailIds'], ['old@portal.example'])
  const { user, store } = open('/settings')
  act(() => store.set(configurationAtom, side.config))
  await user.type(screen.getByLabelText('New address'), 'office@portal.example{Enter}')
  await user.click(button('Reset'))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reset' }))
  await waitFor(() => expect(screen.getByRole('listitem')).toHaveTextContent('permits@portal.example'))
  expect(foot()).toBeNull()
  expect(store.get(configurationAtom)?.version).toBe(2)
})

test('changes by others show immediately, except in a changed copy, where saving asks (contract.md 4)', async () => {
  const side = startSettings()
  const { user, store } = open('/settings')
  const save = (path: string[], value: unknown) => {
    side.config = { ...withSetting(side.config, path, value), version: side.config.version + 1 }
    act(() => store.set(configurationAtom, side.config))
  }
  save(['settings', 'emailIds'], ['front@portal.example'])
  expect(screen.getByRole('listitem')).toHaveTextContent('front@portal.example')

  await user.type(screen.getByLabelText('New address'), 'mine@portal.example{Enter}')
  await user.click(screen.getByText('Roles and pages', { selector: 'a' }))
  await user.click(screen.getByLabelText('Payments, Team'))
  save(['settings', 'emailIds'], ['theirs@portal.example'])
  save(['roles', 'client', 'modules', 'files'], false)
  expect(foot()).toHaveTextContent('Settings were changed by someone else')
  await user.click(button('Save'))

  const dialog = within(await screen.findByRole('dialog', { name: 'Settings were changed by someone else' }))
  expect(dialog.getByRole('row', { name: /Client: module Files/ })).toHaveTextContent('Also changed')
  expect(dialog.getByRole('row', { name: /Team: page Payments/ })).toHaveTextContent('Blocked')
  await user.click(dialog.getByRole('radio', { name: 'Use their change: Email addresses' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(foot()).toBeNull())
  expect(side.config.settings.emailIds).toEqual(['theirs@portal.example'])
  expect(side.config.roles.team.pages['/payments']).toBe(false)
  expect(side.config.roles.client.modules['files']).toBe(false)
  expect(side.patches).toBe(2)
})

test('heading, order and default of columns are edited for the collection in the address', async () => {
  startSettings()
  const { user, router } = open('/settings?tab=columns&collection=alerts')
  expect(screen.getByRole('table', { name: 'Columns of Alerts' })).toBeInTheDocument()
  await user.click(screen.getByRole('combobox', { name: 'Collection' }))
  await user.click(screen.getByRole('option', { name: 'Notifications' }))
  expect(router.state.location.search).toBe('?tab=columns&collection=notifications')
  const heading = screen.getByLabelText('Heading of refNo')
  await user.clear(heading)
  await user.type(heading, 'Ours{Enter}')
  await user.click(screen.getByLabelText('Ours shown by default'))
  await user.click(screen.getByLabelText('Move Ours down'))
  expect(foot()).toHaveTextContent('3 settings changed: Notifications, column refNo: heading')
  expect(foot()).toHaveTextContent('Notifications: order of columns')
  expect(screen.getAllByLabelText(/^Heading of/)[1]).toHaveValue('Ours')
})

test('the page shows that the configuration is loading; after a failure Try again loads it', async () => {
  const { user, store } = open('/settings?tab=roles')
  act(() => store.set(configurationAtom, null))
  expect(screen.getByRole('status', { name: 'Loading settings' })).toBeInTheDocument()
  act(() => store.set(configurationErrorAtom, 'Failed to fetch server config'))
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to fetch server config')
  startSettings()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('table', { name: 'Roles and pages' })).toBeInTheDocument()
})

test('S-14: the columns say what clients see, and an added field is shown to or hidden from them there', async () => {
  const added = {
    name: 'custom.fraudScore',
    label: 'Fraud score',
    type: 'text',
    is_visible: true,
    table_view: true,
    masked: true,
  }
  const side = startSettings()
  side.config = {
    ...side.config,
    columns: { ...side.config.columns, permits: [...(side.config.columns.permits ?? []), added] },
  }
  const { user, store } = open('/settings?tab=columns')
  act(() => store.set(configurationAtom, side.config))
  expect(screen.getByText(/Clients see a custom field only if you turn it on here/)).toBeVisible()
  const cellsOf = (label: string) =>
    [...(screen.getByLabelText(label).closest('tr')?.querySelectorAll('td') ?? [])].map(
      (cell) => cell.textContent,
    )
  expect(cellsOf('Title in tables')[5]).toBe('Yes')
  expect(screen.getByLabelText('Fraud score visible to clients')).not.toBeChecked()
  await user.click(screen.getByLabelText('Fraud score visible to clients'))
  expect(screen.getByLabelText('Fraud score visible to clients')).toBeChecked()
  await user.click(button('Save'))
  await waitFor(() =>
    expect(side.config.columns.permits?.find(({ name }) => name === added.name)?.masked).toBe(false),
  )
})

test('S-14: for collections closed to clients, the columns do not mention them', () => {
  open('/settings?tab=columns&collection=users')
  expect(screen.queryByText('Visible to clients')).toBeNull()
})
