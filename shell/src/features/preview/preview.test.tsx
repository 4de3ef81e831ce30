import { screen, waitFor } from '@testing-library/react'
import { personAs, server } from '@portal/shared-ui/test-support'
import { http, HttpResponse } from 'msw'
import { toProblem, Refusal } from '@portal/contract'
import { openPortal, startServer } from '../../test-support/portal.tsx'
import { twoRemotes } from '../../test-support/remotes.ts'

test('a link to a preview asks first; the bar names branch and module of an open one and leaves it', async () => {
  const preview = { branch: 'feature/x', until: '2026-12-01T18:00:00.000Z' }
  const refusal = toProblem(new Refusal('not-found', 'This preview has ended. Ask for a new link.'), 'req-1')
  server.use(http.post('*/api/federation/preview', () => HttpResponse.json(refusal, { status: 404 })))
  let left = 0
  server.use(
    http.delete('*/api/federation/preview', () => {
      left += 1
      return HttpResponse.json(refusal, { status: 404 })
    }),
  )
  startServer({
    user: personAs('admin'),
    remotes: twoRemotes().map((remote) => (remote.name === 'records' ? { ...remote, preview } : remote)),
  })
  const { user } = openPortal('/tasks?preview=permits@main')

  // The dialog is code of its own, which is loaded now.
  const dialog = await screen.findByRole('alertdialog', { name: 'Open a preview?' }, { timeout: 30_000 })
  expect(dialog).toHaveTextContent(/^Open a preview\?Branch main of permits\./)
  await user.click(screen.getByRole('button', { name: 'Open preview' }))
  expect(await screen.findByText('The preview could not be opened')).toBeVisible()
  expect(await screen.findByText('This preview has ended. Ask for a new link.')).toBeVisible()

  expect(
    await screen.findByText(/^Preview, seen only by you: branch feature\/x of Tasks until Dec 1, 2026/),
  ).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Leave preview' }))
  await waitFor(() => expect(left).toBe(1))
  expect(await screen.findByText('The preview could not be left')).toBeVisible()
}, 60_000)
