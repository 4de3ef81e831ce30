import { screen, within } from '@testing-library/react'
import { crudHandler, personAs, server } from '@portal/shared-ui/test-support'
import { z } from 'zod'
import { openPortal, startServer } from '../../test-support/portal.tsx'

const createdAt = '2026-11-20T10:00:00.000Z'
const Snooze = z.object({ snoozedUntil: z.string().nullable() })

test('an alert is snoozed and shown again, one that asks for it is acknowledged, and staff see who has not', async () => {
  startServer({ user: personAs('team') })
  const side: { until: string | null; acknowledgedAt: string | null } = { until: null, acknowledgedAt: null }
  server.use(
    crudHandler(({ apiPath, method, query, body }) => {
      if (method === 'PATCH') {
        side.until = Snooze.parse(body).snoozedUntil
        return { body: {} }
      }
      if (apiPath === 'alerts/B/acknowledge') {
        side.acknowledgedAt = '2026-11-20T11:00:00.000Z'
        return { body: {} }
      }
      if (apiPath === 'alerts/count') return { body: { unreadCount: 1 } }
      if (apiPath === 'alerts/unacknowledged')
        return {
          body: {
            alerts: [
              { pid: 'X', title: 'Office closes', createdAt, person: { pid: 'P', title: 'Dana Lee' } },
            ],
          },
        }
      if (apiPath !== 'alerts') return undefined
      const arrived = { pid: 'A', title: 'Plans arrived', isRead: true, createdAt, snoozedUntil: side.until }
      const closes = {
        pid: 'B',
        title: 'Office closes',
        isRead: false,
        createdAt,
        ackRequired: true,
        acknowledgedAt: side.acknowledgedAt,
      }
      const isSnoozedView = JSON.stringify(query).includes('isNotEmpty')
      const alerts = [
        ...(isSnoozedView ? [] : [closes]),
        ...(isSnoozedView === (side.until !== null) ? [arrived] : []),
      ]
      return { body: { alerts, metadata: { count: alerts.length } } }
    }),
  )
  const { user } = openPortal('/permits/processing')
  await user.click(await screen.findByRole('button', { name: /^Alerts/ }))
  const list = within(await screen.findByRole('dialog', { name: 'Alerts' }))

  await user.click(await list.findByRole('button', { name: 'Snooze: Plans arrived' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Until tomorrow, 8:00' }))
  expect(await list.findAllByRole('listitem')).toHaveLength(1)
  expect(Date.parse(side.until ?? '')).toBeGreaterThan(Date.now())
  await user.click(list.getByRole('tab', { name: 'Snoozed' }))
  expect(await list.findByText(/^Snoozed until/)).toBeVisible()
  await user.click(list.getByRole('button', { name: 'Show now: Plans arrived' }))
  expect(await list.findByText('No snoozed alerts.')).toBeVisible()
  expect(side.until).toBeNull()

  await user.click(list.getByRole('tab', { name: 'Current' }))
  expect(await list.findByText('Acknowledgment required')).toBeVisible()
  expect(list.queryByRole('button', { name: 'Snooze: Office closes' })).toBeNull()
  await user.click(list.getByRole('button', { name: 'Acknowledge: Office closes' }))
  expect(await list.findByRole('button', { name: 'Snooze: Office closes' })).toBeVisible()
  expect(list.queryByText('Acknowledgment required')).toBeNull()
  await user.click(list.getByRole('tab', { name: 'Not acknowledged' }))
  expect(await list.findByText(/Not acknowledged by Dana Lee/)).toBeVisible()
}, 60_000)
