import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRoot } from 'react-dom/client'
import { loadPortal } from '../open-portal.lazy.ts'
import { address, startServer } from '../test-support/portal.tsx'
import { startEntry } from './start-entry.tsx'
import { startPage } from './start-page.ts'

test('a visitor without a session sees the sign-in page before anything is asked, and the portal after signing in', async () => {
  document.head.innerHTML =
    '<meta name="portal-demo" content="1"><meta name="portal-session" content="required">'
  document.body.innerHTML = '<div id="portal"></div>'
  // The build writes the versions of shared modules; remotes do not run here.
  Reflect.set(globalThis, 'SHARED_VERSIONS', {})
  const side = startServer({ remotes: [] })
  const user = userEvent.setup()
  history.replaceState(null, '', '/account?tab=keys')
  const element = document.querySelector('#portal')
  if (element === null) throw new Error('The page has no element #portal.')
  act(() => startEntry(startPage(), createRoot(element), loadPortal))

  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(address()).toBe('/login?returnTo=%2Faccount%3Ftab%3Dkeys')

  // The pages of signing in follow links and the browser's back without the portal.
  await user.click(screen.getByRole('link', { name: 'Sign up' }))
  expect(await screen.findByLabelText('Organization')).toBeVisible()
  history.back()
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(side.calls).toEqual([])

  await user.click(screen.getByRole('button', { name: 'Continue as team' }))
  expect(await screen.findByRole('heading', { name: 'Passkeys and sessions' })).toBeVisible()
  expect(address()).toBe('/account?tab=keys')
  expect(within(screen.getByRole('banner')).getByRole('button', { name: 'Account' })).toBeVisible()
  await waitFor(() => expect(side.calls).toEqual(expect.arrayContaining(['GET registry', 'GET /config'])))
  expect(side.calls.filter((call) => call === 'GET /api/auth/me')).toHaveLength(1)
}, 60_000)
