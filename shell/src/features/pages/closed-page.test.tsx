import { screen } from '@testing-library/react'
import { personAs } from '@portal/shared-ui/test-support'
import { openPortal, startServer } from '../../test-support/portal.tsx'

test('a user who may not open a page gets back to their own with one click', async () => {
  startServer({ user: personAs('client') })
  openPortal('/unauthorized')
  expect(await screen.findByRole('link', { name: 'Go to the start page' })).toHaveAttribute(
    'href',
    '/permits/processing',
  )
})
