import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { mayStoreText } from '@portal/shared-ui'
import { personAs, server } from '@portal/shared-ui/test-support'
import { address, openPortal, startServer } from '../../test-support/portal.tsx'

const draft = 'portal.mail-draft.ADA.D1'

test('S-24: signing out warns about unsent text, and leaves only device preferences in the browser', async () => {
  localStorage.setItem('portal.colour-mode', 'dark')
  localStorage.setItem('portal.table:/tasks:', '{"hide":["org"]}')
  startServer({ user: personAs('team') })
  server.use(
    // What a browser does when it receives the Clear-Site-Data header.
    http.delete('*/api/auth/logout', () => {
      localStorage.clear()
      sessionStorage.clear()
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = openPortal('/tasks')
  await screen.findByText(/The room of records/)
  localStorage.setItem(draft, '{"subject":"Half a letter"}')
  localStorage.setItem('portal.mail-pictures.ADA', '["a@b.example"]')
  sessionStorage.setItem('portal.unsaved.notes/permits/P1', '{"new":"half a note"}')
  const signOut = async () => {
    await user.click(screen.getByRole('button', { name: 'Account' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    return within(await screen.findByRole('alertdialog', { name: 'Sign out and delete unsaved work?' }))
  }

  await user.click((await signOut()).getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(address()).toBe('/tasks?page=1')
  expect(localStorage.getItem(draft)).not.toBeNull()

  await user.click((await signOut()).getByRole('button', { name: 'Sign out' }))
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(sessionStorage).toHaveLength(0)
  expect(Object.keys(localStorage).filter((key) => key.includes('ADA') || key.includes('unsaved'))).toEqual(
    [],
  )
  expect(localStorage.getItem('portal.colour-mode')).toBe('dark')
  expect(localStorage.getItem('portal.table:/tasks:')).toBe('{"hide":["org"]}')
  // A page that is closing stores nothing after the sign-out.
  expect(mayStoreText()).toBe(false)
})
