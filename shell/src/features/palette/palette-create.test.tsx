import { screen, waitFor, within } from '@testing-library/react'
import { SearchHits } from '@portal/contract'
import type { RouteDeclaration } from '@portal/contract'
import { personAs, server } from '@portal/shared-ui/test-support'
import { http, HttpResponse } from 'msw'
import { address, openPortal, startServer } from '../../test-support/portal.tsx'
import { remoteEntry, twoRemotes } from '../../test-support/remotes.ts'

const route = (path: string): RouteDeclaration => ({ path, guard: 'auth', layout: 'default' })

test('the palette creates what the role may create, opens the Overview, finds records and starts a note on one', async () => {
  startServer({
    user: personAs('team'),
    remotes: [
      ...twoRemotes(),
      remoteEntry('more', [
        route('/permits/overview'),
        route('/ctasks'),
        route('/organizations'),
        route('/mail'),
        route('/notifications/{pid}'),
      ]),
    ],
  })
  const hits = [
    { collection: 'tasks', pid: 'T1', number: 'TK-2026-000007', title: 'Call the roofer', status: 'OPEN' },
    {
      collection: 'notifications',
      pid: 'N1',
      number: 'NT-2026-000009',
      title: 'The roof is approved',
      status: null,
    },
  ]
  server.use(
    http.post<never, { apiPath: string }>('*/api/crud', async ({ request }) =>
      (await request.clone().json()).apiPath === '/search'
        ? HttpResponse.json(SearchHits.parse({ hits }))
        : undefined,
    ),
  )
  const { user } = openPortal('/tasks?page=1&q=roof')
  await screen.findByText('The room of records at /tasks?page=1&q=roof')
  const options = (group: string) =>
    within(screen.getByRole('group', { name: group }))
      .getAllByRole('option')
      .map((option) => option.textContent)
  const open = async (name = 'Go to a page, a record or an action') => {
    await user.keyboard('{Control>}k{/Control}')
    return screen.findByRole('combobox', { name })
  }

  await open()
  // Team members cannot create organizations, and pages of other records are not part of this test portal.
  expect(options('Create')).toEqual(['New permit', 'New task', 'New client task', 'New mail', 'New note'])
  expect(options('Pages')).toEqual([
    'Processing permits',
    'Tasks',
    'Overview',
    'Passkeys and sessions',
    'Notification settings',
  ])
  await user.keyboard('new task{Enter}')
  await waitFor(() => expect(address()).toBe('/tasks?page=1&q=roof&new=true'))

  await open()
  await user.keyboard('new mail{Enter}')
  expect(await screen.findByText(/^The room of more at \/mail\?draft=new-/)).toBeVisible()

  await open()
  await user.keyboard('roof')
  expect(
    await screen.findByRole('option', { name: /NT-2026-000009 The roof is approved/ }),
  ).toHaveTextContent(/Notification$/)
  expect(options('Records')).toEqual([
    'TK-2026-000007 Call the rooferTask, Open',
    'NT-2026-000009 The roof is approvedNotification',
  ])
  await user.keyboard('{Escape}')

  await open()
  await user.keyboard('new note{Enter}')
  const box = await screen.findByRole('combobox', { name: 'Choose a record for the note' })
  expect(box).toHaveValue('')
  await user.keyboard('{Backspace}')
  expect(options('Create')).toContain('New note')
  await user.keyboard('new note{Enter}roof')
  expect(await screen.findByRole('option', { name: /Call the roofer/ })).toBeVisible()
  await user.keyboard('{Enter}')
  expect(await screen.findByText('The room of records at /tasks/T1?tab=Notes')).toBeVisible()
  expect(address() + location.hash).toBe('/tasks/T1?tab=Notes#new-note')
}, 60_000)
