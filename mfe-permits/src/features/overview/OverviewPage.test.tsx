import { screen, waitFor, within } from '@testing-library/react'
import { ageBands, expiryBands, openStages } from '@portal/contract'
import type { CrudCall } from '@portal/contract'
import { crudHandler, renderRoutes, server, setWidth } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'

const figure = (count: number, collection: string, filter: object = {}) => ({
  count,
  list: { collection, filter },
})

const overview = (count: number) => ({
  today: '2026-11-20',
  hasPermits: count > 0,
  myDay: [
    {
      task: 'permitsOverdue',
      ...figure(count === 0 ? 0 : 2, 'permits', { targetDate: { lt: '2026-11-20' } }),
    },
    { task: 'tasksToday', ...figure(count === 0 ? 0 : 1, 'tasks', { dueDate: '2026-11-20' }) },
    { task: 'packagesToCheck', ...figure(0, 'rts') },
  ],
  myTurn: figure(count, 'permits', { court: 'OURS' }),
  unassigned: figure(4, 'permits', { assignedTo: { isEmpty: true } }),
  late: figure(3, 'permits', { status: ['NEW'] }),
  stale: figure(2, 'permits', { status: ['SUBMITTED'] }),
  tasks: { open: figure(count, 'tasks'), overdue: figure(count, 'tasks', { dueDate: { lt: '2026-11-20' } }) },
  earlier: {
    daysAgo: 7,
    numbers: { myTurn: 4, late: 3, openTasks: count + 2, feesDue: 12_550 * count - 50 },
  },
  waitingOn: ['OURS', 'CLIENT', 'AUTHORITY'].map((court) => ({
    court,
    ...figure(count, 'permits', { court }),
  })),
  ageing: openStages.map((stage) => ({
    stage,
    ...figure(count, 'permits', { pipelineStage: stage }),
    bands: ageBands.map((band, index) => ({
      ...band,
      ...figure(index === 1 ? count : 0, 'permits', { pipelineStage: stage, age: index }),
    })),
  })),
  feesDue: {
    due: { ...figure(2, 'payments'), amount: 12_550 * count },
    overdue: { ...figure(0, 'payments'), amount: 0 },
  },
  expiring: expiryBands.map((band) => ({ ...band, ...figure(count, 'processed') })),
})

const authority = (title: string | null, submitted: number, firstPass: number, later: number) => {
  const pid = title?.replace(' ', '_') ?? null
  const list = (also: object) => ({
    collection: 'permits',
    scope: 'all',
    filter: { authority: pid, ...also },
  })
  return {
    authority: pid === null ? null : { pid, title },
    submitted: figure(submitted, 'rts', { authority: pid }),
    approved: { count: firstPass + later, list: list({}) },
    firstPass: { count: firstPass, list: list({ cycleNo: 1 }) },
    later: { count: later, list: list({ cycleNo: 2 }) },
  }
}

function open(results: (number | object | 'unreachable')[], authorities: unknown[] | 'unreachable' = []) {
  setWidth(1440)
  const calls: CrudCall[] = []
  const asked: unknown[] = []
  server.use(
    crudHandler((call) => {
      if (call.apiPath.endsWith('/submissions')) {
        asked.push(call.query)
        return authorities === 'unreachable'
          ? authorities
          : { body: { days: 90, since: '2026-08-23', authorities } }
      }
      calls.push(call)
      const response = results[Math.min(calls.length, results.length) - 1] ?? 0
      return response === 'unreachable'
        ? response
        : { body: typeof response === 'number' ? overview(response) : response }
    }),
  )
  return { ...renderRoutes(routes, '/permits/overview', { as: 'team', heading: 'Overview' }), calls, asked }
}

test('every number of the Overview opens its list (issue 7)', async () => {
  const { user, router } = open([7])
  const bar = await screen.findByRole('link', { name: 'Intake, 7 to 13 days: 7' }, { timeout: 15_000 })
  expect(screen.getByRole('link', { name: 'Over target: 3' })).toBeVisible()
  expect(screen.getByRole('link', { name: '2 to check with the agency' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'My queue: 7' })).toHaveAttribute(
    'href',
    '/permits/processing?page=1&filter=%7B%22court%22%3A%22OURS%22%7D',
  )
  expect(screen.getByRole('link', { name: 'Fees due: $878.50' })).toBeVisible()
  await user.click(bar)
  await waitFor(() =>
    expect(router.state.location.search).toContain(encodeURIComponent('{"pipelineStage":"INTAKE","age":1}')),
  )
})

test('My day lists the viewer’s work for today with links to the lists, and says when there is none', async () => {
  open([7])
  const day = within(await screen.findByRole('region', { name: 'My day' }, { timeout: 15_000 }))
  expect(day.getAllByRole('listitem')).toHaveLength(2)
  const overdue = day.getByRole('link', { name: '2 of your permits are overdue' })
  expect(overdue).toHaveAttribute(
    'href',
    `/permits/processing?page=1&filter=${encodeURIComponent('{"targetDate":{"lt":"2026-11-20"}}')}`,
  )
  expect(day.getByRole('link', { name: '1 task is due today' })).toBeVisible()
})

