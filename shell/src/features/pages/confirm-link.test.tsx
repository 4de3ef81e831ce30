import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { server } from '@portal/shared-ui/test-support'
import { openPortal, startServer } from '../../test-support/portal.tsx'

test('S-26: the mailed link confirms the address with a button, and not when it is opened', async () => {
  startServer()
  const sent: unknown[] = []
  server.use(
    http.post('*/api/auth/sign-up/confirm', async ({ request }) => {
      sent.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = openPortal('/sign-up#confirm=mine')
  const button = await screen.findByRole('button', { name: 'Confirm my address' })
  expect(location.href).toBe(`${location.origin}/sign-up`)
  expect(sent).toEqual([])
  await user.click(button)
  expect(
    await screen.findByText('Address confirmed. An administrator will review your request.'),
  ).toBeVisible()
  expect(sent).toEqual([{ token: 'mine' }])
})
