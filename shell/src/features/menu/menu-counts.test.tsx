import { screen, waitFor } from '@testing-library/react'
import { personAs, server } from '@portal/shared-ui/test-support'
import { http, HttpResponse } from 'msw'
import { openPortal, startServer } from '../../test-support/portal.tsx'
import { remoteEntry, twoRemotes } from '../../test-support/remotes.ts'

const icon = 'M0 0h24v24H0z'

test('menu entries show their counts, and opening the notifications clears theirs', async () => {
  const more = ['/mail', '/notifications'].map((path, index) => ({
    path,
    guard: 'auth',
    layout: 'default' as const,
    menu: { label: ['Mails', 'Notifications'][index] ?? '', icon, order: 5 + index },
  }))
  const side = startServer({
    user: personAs('team'),
    remotes: [...twoRemotes(), remoteEntry('more', more)],
    menuCounts: { mail: 3, tasks: 100, notifications: 2 },
  })
  const visits: unknown[] = []
  server.use(
    http.post<never, { apiPath: string }>('*/api/crud', async ({ request }) => {
      if ((await request.clone().json()).apiPath !== '/notifications/visit') return undefined
      visits.push('visit')
      side.menuCounts = { ...side.menuCounts, notifications: 0 }
      return HttpResponse.json({})
    }),
  )
  const { user } = openPortal('/tasks')
  const mails = await screen.findByRole('link', { name: 'Mails' })
  await waitFor(() => expect(mails).toHaveAccessibleDescription('3 unread messages'))
  // The count is beside the link, because the content of a link is its name.
  expect(mails).toHaveTextContent(/^Mails$/)
  expect(mails.closest('li')).toHaveTextContent('Mails3')
  expect(screen.getByRole('link', { name: 'Tasks' })).toHaveAccessibleDescription('99+ open tasks')
  expect(screen.getByRole('link', { name: 'Processing permits' })).not.toHaveAccessibleDescription()

  const notifications = screen.getByRole('link', { name: 'Notifications' })
  expect(notifications).toHaveAccessibleDescription('2 new notifications')
  await user.click(notifications)
  await waitFor(() => expect(notifications).not.toHaveAccessibleDescription())
  expect(notifications.closest('li')).toHaveTextContent(/^Notifications$/)
  expect(visits).toEqual(['visit'])
}, 60_000)