test('a day without work says so and offers unassigned permits', async () => {
  open([{ ...overview(0), hasPermits: true }])
  const day = within(await screen.findByRole('region', { name: 'My day' }, { timeout: 15_000 }))
  expect(day.getByText('Nothing is due or waiting on you today.')).toBeVisible()
  expect(day.getByRole('link', { name: 'Assign one of 4 unassigned permits.' })).toHaveAttribute(
    'href',
    `/permits/processing?page=1&filter=${encodeURIComponent('{"assignedTo":{"isEmpty":true}}')}`,
  )
})

test('without permits, tasks and fees the Overview explains itself and offers to create the first permit', async () => {
  open([{ ...overview(0), feesDue: null }])
  expect(await screen.findByText('No permits yet', {}, { timeout: 15_000 })).toBeVisible()
  expect(screen.getByRole('link', { name: 'New permit' })).toHaveAttribute(
    'href',
    '/permits/processing?new=true',
  )
  expect(screen.queryByRole('list', { name: 'Summary' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'My day' })).toBeNull()
})

test('amounts of the fee bars are announced once, and as money instead of cents', async () => {
  open([7])
  const links = await screen.findAllByRole('link', { name: 'Total due: $878.50' }, { timeout: 15_000 })
  expect(links).toHaveLength(2)
  expect(screen.queryByRole('link', { name: /87,850|Total due, Total due/ })).toBeNull()
})

test('a tile shows its change over a period, and unassigned permits are in the tile of the viewer’s own (look.md 7)', async () => {
  open([7])
  const tiles = within(await screen.findByRole('list', { name: 'Summary' }, { timeout: 15_000 }))
  expect(tiles.getAllByRole('listitem')).toHaveLength(4)
  const tile = (name: string) =>
    tiles.getAllByRole('listitem').find((element) => within(element).queryByRole('link', { name }) !== null)
  expect(tile('My queue: 7')).toHaveTextContent('+3 vs. 7 days ago')
  expect(tile('Over target: 3')).toHaveTextContent('No change in 7 days')
  expect(tile('My open tasks: 7')).toHaveTextContent('−2 vs. 7 days ago')
  expect(tile('Fees due: $878.50')).toHaveTextContent('+$0.50 vs. 7 days ago')
  expect(tiles.getByRole('link', { name: '4 unassigned' })).toBeVisible()
})

test('submissions and first-pass acceptance are shown by authority for a selectable period, with links (look.md 7)', async () => {
  const { user, router, asked } = open([7], [authority('Travis County', 9, 5, 1), authority(null, 0, 0, 2)])
  expect(
    await screen.findByRole('link', { name: 'Travis County, Packages submitted: 9' }, { timeout: 15_000 }),
  ).toHaveTextContent('9')
  expect(screen.getByRole('link', { name: 'Travis County, First review: 5' })).toBeVisible()
  expect(
    screen.getByRole('link', { name: 'No agency, permits approved: 2, first-review rate 0%' }),
  ).toHaveTextContent('0%')
  const all = screen.getByRole('link', { name: 'Travis County, permits approved: 6, first-review rate 83%' })
  expect(all).toHaveAttribute('href', expect.stringContaining('/permits/search?'))
  await user.click(screen.getByRole('combobox', { name: 'Period' }))
  await user.click(await screen.findByRole('option', { name: 'Last 365 days' }))
  await waitFor(() => expect(asked).toContainEqual({ days: 365 }))
  expect(router.state.location.search).toContain('days=365')
  await user.click(
    screen.getByRole('button', {
      name: 'Show as table: Submittals and first-review approvals, by agency',
    }),
  )
  const table = within(
    screen.getByRole('table', { name: 'Submittals and first-review approvals, by agency' }),
  )
  expect(table.getByRole('link', { name: 'Travis County, After corrections: 1' })).toBeVisible()
  expect(table.getByRole('link', { name: 'Travis County, First-review rate: 83%' })).toBeVisible()
})

test('submissions that fail to load say so in their place; the rest of the Overview stays (look.md 10)', async () => {
  open([7], 'unreachable')
  expect(
    await screen.findByText('Submittals could not be loaded', undefined, { timeout: 15_000 }),
  ).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Show as table: Submissions/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'My queue: 7' })).toBeVisible()
}, 40_000)

test('a chart is also available as a table with the same numbers (look.md 7)', async () => {
  const { user } = open([7])
  await user.click(await screen.findByRole('button', { name: 'Show as table: Aging by stage' }))
  const table = within(screen.getByRole('table', { name: 'Aging by stage' }))
  expect(table.getAllByRole('row')).toHaveLength(openStages.length + 1)
  expect(table.getByRole('link', { name: 'Decision, 7 to 13 days: 7' })).toBeVisible()
})

test('an office without permits reads that in every chart', async () => {
  open([0])
  expect(await screen.findAllByText('No open permits.')).toHaveLength(2)
  expect(screen.getByText('No permits expire within 90 days.')).toBeVisible()
  expect(screen.getAllByText('None overdue')).toHaveLength(2)
})

test('an Overview that fails to load can be retried; an outdated one shows its time (look.md 10)', async () => {
  const { user } = open(['unreachable', 'unreachable', 'unreachable', 3, 'unreachable'])
  await user.click(await screen.findByRole('button', { name: 'Try again' }, { timeout: 15_000 }))
  expect(await screen.findByRole('link', { name: 'My queue: 3' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText(/Couldn’t refresh/, undefined, { timeout: 15_000 })).toBeVisible()
  expect(screen.getByRole('link', { name: 'My queue: 3' })).toBeVisible()
}, 40_000)
