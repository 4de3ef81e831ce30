import { screen } from '@testing-library/react'
import { SearchHits, initialConfiguration, seedStatusMap } from '@portal/contract'
import { personAs, server } from '@portal/shared-ui/test-support'
import { http, HttpResponse } from 'msw'
import { openPortal, startServer } from '../../test-support/portal.tsx'

test('a found permit shows its status label from the configured status map (domain.md 2)', async () => {
  startServer({ user: personAs('team') })
  const renamed = seedStatusMap.map((status) =>
    status.key === 'UNDER_REVIEW' ? { ...status, label: 'At plan review' } : status,
  )
  server.use(
    http.post<never, { apiPath: string }>('*/api/crud', async ({ request }) => {
      const { apiPath } = await request.clone().json()
      if (apiPath === '/config') return HttpResponse.json({ ...initialConfiguration(), version: 2 })
      if (apiPath === '/permit-status-map')
        return HttpResponse.json({ version: 2, published: 1, statuses: renamed, moved: {} })
      if (apiPath !== '/search') return undefined
      return HttpResponse.json(
        SearchHits.parse({
          hits: [{ collection: 'permits', pid: 'P1', title: 'Two garages', status: 'UNDER_REVIEW' }],
        }),
      )
    }),
  )
  const { user } = openPortal('/permits/processing?page=1')
  await screen.findByText('The room of permits at /permits/processing?page=1')
  await user.keyboard('{Control>}k{/Control}')
  await user.type(
    await screen.findByRole('combobox', { name: 'Go to a page, a record or an action' }),
    'garages',
  )
  expect(await screen.findByRole('option', { name: /Two garages/ })).toHaveTextContent(
    'Permit, At plan review',
  )
}, 60_000)
