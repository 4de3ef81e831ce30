import { screen } from '@testing-library/react'
import { personAs } from '@portal/shared-ui/test-support'
import { openPortal, startServer } from '../../test-support/portal.tsx'

test('who signed up and waits reads that they wait, not that a page is closed to them', async () => {
  startServer({ user: { ...personAs('client'), role: null, awaits: 'approval' } })
  openPortal('/unauthorized')
  expect(await screen.findByRole('heading', { name: 'Waiting for approval' })).toBeVisible()
  expect(screen.getByText(/Your request is with the administrators/)).toBeVisible()
})
