import { act, screen } from '@testing-library/react'
import { initialConfiguration, withSetting } from '@portal/contract'
import { configurationAtom } from '@portal/shared-ui'
import { server } from '@portal/shared-ui/test-support'
import { openSettings, settingsSections } from '../../test-support/settings.ts'

beforeEach(() => server.use(...settingsSections))

test('roles and pages are shown as navigation applies them: a child is closed with its parent, and says so', () => {
  const { store } = openSettings('/settings?tab=roles')
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
  openSettings('/settings?tab=roles')
  expect(screen.getByLabelText('Settings, Superadmin')).toBeDisabled()
  expect(screen.getByLabelText('Settings, Admin')).toBeEnabled()
})

test('S-12: an administrator cannot change superadmin switches; nobody can close the pages superadmins need', () => {
  const { unmount } = openSettings('/settings?tab=roles', 'admin')
  expect(screen.getByLabelText('Payments, Superadmin')).toBeDisabled()
  expect(screen.getByLabelText('Payments, Superadmin')).toHaveAccessibleDescription(
    'Only superadmins can change this.',
  )
  expect(screen.getByLabelText('Payments, Admin')).toBeEnabled()
  unmount()
  openSettings('/settings?tab=roles')
  expect(screen.getByLabelText('Payments, Superadmin')).toBeEnabled()
  expect(screen.getByLabelText('Users, Superadmin')).toBeDisabled()
})
