import { screen, within } from '@testing-library/react'
import { RemoteOriginBody } from '@portal/contract'
import type { RemoteOrigins } from '@portal/contract'
import { renderRoutes, server } from '@portal/shared-ui/test-support'
import { http, HttpResponse } from 'msw'
import { Origins } from './Origins.tsx'

const routes = [{ path: '/settings/modules', element: <Origins /> }]

const at = '2026-11-20T10:00:00.000Z'

function startOrigins() {
  const side: RemoteOrigins = {
    origins: [
      {
        origin: 'https://parts.example',
        addedAt: at,
        addedBy: 'Sue Super',
        builds: [
          {
            remote: 'inspections',
            version: '1.0.0-aaaaaaaa',
            owner: 'Inspections team',
            checkedAt: at,
            problem: 'https://parts.example/a.js is not the published file',
          },
        ],
      },
    ],
  }
  server.use(
    http.get('*/api/federation/origins', () => HttpResponse.json({ origins: side.origins })),
    http.post('*/api/federation/origins', async ({ request }) => {
      const { origin } = RemoteOriginBody.parse(await request.json())
      side.origins = [...side.origins, { origin, addedAt: at, addedBy: 'Sue Super', builds: [] }]
      return new HttpResponse(null, { status: 204 })
    }),
    http.delete('*/api/federation/origins', ({ request }) => {
      const removed = new URL(request.url).searchParams.get('origin')
      side.origins = side.origins.filter(({ origin }) => origin !== removed)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return side
}

test('a superadmin adds and removes an origin, and sees what differs there', async () => {
  const side = startOrigins()
  const { user } = renderRoutes(routes, '/settings/modules', { as: 'superadmin' })
  const listed = await screen.findByRole('list', { name: 'Other origins' })
  expect(within(listed).getByText(/is not the published file/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'New origin' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByLabelText('Origin'))
  await user.paste('https://cdn.example/builds')
  await user.click(within(dialog).getByRole('button', { name: 'Add' }))
  expect(await within(dialog).findByText(/scheme, host and port alone/)).toBeInTheDocument()
  await user.clear(within(dialog).getByLabelText('Origin'))
  await user.paste('https://cdn.example')
  await user.click(within(dialog).getByRole('button', { name: 'Add' }))
  expect(await within(listed).findByText('https://cdn.example')).toBeInTheDocument()
  const [first] = within(listed).getAllByRole('button', { name: 'Remove origin' })
  if (first !== undefined) await user.click(first)
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove origin' }),
  )
  expect(await screen.findByText('The origin was removed.')).toBeInTheDocument()
  expect(side.origins.map(({ origin }) => origin)).toEqual(['https://cdn.example'])
})

test('an administrator reads the list and changes nothing', async () => {
  startOrigins()
  renderRoutes(routes, '/settings/modules', { as: 'admin' })
  expect(await screen.findByRole('list', { name: 'Other origins' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'New origin' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Remove origin' })).not.toBeInTheDocument()
})
