import { screen } from '@testing-library/react'
import { openPortal, startServer } from '../../test-support/portal.tsx'

test('S-26: a link with its token in the fragment opens the invitation, and the token is removed from the address', async () => {
  const side = startServer()
  openPortal('/sign-up#link=once')
  await screen.findByText(/You were invited/)
  expect(screen.getByRole('button', { name: 'Continue' })).toBeVisible()
  expect(location.href).toBe(`${location.origin}/sign-up`)
  // Opening the link does not use the token; only the button does.
  expect(side.calls.filter((call) => call.includes('links'))).toEqual([])
})
