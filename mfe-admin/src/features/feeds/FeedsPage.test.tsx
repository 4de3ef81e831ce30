import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { CrudCall, seedMap } from '@portal/contract'
import type { AuthoritySource, FeedRuns, SourceTrialResult } from '@portal/contract/authority-feeds'
import { renderRoutes, screenInSpanish, server } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'

const at = '2026-11-20T10:00:00.000Z'
const counts = {
  calls: 2,
  checked: 40,
  verified: 38,
  proposals: 2,
  unknownStatuses: 1,
  held: 0,
  applied: 0,
  missing: 0,
}
const austin: AuthoritySource = {
  pid: 'S1',
  version: 3,
  authority: { pid: 'A1', title: 'Austin Development Services' },
  dialect: 'soda2',
  address: 'https://data.austintexas.gov',
  dataset: '3syk-w9eu',
  hasToken: true,
  fields: { number: 'permit_number', status: 'status_current' },
  statuses: { Final: { to: 'CLOSED', policy: 'propose' } },
  intervalMinutes: 1_440,
  staleAfterDays: 3,
  isActive: true,
  discovers: false,
  state: 'running',
  problem: null,
  refreshedAt: at,
  isStale: false,
  nextRunAt: null,
  lastRun: { id: 'R1', startedAt: at, finishedAt: at, by: null, result: counts },
  unknownStatuses: [],
  held: 0,
  createdAt: at,
  updatedAt: at,
}
const trial: SourceTrialResult = {
  columns: ['permit_number', 'status_current'],
  rows: [
    {
      number: '2015-000001 BP',
      status: 'Red Tagged',
      statusDate: '2026-11-18',
      issuedDate: null,
      expiryDate: null,
      link: null,
      client: null,
    },
  ],
  statuses: [{ status: 'Red Tagged', count: 1 }],
  problem: null,
}

