import { screen } from '@testing-library/react'
import { personAs } from '@portal/shared-ui/test-support'
import { openPortal, startServer } from '../../test-support/portal.tsx'

test('whoever may not open a page is led back to their own in one click', async () => {
  startServer({ user: personAs('client') })
  openPortal('/unauthorized')
  expect(await screen.findByRole('link', { name: 'Go to the start page' })).toHaveAttribute(
    'href',
    '/permits/processing',
  )
})
