import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { Refusal, toProblem } from '@portal/contract'
import { api, nothing, unreadAlertsAtom, userAtom } from '@portal/shared-ui'
import { personAs, server } from '@portal/shared-ui/test-support'
import { announceSignIn } from '../../sign-in/news.ts'
import { address, openPortal, startServer } from '../../test-support/portal.tsx'

test('a session that ends under an open page is renewed over it: nothing is unmounted, and the call succeeds (issue 4)', async () => {
  const side = startServer({ user: personAs('team'), unreadCount: 2 })
  const answered: string[] = []
  server.use(
    http.post('*/api/work', async ({ request }) => {
      if (side.user === null)
        return HttpResponse.json(toProblem(new Refusal('unauthenticated', 'Sign in to continue.'), 'r'), {
          status: 401,
        })
      answered.push(await request.text())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { portal, user } = openPortal('/tasks')
  const room = await screen.findByText('The room of records at /tasks?page=1')
  await waitFor(() => expect(portal.store.get(unreadAlertsAtom)).toBe(2))
  const outcomes: string[] = []
  const work = (what: string) =>
    void api.post('/api/work', { what }, nothing).then(
      () => outcomes.push(`${what} done`),
      () => outcomes.push(`${what} refused`),
    )
  const dialog = () => screen.findByRole('dialog', { name: 'Your session expired' })

  // Two calls fail in parallel: one dialog is shown, and the page stays mounted.
  side.user = null
  work('first')
  work('second')
  const asked = within(await dialog())
  expect(asked.getByText(/Sign in as A team/)).toBeVisible()
  expect(asked.getByRole('button', { name: 'Sign in with a passkey' })).toHaveFocus()
  expect(room).toBeInTheDocument()
  expect(address()).toBe('/tasks?page=1')
  await user.keyboard('{Escape}')
  expect(await dialog()).toBeVisible()

  // A failed sign-in is shown in the dialog.
  await user.click(asked.getByRole('button', { name: 'Sign in with a passkey' }))
  expect(await asked.findByRole('alert')).toHaveTextContent('This browser does not support passkeys')

  // The same user signs in: the calls succeed, and the remote was not remounted.
  await user.click(asked.getByRole('button', { name: 'Continue as team' }))
  await waitFor(() => expect(outcomes.toSorted()).toEqual(['first done', 'second done']))
  expect(answered.toSorted()).toEqual(['{"what":"first"}', '{"what":"second"}'])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('The room of records at /tasks?page=1')).toBe(room)
  expect(portal.store.get(unreadAlertsAtom)).toBe(2)

  // A sign-in in another tab closes the dialog too.
  side.user = null
  work('third')
  await dialog()
  side.user = personAs('team')
  announceSignIn()
  await waitFor(() => expect(outcomes).toContain('third done'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  // Leaving goes to the sign-in page, and the call stays refused.
  side.user = null
  work('fourth')
  await user.click(within(await dialog()).getByRole('button', { name: 'sign-in page' }))
  await waitFor(() => expect(outcomes).toContain('fourth refused'))
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(address()).toBe('/login?returnTo=%2Ftasks%3Fpage%3D1')
  expect(portal.store.get(userAtom)).toBeNull()
}, 60_000)
