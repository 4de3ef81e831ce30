import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { personAs, server } from '@portal/shared-ui/test-support'
import { openPortal, startServer } from '../../test-support/portal.tsx'

test('S-26: a superadmin freezes sign-ins after a confirmation, sees the banner on every page, and ends the freeze', async () => {
  const superadmin = personAs('superadmin')
  const side = startServer({ user: superadmin })
  const calls: string[] = []
  const response = (call: string, isFrozen: boolean) => () => {
    calls.push(call)
    side.user = { ...superadmin, ...(isFrozen && { signInsFrozen: true }) }
    return new HttpResponse(null, { status: 204 })
  }
  server.use(
    http.get('*/api/auth/me/profile', () => HttpResponse.json({ name: 'Ann', phone: null, version: 1 })),
    http.get('*/api/auth/me/absence', () =>
      HttpResponse.json({
        outOfOfficeFrom: null,
        outOfOfficeUntil: null,
        delegate: null,
        standIn: null,
        version: 1,
      }),
    ),
    http.post('*/api/auth/freeze', response('freeze', true)),
    http.delete('*/api/auth/freeze', response('unfreeze', false)),
    http.get('*/api/auth/passkeys', () =>
      HttpResponse.json({ passkeys: [], microsoft: [], recoveryCodes: 0 }),
    ),
    http.get('*/api/auth/sessions', () => HttpResponse.json({ sessions: [] })),
    http.get('*/api/auth/browsers', () => HttpResponse.json({ browsers: [] })),
  )
  const { user } = openPortal('/account')
  await user.click(await screen.findByRole('button', { name: 'Freeze sign-ins' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Freeze sign-ins?' }))
  expect(calls).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Freeze sign-ins' }))
  expect(await screen.findByText(/^Sign-ins are frozen\. A superadmin/)).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Unfreeze sign-ins' }))
  await waitFor(() => expect(screen.queryByText(/^Sign-ins are frozen\. A superadmin/)).toBeNull())
  expect(calls).toEqual(['freeze', 'unfreeze'])
})
