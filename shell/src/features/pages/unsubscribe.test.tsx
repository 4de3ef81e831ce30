import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { renderRoutes, server } from '@portal/shared-ui/test-support'
import { openPortal, startServer } from '../../test-support/portal.tsx'
import UnsubscribePage from './UnsubscribePage.tsx'

test('the link in a mail stops its kind by a button, without a session, and not when it is opened', async () => {
  startServer()
  const tokens: (string | null)[] = []
  server.use(
    http.post('*/api/auth/unsubscribe', ({ request }) => {
      tokens.push(new URL(request.url).searchParams.get('token'))
      return HttpResponse.json({ kind: 'PAYMENT_DUE' })
    }),
  )
  const { user } = openPortal('/unsubscribe?token=U1.PAYMENT_DUE.signature')
  const button = await screen.findByRole('button', { name: 'Stop mail' })
  expect(screen.getByText(/Stop mail about this: Payments that are due\?/)).toBeVisible()
  expect(tokens).toEqual([])
  await user.click(button)
  expect(await screen.findByRole('status')).toHaveTextContent(
    'You get no more mail about this: Payments that are due.',
  )
  expect(tokens).toEqual(['U1.PAYMENT_DUE.signature'])
})

test('an incomplete link says so', async () => {
  // Mail about security cannot be switched off.
  history.replaceState(null, '', '/unsubscribe?token=U1.SECURITY.x')
  renderRoutes([{ path: '/unsubscribe', element: <UnsubscribePage /> }], '/unsubscribe?token=U1.SECURITY.x', {
    as: 'team',
  })
  expect(await screen.findByRole('alert')).toHaveTextContent('This link is incomplete.')
})
