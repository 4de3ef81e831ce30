import { act, screen, waitFor } from '@testing-library/react'
import { Configuration } from '@portal/contract'
import { configurationAtom, createPortalStore, loadConfiguration, sessionAtom } from '@portal/shared-ui'
import { personAs } from '@portal/shared-ui/test-support'
import { storeRegistry, storedRegistry } from '../../federation/stored-registry.ts'
import { openPortal, startServer } from '../../test-support/portal.tsx'
import { twoRemotes } from '../../test-support/remotes.ts'
import { refreshPermissions } from '../session/refresh-permissions.ts'
import { watchConnection } from './degraded.state.ts'

test('without registry, configuration and stream the portal starts from its cache, says what is missing, and recovers', async () => {
  storeRegistry(twoRemotes())
  const side = startServer({ user: personAs('team'), broken: new Set(['registry', '/config']) })
  const { portal, user } = openPortal('/tasks')
  const { store, queryClient } = portal

  expect(await screen.findByText('The room of records at /tasks?page=1')).toBeVisible()
  expect(await screen.findByText(/Couldn’t reach the server/)).toHaveTextContent('Couldn’t load the settings')
  await user.click(screen.getByRole('link', { name: 'Processing permits' }))
  expect(await screen.findByText('The room of permits at /permits/processing?page=1')).toBeVisible()

  // Try again loads both. The stream is reported after it has been down for a while.
  side.broken.clear()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText(/Couldn’t load the settings/)).toBeNull())
  expect(store.get(configurationAtom)).not.toBeNull()
  const connection = watchConnection(store, () => undefined)
  jest.useFakeTimers()
  connection.onConnection(false)
  act(() => void jest.advanceTimersByTime(7_000))
  expect(screen.queryByText(/Live updates/)).toBeNull()
  act(() => void jest.advanceTimersByTime(2_000))
  expect(screen.getByText(/Live updates are paused/)).toBeVisible()
  act(() => connection.onConnection(true))
  expect(screen.queryByText(/Live updates/)).toBeNull()
  jest.useRealTimers()

  // The stored copy holds nothing personal: no addresses and no permissions of a role.
  const kept = Object.entries(localStorage).map(([name, text]) => `${name} ${text}`)
  expect(kept.join(' ')).toMatch(/last-good.registry.*|last-good.configuration.team/)
  expect(kept.join(' ')).not.toContain('@portal.example')

  // An administrator closes a page to the role: it disappears from the menu and the screen of this open page.
  side.user = { ...personAs('team'), pages: { '/permits/processing': false } }
  await act(() => refreshPermissions(store, queryClient))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Processing permits' })).toBeNull())
  expect(screen.queryByText(/The room of permits/)).toBeNull()
}, 60_000)

test('the cached registry does not contain that a module was off for one user', () => {
  const [permits, records] = twoRemotes()
  if (permits === undefined || records === undefined) throw new Error('two remotes are needed')
  storeRegistry([permits, records])
  const { entry: _entry, integrity: _integrity, ...off } = records
  storeRegistry([permits, { ...off, state: 'off' }])
  expect(storedRegistry()?.map(({ name, state }) => [name, state])).toEqual([
    ['permits', 'on'],
    ['records', 'on'],
  ])
})

test('a cached configuration cannot be edited, because it contains neither roles nor addresses', async () => {
  const side = startServer({ user: personAs('admin') })
  const store = createPortalStore()
  store.set(sessionAtom, { state: 'signed-in', user: personAs('admin') })
  await loadConfiguration(store)
  store.set(configurationAtom, null)
  side.broken.add('/config')
  await loadConfiguration(store)
  expect(store.get(configurationAtom)).toMatchObject({
    settings: { emailIds: [] },
    roles: {},
    currency: 'USD',
  })
  expect(Configuration.safeParse(store.get(configurationAtom)).success).toBe(false)
})
