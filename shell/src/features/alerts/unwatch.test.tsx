import { screen, within } from '@testing-library/react'
import { crudHandler, personAs, server } from '@portal/shared-ui/test-support'
import { openPortal, startServer } from '../../test-support/portal.tsx'

const createdAt = '2026-11-20T10:00:00.000Z'

test('an alert about a watched record or view has a button to stop watching it', async () => {
  startServer({ user: personAs('team') })
  const stopped: unknown[] = []
  const line = { isRead: true, createdAt, kind: 'WATCHED' }
  server.use(
    crudHandler(({ apiPath, method, body }) => {
      if (method === 'POST') {
        stopped.push([apiPath, body])
        return {
          body: apiPath.startsWith('views/')
            ? { records: [], views: [] }
            : { isWatching: false, watchers: [] },
        }
      }
      if (apiPath === 'alerts/count') return { body: { unreadCount: 0 } }
      if (apiPath !== 'alerts') return undefined
      const alerts = [
        {
          ...line,
          pid: 'A',
          title: 'Changed: Garage',
          rule: 'watched-record',
          relatedType: 'permits',
          relatedPid: 'P1',
        },
        {
          ...line,
          pid: 'B',
          title: 'New in Urgent',
          rule: 'watched-view',
          link: '/permits/processing?page=1&view=V1',
        },
        {
          ...line,
          pid: 'C',
          title: 'Plans arrived',
          rule: 'note-added',
          relatedType: 'permits',
          relatedPid: 'P1',
        },
      ]
      return { body: { alerts, metadata: { count: alerts.length } } }
    }),
  )
  const { user } = openPortal('/permits/processing')
  await user.click(await screen.findByRole('button', { name: /^Alerts/ }))
  const list = within(await screen.findByRole('dialog', { name: 'Alerts' }))
  await user.click(await list.findByRole('button', { name: 'Unwatch: Changed: Garage' }))
  await user.click(list.getByRole('button', { name: 'Unwatch: New in Urgent' }))
  await screen.findAllByText('You no longer watch this')
  expect(list.queryByRole('button', { name: 'Unwatch: Plans arrived' })).toBeNull()
  expect(stopped).toEqual([
    ['permits/P1/watch', { isWatching: false }],
    ['views/V1/watch', { isWatching: false }],
  ])
}, 60_000)
