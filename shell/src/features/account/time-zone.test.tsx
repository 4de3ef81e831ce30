import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { renderRoutes, server } from '@portal/shared-ui/test-support'
import { TimeZoneSection } from './TimeZoneSection.tsx'

const person = {
  pid: 'U1',
  name: 'Ann',
  email: 'ann@portal.example',
  role: 'team',
  org: null,
  pages: {},
  modules: {},
}

test('F15: a user finds a time zone by part of its name, sets it, and restores the office’s zone', async () => {
  let own: string | null = null
  const set: unknown[] = []
  server.use(
    http.get('*/api/auth/me', () =>
      HttpResponse.json({ ...person, timeZone: own ?? 'America/Denver', ownTimeZone: own }),
    ),
    http.patch('*/api/auth/me', async ({ request }) => {
      const body = await request.json()
      set.push(body)
      own = String(Reflect.get(Object(body), 'timeZone') ?? '') || null
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = renderRoutes([{ path: '/account', element: <TimeZoneSection /> }], '/account', {
    as: 'team',
  })
  const zone = within(await screen.findByRole('region', { name: 'Time zone' }))
  expect(zone.getByText(/^Not set/)).toBeVisible()
  await user.type(zone.getByRole('combobox', { name: 'Time zone' }), 'los ang')
  await user.click(await screen.findByRole('option', { name: /^America\/Los Angeles, \d{1,2}:\d\d [AP]M$/ }))
  await waitFor(() => expect(zone.queryByText(/^Not set/)).toBeNull())
  expect(zone.getByRole('combobox', { name: 'Time zone' })).toHaveValue('America/Los Angeles')
  await user.click(zone.getByRole('button', { name: 'Use the office’s time zone' }))
  expect(await zone.findByText('Not set. Using the office’s time zone: America/Denver.')).toBeVisible()
  expect(set).toEqual([{ timeZone: 'America/Los_Angeles' }, { timeZone: null }])
})
