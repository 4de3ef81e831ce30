import { act, screen } from '@testing-library/react'
import { Refusal, toProblem } from '@portal/contract'
import { expectConsole, personAs, server } from '@portal/shared-ui/test-support'
import { http, HttpResponse } from 'msw'
import { address, openPortal, startServer } from '../test-support/portal.tsx'
import { remoteEntry, twoRemotes } from '../test-support/remotes.ts'

const auth = { guard: 'auth', layout: 'default' } as const
const parcels = remoteEntry('parcels', [
  { path: '/old_tasks', ...auth, redirect: '/tasks' },
  { path: '/manual', ...auth, redirect: 'https://manual.example/portal' },
  { path: '/parcels/{pid}', ...auth, validate: 'pid' },
  { path: '/moon', guard: 'astronaut', layout: 'default' },
])

test('routes redirect, are checked by the server, load fully, or fail alone (specification.md 2, contract.md 8)', async () => {
  // jsdom's error for a full page load, and the log of a failed check.
  expectConsole(/Not implemented: navigation|The check of \/parcels\/nonsense failed/)
  startServer({ user: personAs('team'), remotes: [...twoRemotes(), parcels] })
  const checked: (string | null)[] = []
  server.use(
    http.get('*/api/routes/validate', ({ request }) => {
      const path = new URL(request.url).searchParams.get('path')
      checked.push(path)
      if (path === '/parcels/01PARCEL') return new HttpResponse(null, { status: 204 })
      return HttpResponse.json(toProblem(new Refusal('not-found', `Page Not Found: ${path}`), 'req-1'), {
        status: 404,
      })
    }),
  )
  const { portal } = openPortal('/old_tasks')
  expect(await screen.findByText('The room of records at /tasks?page=1')).toBeVisible()
  expect(address()).toBe('/tasks?page=1')

  const go = (url: string) => act(() => portal.shell.navigate(url))
  go('/parcels/01PARCEL')
  expect(await screen.findByText('The room of parcels at /parcels/01PARCEL')).toBeVisible()
  go('/parcels/nonsense')
  expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  expect(screen.getByText('Page Not Found: /parcels/nonsense')).toBeVisible()
  expect(checked).toEqual(['/parcels/01PARCEL', '/parcels/nonsense'])

  go('/moon')
  expect(await screen.findByText(/Unknown route guard: astronaut/)).toBeVisible()
  go('/tasks')
  expect(await screen.findByText('The room of records at /tasks?page=1')).toBeVisible()

  go('/manual')
  expect(await screen.findByText(/would lead to another host/)).toBeVisible()
}, 60_000)
