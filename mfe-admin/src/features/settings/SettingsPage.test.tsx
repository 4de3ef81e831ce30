import { act, screen, within } from '@testing-library/react'
import { initialConfiguration } from '@portal/contract'
import { configurationAtom, configurationErrorAtom } from '@portal/shared-ui'
import { crudHandler, renderRoutes, server } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'
import { startStatusMap } from '../../test-support/status-map-server.ts'

const open = (at: string) => renderRoutes(routes, at, { as: 'admin', heading: 'Settings' })

test('the settings have the five tabs of contract.md 9 and open on General', () => {
  open('/settings')
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['General', 'Roles and pages', 'Modules', 'Columns', 'Permit status map'])
  expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('General')
  const panel = screen.getByRole('tabpanel', { name: 'General' })
  expect(panel).toHaveTextContent('permits@portal.example (main address)')
  expect(panel).toHaveTextContent('5 GB')
  expect(panel).toHaveTextContent('Choosing Permit fills Client with its Client.')
})

test('a tab is in the address, by click and from a link', async () => {
  startStatusMap()
  const { user, router } = open('/settings')
  await user.click(screen.getByRole('tab', { name: 'Modules' }))
  expect(router.state.location.search).toBe('?tab=modules')
  expect(screen.getByRole('table', { name: 'Modules' })).toBeInTheDocument()
  await user.click(screen.getByRole('tab', { name: 'Permit status map' }))
  expect(router.state.location.pathname).toBe('/settings/permit-status-map')
  expect(await screen.findByRole('table', { name: 'All states' })).toBeInTheDocument()
})

test('roles and pages show what navigation does: a child is closed where its parent is', () => {
  const { store } = open('/settings?tab=roles')
  const cellsOf = (name: RegExp) => within(screen.getByRole('row', { name })).getAllByRole('cell')
  expect(cellsOf(/^Organizations/).map((cell) => cell.textContent)).toEqual(['Open', 'Open', 'Closed', 'Closed'])
  expect(cellsOf(/^Mails: archive/).map((cell) => cell.textContent)).toEqual(['Open', 'Open', 'Open', 'Closed'])
  const config = initialConfiguration()
  config.roles.admin.pages['/settings'] = false
  act(() => store.set(configurationAtom, config))
  expect(cellsOf(/^Permit status map/).map((cell) => cell.textContent)).toEqual(['Open', 'Closed', 'Closed', 'Closed'])
})

test('modules show which are off for a role', () => {
  const { store } = open('/settings?tab=modules')
  const config = initialConfiguration()
  config.roles.client.modules['files'] = false
  act(() => store.set(configurationAtom, config))
  const cells = within(screen.getByRole('row', { name: /^Files/ })).getAllByRole('cell')
  expect(cells.map((cell) => cell.textContent)).toEqual(['On', 'On', 'On', 'Off'])
})

test('columns are shown for the collection one chooses, and the address keeps it', async () => {
  const { user, router } = open('/settings?tab=columns')
  expect(screen.getByRole('table', { name: 'Columns of Processing permits' })).toBeInTheDocument()
  await user.click(screen.getByRole('combobox', { name: 'Collection' }))
  await user.click(screen.getByRole('option', { name: 'Payments' }))
  const row = within(screen.getByRole('table', { name: 'Columns of Payments' })).getByRole('row', { name: /^Number/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['refNo', 'Text', 'Yes', 'Yes'])
  expect(router.state.location.search).toBe('?tab=columns&collection=payments')
})

test('while the configuration is on its way the page says so; a failure offers Try again, which heals', async () => {
  const { user, store } = open('/settings?tab=modules')
  act(() => store.set(configurationAtom, null))
  expect(screen.getByRole('status', { name: 'Loading the configuration' })).toBeInTheDocument()
  act(() => store.set(configurationErrorAtom, 'Failed to fetch server config'))
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to fetch server config')
  server.use(crudHandler((call) => (call.apiPath === 'config' ? { body: initialConfiguration() } : undefined)))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('table', { name: 'Modules' })).toBeInTheDocument()
})
