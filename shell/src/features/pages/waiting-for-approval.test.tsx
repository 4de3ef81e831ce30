import { screen } from '@testing-library/react'
import { personAs } from '@portal/shared-ui/test-support'
import { openPortal, startServer } from '../../test-support/portal.tsx'

test('a new user who waits for approval reads that, and not that the page is closed to them', async () => {
  startServer({ user: { ...personAs('client'), role: null, awaits: 'approval' } })
  openPortal('/unauthorized')
  expect(await screen.findByRole('heading', { name: 'Waiting for approval' })).toBeVisible()
  expect(screen.getByText(/Your request was sent to the administrators/)).toBeVisible()
})
