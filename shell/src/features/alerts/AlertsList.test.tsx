import { screen, waitFor, within } from '@testing-library/react'
import { unreadAlertsAtom } from '@portal/shared-ui'
import { crudHandler, personAs, server } from '@portal/shared-ui/test-support'
import { openPortal, startServer } from '../../test-support/portal.tsx'
import { isMuted } from './mute.state.ts'

const alert = (pid: string, title: string, isRead: boolean, more: object = {}) => ({
  pid,
  title,
  isRead,
  severity: 'INFO',
  createdAt: '2026-11-20T10:00:00.000Z',
  ...more,
})

test('alerts are read one by one or all together, link to their records, and can be muted', async () => {
  const about = { relatedType: 'tasks', relatedPid: '01TASK' }
  const mail = { link: '/mail/M1?folder=outbox' }
  const first = [
    alert('A', 'Plans have arrived', false, about),
    alert('B', 'Payment received', false, { ...about, link: '/tasks/01TASK?tab=Files' }),
    alert('C', 'Mail not sent: Fence', true, mail),
  ]
  startServer({ user: personAs('team') })
  const patched: string[] = []
  const side = { alerts: first, patched }
  const unread = () => side.alerts.filter(({ isRead }) => !isRead).length
  server.use(
    crudHandler(({ apiPath, method }) => {
      if (method === 'PATCH') {
        side.patched.push(apiPath)
        side.alerts = side.alerts.map((alert) =>
          apiPath === `alerts/${alert.pid}` ? { ...alert, isRead: true } : alert,
        )
      }
      if (apiPath === 'alerts/read-all')
        side.alerts = side.alerts.map((alert) => ({ ...alert, isRead: true }))
      if (apiPath === 'alerts/count') return { body: { unreadCount: unread() } }
      if (apiPath === 'alerts')
        return { body: { alerts: side.alerts, metadata: { count: side.alerts.length } } }
      return apiPath.startsWith('alerts/') ? { body: {} } : undefined
    }),
  )
  const { portal, user } = openPortal('/permits/processing')
  await user.click(await screen.findByRole('button', { name: 'Alerts, 2 unread' }))
  const list = within(await screen.findByRole('dialog', { name: 'Alerts' }))
  expect(await list.findAllByRole('listitem')).toHaveLength(3)
  expect(list.getByRole('link', { name: 'Plans have arrived' })).toHaveAttribute('href', '/tasks/01TASK')
  expect(list.getByRole('link', { name: 'Payment received' })).toHaveAttribute(
    'href',
    '/tasks/01TASK?tab=Files',
  )
  expect(list.getByRole('link', { name: 'Mail not sent: Fence' })).toHaveAttribute(
    'href',
    '/mail/M1?folder=outbox',
  )

  await user.click(list.getByRole('button', { name: 'Mark as read: Payment received' }))
  // The button disappears; its alert keeps the focus.
  expect(list.getAllByRole('listitem')[1]).toHaveFocus()
  await waitFor(() => expect(portal.store.get(unreadAlertsAtom)).toBe(1))
  expect(side.patched).toEqual(['alerts/B'])
  await user.click(list.getByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(screen.getByRole('dialog', { name: 'Alerts' })).toHaveFocus())
  await waitFor(() => expect(list.queryByRole('button', { name: /read/ })).toBeNull())
  expect(portal.store.get(unreadAlertsAtom)).toBe(0)

  expect(isMuted()).toBe(false)
  await user.click(list.getByRole('button', { name: 'Mute sounds' }))
  expect(list.getByRole('button', { name: 'Unmute sounds' })).toBeVisible()
  expect(isMuted()).toBe(true)

  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Alerts' })).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Alerts' }))
  await user.click(
    await within(await screen.findByRole('dialog', { name: 'Alerts' })).findByRole('link', {
      name: 'Plans have arrived',
    }),
  )
  expect(await screen.findByText('The room of records at /tasks/01TASK')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Alerts' })).toBeNull())
}, 60_000)
