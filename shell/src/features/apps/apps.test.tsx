import { screen, waitFor, within } from '@testing-library/react'
import type { AppAccess } from '@portal/contract/apps'
import { personAs, server } from '@portal/shared-ui/test-support'
import { http, HttpResponse } from 'msw'
import { openPortal, startServer } from '../../test-support/portal.tsx'

const pid = '01JZZZZZZZZZZZZZZZZZZZZZZZ'
const access: AppAccess = {
  pid,
  name: { en: 'Site map', es: 'Mapa de obras' },
  owner: 'Maps Inc.',
  origin: 'https://maps.example',
  scopes: ['profile:name', 'records:read:permits', 'records:write:tasks'],
  agreed: false,
}

test('an app is in the menu, asks once what it may do before it is loaded, and the permission can be withdrawn', async () => {
  const entry = { pid, name: access.name, page: true, collections: [] }
  startServer({ user: personAs('team'), apps: [entry] })
  let agreed = false
  const consents: unknown[] = []
  const address = `*/api/apps/${pid}/access`
  server.use(
    http.get(address, () => HttpResponse.json({ ...access, agreed })),
    http.post(address, async ({ request }) => {
      consents.push(await request.json())
      agreed = true
      return new HttpResponse(null, { status: 204 })
    }),
    http.delete(address, () => {
      agreed = false
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = openPortal('/tasks')
  const menu = within(await screen.findByRole('navigation', { name: 'Main' }))
  await user.click(await menu.findByRole('link', { name: 'Site map' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Site map' })).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'Allow Site map?' }, { timeout: 20_000 })).toBeVisible()
  expect(screen.getByText(/made by Maps Inc\..*loaded from https:\/\/maps\.example/)).toBeVisible()
  const list = screen.getByRole('list', { name: 'What the app may do' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'See your name',
    'Read Processing permits that you can see',
    'Create and change Tasks as you can',
  ])
  expect(screen.queryByTitle('App: Site map')).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Allow and open' }))
  const frame = await screen.findByTitle('App: Site map')
  expect(consents).toEqual([{ origin: access.origin, scopes: access.scopes }])
  expect(frame).toHaveAttribute('sandbox', 'allow-scripts')
  expect(frame).toHaveAttribute('allow', '')
  expect(frame).toHaveAttribute('referrerpolicy', 'no-referrer')
  expect(frame.getAttribute('src')).toMatch(/^\/api\/apps\/01JZ+\/frame\?nonce=[0-9a-f]{32}$/)
  expect(screen.getByText('Site map, an app by Maps Inc.')).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Access' }))
  await user.click(screen.getByRole('button', { name: 'Withdraw permission' }))
  expect(await screen.findByRole('button', { name: 'Allow and open' })).toBeVisible()
  await waitFor(() => expect(screen.queryByTitle('App: Site map')).toBeNull())
}, 120_000)
