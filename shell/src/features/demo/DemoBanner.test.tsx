import { render, screen, within } from '@testing-library/react'
import { openPortal, startServer } from '../../test-support/portal.tsx'
import { DemoBanner } from './DemoBanner.tsx'

const banner = () => screen.findByRole('complementary', { name: 'Demo mode' })

test('S-01: every page says that the portal runs in demo mode, before and after sign-in', async () => {
  startServer({ user: null })
  const { portal, user } = openPortal('/login')
  expect(await screen.findByRole('heading', { name: 'Demo accounts' })).toBeVisible()
  expect(await banner()).toHaveTextContent('Demo mode: anyone can sign in without a password.')

  await user.click(screen.getByRole('button', { name: /^Continue as team/ }))
  expect(await screen.findByRole('navigation', { name: 'Main' })).toBeVisible()
  expect(await banner()).toBeVisible()
  // The banner is part of the layout and not an overlay: it has nothing to close and no button.
  expect(within(await banner()).queryByRole('button')).toBeNull()

  portal.shell.navigate('/nowhere')
  expect(await screen.findByText(/There is no page at/)).toBeVisible()
  expect(await banner()).toBeVisible()
}, 60_000)

test('S-01: outside demo mode the banner is not shown', () => {
  document.head.innerHTML = '<meta name="portal-demo" content="0">'
  render(<DemoBanner />)
  expect(screen.queryByRole('complementary')).toBeNull()
})
