import { screen, waitFor, within } from '@testing-library/react'
import { authPendingAtom, configurationAtom, unreadAlertsAtom, userAtom } from '@portal/shared-ui'
import { expectConsole } from '@portal/shared-ui/test-support'
import { address, openPortal, startServer } from './test-support/portal.tsx'

test('a user signs in, works and signs out; the page requests only what the role may read', async () => {
  const result = Promise.withResolvers<void>()
  const side = startServer({ meMayAnswer: result.promise, unreadCount: 3 })
  const { portal, user } = openPortal('/tasks?view=late')
  const { store, queryClient } = portal

  // Session and registry are requested in parallel. The session is pending until `me` answers.
  await waitFor(() => expect(side.calls.toSorted()).toEqual(['GET /api/auth/me', 'GET registry']))
  expect(store.get(authPendingAtom)).toBe(true)
  result.resolve()

  // Without a session the sign-in page shows, and nothing else is requested.
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(address()).toBe('/login?returnTo=%2Ftasks%3Fview%3Dlate')
  expect(store.get(authPendingAtom)).toBe(false)
  expect(store.get(userAtom)).toBeNull()
  expect(side.calls).toHaveLength(2)

  // Signing in returns to the requested page, adds the first page of the list to the address and loads the
  // user's data.
  await user.click(screen.getByRole('button', { name: 'Continue as team' }))
  expect(await screen.findByText('The room of records at /tasks?view=late&page=1')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Tasks')
  const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual(['Processing permits', 'Tasks'])
  expect(await screen.findByRole('button', { name: 'Alerts, 3 unread' })).toBeVisible()
  expect(side.calls).toEqual(expect.arrayContaining(['GET /config', 'GET /alerts/count']))
  expect(store.get(configurationAtom)).not.toBeNull()

  // After a navigation the heading has the focus and the alert count is requested again.
  side.unreadCount = 4
  await user.click(screen.getByRole('link', { name: 'Processing permits' }))
  expect(await screen.findByText('The room of permits at /permits/processing?page=1')).toBeVisible()
  expect(screen.queryByText(/The room of records/)).toBeNull()
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  expect(await screen.findByRole('button', { name: 'Alerts, 4 unread' })).toBeVisible()

  // Signing out clears everything even when the request fails; the failure is only logged.
  side.broken.add('logout')
  expectConsole(/Logout failed/)
  queryClient.setQueryData(['permits', 'list'], ['a record'])
  await user.click(screen.getByRole('button', { name: 'Account' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(address()).toBe('/login')
  expect(store.get(userAtom)).toBeNull()
  expect(store.get(configurationAtom)).toBeNull()
  expect(store.get(unreadAlertsAtom)).toBe(0)
  expect(queryClient.getQueryData(['permits', 'list'])).toBeUndefined()
  expect(screen.queryByText(/The room of/)).toBeNull()
}, 60_000)
