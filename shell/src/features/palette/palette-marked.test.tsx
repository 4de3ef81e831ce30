import { screen } from '@testing-library/react'
import { SearchHits } from '@portal/contract'
import { personAs, server } from '@portal/shared-ui/test-support'
import { http, HttpResponse } from 'msw'
import { openPortal, startServer } from '../../test-support/portal.tsx'

test('a selected page stays selected when records are found', async () => {
  startServer({ user: personAs('team') })
  server.use(
    http.post<never, { apiPath: string }>('*/api/crud', async ({ request }) => {
      if ((await request.clone().json()).apiPath !== '/search') return undefined
      return HttpResponse.json(
        SearchHits.parse({
          hits: [{ collection: 'tasks', pid: 'T1', title: 'Task of the roofer', status: 'OPEN' }],
        }),
      )
    }),
  )
  const { user } = openPortal('/permits/processing?page=1')
  await screen.findByText('The room of permits at /permits/processing?page=1')
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'task')
  expect(await screen.findByRole('option', { name: /Task of the roofer/ })).toBeVisible()
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent(/^Tasks$/)
  await user.keyboard('{Enter}')
  expect(await screen.findByText(/^The room of records at \/tasks/)).toBeVisible()
}, 60_000)
