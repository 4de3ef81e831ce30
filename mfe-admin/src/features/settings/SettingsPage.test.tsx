import { act, screen, waitFor, within } from '@testing-library/react'
import { withSetting } from '@portal/contract'
import { configurationAtom, configurationErrorAtom } from '@portal/shared-ui'
import { server } from '@portal/shared-ui/test-support'
import {
  openSettings,
  settingsButton,
  settingsFooter,
  settingsSections,
  startSettings,
} from '../../test-support/settings.ts'

beforeEach(() => server.use(...settingsSections))

test('the settings have the five tabs of contract.md 9, agencies, feeds, permit types, requirements, library file, working calendar, background work and delivery', () => {
  openSettings('/settings')
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

test('a tab is in the address, when clicked and when opened by a link', async () => {
  const { user, router } = openSettings('/settings')
  await user.click(screen.getByRole('tab', { name: 'Roles and pages' }))
  expect(router.state.location.search).toBe('?tab=roles')
  expect(screen.getByRole('table', { name: 'Roles and pages' })).toBeInTheDocument()
  expect(screen.getByText('Permit status map', { selector: 'a' })).toHaveAttribute(
    'href',
    '/settings/permit-status-map',
  )
})

test('changes are listed and marked, kept across tabs, and reverted by Discard (specification.md 4)', async () => {
  startSettings()
  const { user, told } = openSettings('/settings')
  expect(settingsFooter()).toBeNull()
  await user.type(screen.getByLabelText('New address'), 'office@portal.example{Enter}')
  await user.click(settingsButton('Make office@portal.example the main address'))
  await user.click(screen.getByText('Roles and pages', { selector: 'a' }))
  await user.click(screen.getByLabelText('Payments, Team'))
  expect(settingsFooter()).toHaveTextContent('2 settings changed: Email addresses; Team: page Payments')
  await waitFor(() => expect(told.unsaved).toBe(true))

  await user.click(settingsButton('Discard'))
  expect(settingsFooter()).toBeNull()
  expect(screen.getByLabelText('Payments, Team')).toBeChecked()
  await user.click(screen.getByText('General', { selector: 'a' }))
  expect(screen.getAllByRole('listitem')[0]).toHaveTextContent('permits@portal.example')
  await waitFor(() => expect(told.unsaved).toBe(false))
})

test('Save sends the whole working copy and takes only the version from the answer; no changes remain', async () => {
  const side = startSettings()
  const { user, store } = openSettings('/settings')
  await user.type(screen.getByLabelText('New address'), 'office@portal.example{Enter}')
  await user.click(settingsButton('Save'))
  await waitFor(() => expect(settingsFooter()).toBeNull())
  expect(side.config.settings.emailIds).toEqual(['permits@portal.example', 'office@portal.example'])
  expect(store.get(configurationAtom)?.version).toBe(2)
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})

test('a failed save and a failed reset show the specified text, and changes are kept (specification.md 8)', async () => {
  const side = startSettings()
  const { user } = openSettings('/settings?tab=roles')
  side.failing = true
  await user.click(screen.getByLabelText('Payments, Team'))
  await user.click(settingsButton('Save'))
  expect(await screen.findByText('Failed to save server config')).toBeInTheDocument()
  expect(screen.getByLabelText('Payments, Team')).not.toBeChecked()
  await user.click(settingsButton('Reset'))
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
  const { user } = openSettings('/settings', role)
  await user.click(settingsButton('Reset'))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog).toHaveTextContent(told)
  expect(dialog).not.toHaveTextContent(untold)
  expect(dialog).toHaveTextContent('This can’t be undone.')
})

test('Reset asks first, then both copies are what the server returns (specification.md 4)', async () => {
  const side = startSettings()
  side.config = withSetting(side.config, ['settings', 'emailIds'], ['old@portal.example'])
  const { user, store } = openSettings('/settings')
  act(() => store.set(configurationAtom, side.config))
  await user.type(screen.getByLabelText('New address'), 'office@portal.example{Enter}')
  await user.click(settingsButton('Reset'))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reset' }))
  await waitFor(() => expect(screen.getByRole('listitem')).toHaveTextContent('permits@portal.example'))
  expect(settingsFooter()).toBeNull()
  expect(store.get(configurationAtom)?.version).toBe(2)
})

test('changes by others show immediately, except in a changed copy, where saving asks (contract.md 4)', async () => {
  const side = startSettings()
  const { user, store } = openSettings('/settings')
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
  expect(settingsFooter()).toHaveTextContent('Settings were changed by someone else')
  await user.click(settingsButton('Save'))

  const dialog = within(await screen.findByRole('dialog', { name: 'Settings were changed by someone else' }))
  expect(dialog.getByRole('row', { name: /Client: module Files/ })).toHaveTextContent('Also changed')
  expect(dialog.getByRole('row', { name: /Team: page Payments/ })).toHaveTextContent('Blocked')
  await user.click(dialog.getByRole('radio', { name: 'Use their change: Email addresses' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(settingsFooter()).toBeNull())
  expect(side.config.settings.emailIds).toEqual(['theirs@portal.example'])
  expect(side.config.roles.team.pages['/payments']).toBe(false)
  expect(side.config.roles.client.modules['files']).toBe(false)
  expect(side.patches).toBe(2)
})

test('the page shows that the configuration is loading; after a failure Try again loads it', async () => {
  const { user, store } = openSettings('/settings?tab=roles')
  act(() => store.set(configurationAtom, null))
  expect(screen.getByRole('status', { name: 'Loading settings' })).toBeInTheDocument()
  act(() => store.set(configurationErrorAtom, 'Failed to fetch server config'))
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to fetch server config')
  startSettings()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('table', { name: 'Roles and pages' })).toBeInTheDocument()
})
