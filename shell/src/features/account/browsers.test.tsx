import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { KnownBrowser } from '@portal/contract'
import { renderRoutes, server } from '@portal/shared-ui/test-support'
import { BrowserSection } from './BrowserSection.tsx'

const at = '2026-11-20T09:00:00.000Z'
const windows = 'Mozilla/5.0 (Windows NT 10.0) Chrome/143.0'

test('known browsers are listed, the current one is marked, and one is removed', async () => {
  let browsers: KnownBrowser[] = [
    { id: 'a', current: true, userAgent: windows, firstSeenAt: at, lastSeenAt: at },
    { id: 'b', current: false, userAgent: null, firstSeenAt: at, lastSeenAt: at },
  ]
  server.use(
    http.get('*/api/auth/browsers', () => HttpResponse.json({ browsers })),
    http.delete('*/api/auth/browsers/:id', ({ params }) => {
      browsers = browsers.filter(({ id }) => id !== params['id'])
      return new HttpResponse(null, { status: 204 })
    }),
  )
  const { user } = renderRoutes([{ path: '/account', element: <BrowserSection /> }], '/account', {
    as: 'team',
  })
  const section = within(await screen.findByRole('region', { name: 'Known browsers' }))
  const [here, other] = await section.findAllByRole('listitem')
  if (here === undefined || other === undefined) throw new Error('There are two browsers')
  expect(within(here).getByText('This browser')).toBeVisible()
  await user.click(within(other).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Browser removed')).toBeVisible()
  expect(await section.findAllByRole('listitem')).toHaveLength(1)
  expect(section.queryByText('Unknown browser')).toBeNull()
})