/** A portal with these feeds; notes the calls that change something. */
function startFeeds(sources: readonly AuthoritySource[]) {
  const calls: string[] = []
  server.use(
    http.post('*/api/crud', async ({ request }) => {
      const { apiPath, method, body } = CrudCall.parse(await request.json())
      const path = apiPath.replace(/^\//, '')
      if (path === 'permit-status-map')
        return HttpResponse.json({ version: 1, published: 0, statuses: seedMap.statuses, moved: {} })
      if (method === 'GET' && path === 'authority-sources')
        return HttpResponse.json({ sources, metadata: { count: sources.length, page: 1, pageSize: 1_000 } })
      if (path.endsWith('/runs'))
        return HttpResponse.json({
          runs: [{ id: 'R1', startedAt: at, finishedAt: at, by: null, result: counts }],
        } satisfies FeedRuns)
      if (path === 'authorities/lookup')
        return HttpResponse.json({
          options: [{ pid: 'A1', title: 'Austin Development Services', hint: 'AUSTIN_DSD' }],
        })
      calls.push(`${method} ${path} ${JSON.stringify(body ?? null)}`)
      if (path === 'authority-sources/try') return HttpResponse.json(trial)
      if (path.endsWith('/run')) return HttpResponse.json({ job: { id: 'J1' } }, { status: 202 })
      return HttpResponse.json({ pid: 'S1' }, { status: 201 })
    }),
  )
  return calls
}
const open = () => renderRoutes(routes, '/settings/agency-feeds', { as: 'admin' })

test('an administrator sees what each feed found, and reads one now', async () => {
  const calls = startFeeds([austin])
  const { user } = open()
  const row = (await screen.findByText('Austin Development Services')).closest('li')
  expect(row).toHaveTextContent('40 permits checked, 38 the same, 2 proposals, 2 calls')
  expect(row).toHaveTextContent('Working')
  await user.click(screen.getByRole('button', { name: 'Read now' }))
  await waitFor(() => expect(calls).toEqual(['POST authority-sources/S1/run null']))
  await user.click(screen.getByRole('button', { name: 'Runs' }))
  const dialog = await screen.findByRole('dialog', { name: 'Runs of Austin Development Services' })
  expect(await within(dialog).findByText(/by schedule/)).toBeVisible()
})

test('a run says what was held and which rows contradict each other', async () => {
  const result = { ...counts, proposals: 12, held: 12, verified: 0, contradicted: 3 }
  const { lastRun } = austin
  if (lastRun === null) throw new Error('the feed has run')
  startFeeds([{ ...austin, held: 12, lastRun: { ...lastRun, result } }])
  open()
  expect(
    await screen.findByText(
      /12 held for one decision, nothing counted as checked.*3 with rows that contradict each other, not compared/,
    ),
  ).toBeVisible()
  expect(screen.getByText(/until then nothing of this feed counts as checked/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Export statuses' })).toBeEnabled()
})

test('a feed that stopped says why, with its new words and one decision on what was held', async () => {
  const calls = startFeeds([
    {
      ...austin,
      state: 'stopped',
      problem: 'The feed has no column status_current.',
      unknownStatuses: [{ status: 'Red Tagged', count: 4 }],
      held: 12,
    },
  ])
  const { user } = open()
  expect(await screen.findByText('The feed has no column status_current.')).toBeVisible()
  expect(screen.getByText(/1 new word: “Red Tagged”/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Dismiss all' }))
  const dialog = await screen.findByRole('dialog', { name: 'Dismiss 12 held proposals?' })
  await user.type(within(dialog).getByLabelText(/Reason/), 'An error of the city')
  await user.click(within(dialog).getByRole('button', { name: 'Dismiss all' }))
  await waitFor(() =>
    expect(calls).toEqual([
      'POST authority-sources/S1/held {"decision":"dismiss","reason":"An error of the city"}',
    ]),
  )
})

test('a trial shows the first rows and adds the words that it finds', async () => {
  const calls = startFeeds([austin])
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Change' }))
  const dialog = await screen.findByRole('dialog', { name: 'Feed of Austin Development Services' })
  await user.click(within(dialog).getByRole('button', { name: 'Try it' }))
  expect(await within(dialog).findByRole('cell', { name: '2015-000001 BP' })).toBeVisible()
  expect(within(dialog).getByRole('group', { name: 'Red Tagged' })).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(calls.at(-1)).toContain('PATCH authority-sources/S1'))
  // The stored token stays, and a word without a status is not saved.
  expect(calls.at(-1)).not.toContain('token')
  expect(calls.at(-1)).not.toContain('Red Tagged')
  expect(calls.at(-1)).toContain('"version":3')
})

test('a feed looks for permits of clients where it is switched on, and says what it found', async () => {
  const result = { ...counts, discovered: 3, discoveryProblem: 'The feed answered with HTTP 500.' }
  const calls = startFeeds([
    { ...austin, lastRun: { id: 'R1', startedAt: at, finishedAt: at, by: null, result } },
  ])
  const { user } = open()
  const row = (await screen.findByText('Austin Development Services')).closest('li')
  expect(row).toHaveTextContent('3 permits found for clients')
  expect(row).toHaveTextContent('ended early: The feed answered with HTTP 500.')
  await user.click(screen.getByRole('button', { name: 'Change' }))
  const dialog = await screen.findByRole('dialog', { name: 'Feed of Austin Development Services' })
  const box = within(dialog).getByRole('checkbox', { name: 'Look for permits of clients' })
  expect(box).not.toBeChecked()
  expect(box).toHaveAccessibleDescription(/last 180 days/)
  await user.click(box)
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(calls.at(-1)).toContain('"discovers":true'))
})

test('a known feed fills in the form', async () => {
  startFeeds([])
  const { user } = open()
  expect(await screen.findByText('No feeds yet')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Add feed' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add feed' })
  await user.click(within(dialog).getByRole('combobox', { name: 'Known feeds' }))
  await user.click(await screen.findByRole('option', { name: 'Austin, issued construction permits' }))
  expect(within(dialog).getByRole('textbox', { name: /^Address/ })).toHaveValue(
    'https://data.austintexas.gov',
  )
  expect(within(dialog).getByRole('textbox', { name: /^Permit number/ })).toHaveValue('permit_number')
})

test('why held proposals could not be decided on is said once, and not again when the dialog opens', async () => {
  startFeeds([{ ...austin, held: 12 }])
  const refusal = 'Somebody else decides on them now.'
  server.use(
    http.post('*/api/crud', async ({ request }) =>
      CrudCall.parse(await request.clone().json()).apiPath.endsWith('/held')
        ? HttpResponse.json(
            { type: 'transition-refused', title: 'Refused', status: 409, detail: refusal, instance: '' },
            { status: 409 },
          )
        : undefined,
    ),
  )
  const { user } = open()
  const asking = async () => {
    await user.click(await screen.findByRole('button', { name: 'Dismiss all' }))
    return within(await screen.findByRole('dialog', { name: 'Dismiss 12 held proposals?' }))
  }
  await user.click(await screen.findByRole('button', { name: 'Release all' }))
  expect(await screen.findByText(refusal)).toBeVisible()
  const dialog = await asking()
  expect(dialog.queryByText(refusal)).toBeNull()
  await user.type(dialog.getByLabelText(/Reason/), 'An error of the city')
  await user.click(dialog.getByRole('button', { name: 'Dismiss all' }))
  expect(await dialog.findByText(refusal)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect((await asking()).queryByText(refusal)).toBeNull()
})

test('in Spanish the page says the same', async () => {
  startFeeds([austin])
  await screenInSpanish(() => import('../../spanish.ts'))
  open()
  const row = (await screen.findByText('Austin Development Services')).closest('li')
  expect(row).toHaveTextContent('40 permisos comprobados, 38 iguales, 2 propuestas')
})
