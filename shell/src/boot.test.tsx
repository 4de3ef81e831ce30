import { screen, waitFor, within } from '@testing-library/react'
import { authPendingAtom, configurationAtom, unreadAlertsAtom, userAtom } from '@portal/shared-ui'
import { expectConsole } from '@portal/shared-ui/test-support'
import { address, openPortal, startServer } from './test-support/portal.tsx'

test('a stranger signs in, works, and signs out, and the page asks for no more than each of them may have', async () => {
  const answer = Promise.withResolvers<void>()
  const side = startServer({ meMayAnswer: answer.promise, unreadCount: 3 })
  const { portal, user } = openPortal('/tasks?view=late')
  const { store, queryClient } = portal

  // Who is looking and what is deployed are asked side by side; until the first answers, authentication is
  // pending.
  await waitFor(() => expect(side.calls.toSorted()).toEqual(['GET /api/auth/me', 'GET registry']))
  expect(store.get(authPendingAtom)).toBe(true)
  answer.resolve()

  // A stranger lands on the sign-in page, and nothing else was asked.
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(address()).toBe('/login?returnTo=%2Ftasks%3Fview%3Dlate')
  expect(store.get(authPendingAtom)).toBe(false)
  expect(store.get(userAtom)).toBeNull()
  expect(side.calls).toHaveLength(2)

  // Signing in leads back, with the first page of the list in the address, and fetches what belongs to the
  // person.
  await user.click(screen.getByRole('button', { name: 'Continue as team' }))
  expect(await screen.findByText('The room of records at /tasks?view=late&page=1')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Tasks')
  const links = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual(['Processing permits', 'Tasks'])
  expect(await screen.findByRole('button', { name: 'Alerts, 3 unread' })).toBeVisible()
  expect(side.calls).toEqual(expect.arrayContaining(['GET /config', 'GET /alerts/count']))
  expect(store.get(configurationAtom)).not.toBeNull()

  // Another page: its heading has the focus, the count is asked for again.
  side.unreadCount = 4
  await user.click(screen.getByRole('link', { name: 'Processing permits' }))
  expect(await screen.findByText('The room of permits at /permits/processing?page=1')).toBeVisible()
  expect(screen.queryByText(/The room of records/)).toBeNull()
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  expect(await screen.findByRole('button', { name: 'Alerts, 4 unread' })).toBeVisible()

  // Signing out, even when the server fails to hear it, forgets everything; the failure is only logged.
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
