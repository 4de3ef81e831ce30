import { screen } from '@testing-library/react'
import { Refusal, toProblem } from '@portal/contract'
import { personAs, server } from '@portal/shared-ui/test-support'
import { http, HttpResponse } from 'msw'
import { openPortal, startServer } from '../../test-support/portal.tsx'

const pid = '01JZZZZZZZZZZZZZZZZZZZZZZZ'

test('an app that is gone, or not for the role, says so under a heading, and offers nothing to try again', async () => {
  startServer({ user: personAs('team'), apps: [] })
  const problem = toProblem(new Refusal('not-found', 'App not found.'), 'req-1')
  server.use(http.get(`*/api/apps/${pid}/access`, () => HttpResponse.json(problem, { status: 404 })))
  openPortal(`/apps/${pid}`)
  expect(await screen.findByText('This app is not here', undefined, { timeout: 20_000 })).toBeVisible()
  expect(screen.getByText(/removed or switched off, or your role may not open it/)).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'App' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
}, 60_000)
