import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import type { DeliveryWay, Preferences } from '@portal/contract/notifications'
import type { Watches } from '@portal/contract'
import { crudHandler, renderRoutes, server } from '@portal/shared-ui/test-support'
import NotificationsPage from './NotificationsPage.tsx'

const person = {
  pid: 'U1',
  name: 'Ann',
  email: 'ann@portal.example',
  role: 'team',
  org: null,
  pages: {},
  modules: {},
}

/** A server that stores the choices of one person. */
function startPreferences(isMailSetUp = true) {
  const ways: Record<string, DeliveryWay | null> = {}
  const side: { quietHours: Preferences['quietHours']; sent: unknown[]; watched: Watches } = {
    quietHours: null,
    sent: [],
    watched: { records: [], views: [] },
  }
  const response = () =>
    HttpResponse.json({
      kinds: [
        {
          kind: 'TASK_ASSIGNED',
          way: ways['TASK_ASSIGNED'] ?? 'portal',
          byDefault: 'portal',
          isMandatory: false,
        },
        { kind: 'SECURITY', way: 'mail', byDefault: 'mail', isMandatory: true },
      ],
      quietHours: side.quietHours,
      timeZone: 'America/Chicago',
      digestAt: '07:00',
      isMailSetUp,
    } satisfies Preferences)
  server.use(
    crudHandler(({ apiPath, method }) => {
      if (method === 'POST')
        side.watched = { ...side.watched, [apiPath.startsWith('views/') ? 'views' : 'records']: [] }
      return {
        body: apiPath === 'watches' ? side.watched : { isWatching: false, watchers: [], ...side.watched },
      }
    }),
    http.get('*/api/auth/me', () => HttpResponse.json(person)),
    http.get('*/api/auth/preferences', response),
    http.patch<never, { kinds?: Record<string, DeliveryWay | null>; quietHours?: Preferences['quietHours'] }>(
      '*/api/auth/preferences',
      async ({ request }) => {
        const body = await request.json()
        side.sent.push(body)
        Object.assign(ways, body.kinds)
        if (body.quietHours !== undefined) side.quietHours = body.quietHours
        return response()
      },
    ),
  )
  return side
}
const open = () =>
  renderRoutes(
    [{ path: '/account/notifications', element: <NotificationsPage /> }],
    '/account/notifications',
    { as: 'team' },
  )

test('a user gets one kind in the daily digest, and goes back to the default', async () => {
  const side = startPreferences()
  const { user } = open()
  const section = within(await screen.findByRole('region', { name: 'Notifications' }))
  await user.click(await section.findByRole('combobox', { name: 'Work assigned to you' }))
  await user.click(await screen.findByRole('option', { name: 'In the daily digest' }))
  await waitFor(() =>
    expect(section.getByRole('combobox', { name: 'Work assigned to you' })).toHaveTextContent(
      'In the daily digest',
    ),
  )
  await user.click(section.getByRole('button', { name: 'Restore defaults' }))
  await waitFor(() => expect(section.queryByRole('button', { name: 'Restore defaults' })).toBeNull())
  expect(side.sent).toEqual([{ kinds: { TASK_ASSIGNED: 'digest' } }, { kinds: { TASK_ASSIGNED: null } }])
})

test('what is always sent is shown and cannot be chosen', async () => {
  startPreferences()
  open()
  const section = within(await screen.findByRole('region', { name: 'Notifications' }))
  const row = (await section.findByText('Security of your account')).closest('li')
  expect(row).toHaveTextContent('Always by mail')
  expect(section.getAllByRole('combobox')).toHaveLength(1)
})

test('quiet hours are set and removed, and must differ', async () => {
  const side = startPreferences()
  const { user } = open()
  const section = within(await screen.findByRole('region', { name: 'Quiet hours' }))
  const from = section.getByLabelText('Quiet from')
  await user.clear(from)
  await user.type(from, '07:00')
  expect(section.getAllByText('Enter a beginning and an end that differ.')[0]).toBeVisible()
  await user.clear(from)
  await user.type(from, '21:30')
  await user.click(section.getByRole('button', { name: 'Set quiet hours' }))
  await user.click(await screen.findByRole('button', { name: 'Remove quiet hours' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove quiet hours' })).toBeNull())
  expect(side.sent).toEqual([{ quietHours: { from: '21:30', to: '07:00' } }, { quietHours: null }])
})

test('where no mail is set up the section says that notifications stay in the portal', async () => {
  startPreferences(false)
  open()
  expect(await screen.findByText(/Outgoing mail is not set up/)).toBeVisible()
})

test('what a user watches is listed, and watching is stopped there', async () => {
  const side = startPreferences()
  side.watched = {
    records: [{ collection: 'permits', pid: 'P1', title: 'Garage' }],
    views: [{ pid: 'V1', name: 'Urgent', collection: 'permits', isTooLarge: true }],
  }
  const { user } = open()
  const section = within(await screen.findByRole('region', { name: 'What you watch' }))
  expect(await section.findByRole('link', { name: 'Garage' })).toHaveAttribute(
    'href',
    '/permits/processing/P1',
  )
  expect(section.getByText(/It shows too many records now/)).toBeVisible()
  await user.click(section.getByRole('button', { name: 'Unwatch: Garage' }))
  await waitFor(() => expect(section.queryByText('Garage')).toBeNull())
  await user.click(section.getByRole('button', { name: 'Unwatch: Urgent' }))
  expect(await section.findByText('You watch nothing.')).toBeVisible()
}, 30_000)
