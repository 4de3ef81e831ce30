import { screen, waitFor, within } from '@testing-library/react'
import { SearchHits } from '@portal/contract'
import { personAs, server } from '@portal/shared-ui/test-support'
import { http, HttpResponse } from 'msw'
import { openPortal, startServer } from '../../test-support/portal.tsx'
import { fits } from './choices.ts'

test('Ctrl K finds pages, actions and records, and opens them with the keyboard alone', async () => {
  startServer({ user: personAs('team') })
  const asked: unknown[] = []
  server.use(
    http.post<never, { apiPath: string; query?: { searchToken?: string } }>(
      '*/api/crud',
      async ({ request }) => {
        const { apiPath, query } = await request.clone().json()
        if (apiPath !== '/search') return undefined
        asked.push(query?.searchToken)
        const hits = [{ collection: 'tasks', pid: 'T1', title: 'Call the roofer', status: 'OPEN' }]
        return HttpResponse.json(SearchHits.parse({ hits }))
      },
    ),
  )
  const { user } = openPortal('/permits/processing?page=1')
  await screen.findByText('The room of permits at /permits/processing?page=1')

  await user.keyboard('{Control>}k{/Control}')
  const box = await screen.findByRole('combobox', { name: 'Go to a page, a record or an action' })
  expect(box).toHaveFocus()
  expect(screen.getByRole('dialog', { name: 'Go to a page, a record or an action' })).toBeInTheDocument()
  const options = () =>
    within(screen.getByRole('listbox', { name: 'Results' }))
      .getAllByRole('option')
      .map((option) => option.textContent)
  expect(options().slice(0, 2)).toEqual(['Processing permits', 'Tasks'])
  expect(options()).toContain('Sign out')

  await user.type(box, 'roof')
  await waitFor(() => expect(options()).toEqual(['Call the rooferTask, Open']))
  expect(asked).toEqual(['roof'])
  await user.keyboard('{Enter}')
  expect(await screen.findByText(/^The room of records at \/tasks\/T1/)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await user.click(screen.getByRole('button', { name: 'Search or go to' }))
  await user.type(await screen.findByRole('combobox'), 'dark')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.documentElement).toHaveAttribute('data-colour-scheme', 'dark'))
}, 60_000)

test('every typed word matches the beginning of a word of the label', () => {
  expect(fits('Processing permits', 'perm proc')).toBe(true)
  expect(fits('Processing permits', 'rocess')).toBe(false)
})
