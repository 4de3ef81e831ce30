import { screen } from '@testing-library/react'
import { openPortal, startServer } from '../../test-support/portal.tsx'

test('S-26: a link with its token in the fragment opens the page of the invited, whose address keeps no token', async () => {
  const side = startServer()
  openPortal('/sign-up#link=once')
  await screen.findByText(/You were invited/)
  expect(screen.getByRole('button', { name: 'Continue' })).toBeVisible()
  expect(location.href).toBe(`${location.origin}/sign-up`)
  // Reading an address uses nothing up: that takes the button.
  expect(side.calls.filter((call) => call.includes('links'))).toEqual([])
})
