import { screen, waitFor, within } from '@testing-library/react'
import { ageBands, expiryBands, openStages } from '@portal/contract'
import type { CrudCall } from '@portal/contract'
import { crudHandler, renderRoutes, server, setWidth } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'

const figure = (count: number, collection: string, filter: object = {}) => ({ count, list: { collection, filter } })

const overview = (count: number) => ({
  today: '2026-11-20',
  myTurn: figure(count, 'permits', { court: 'OURS' }),
  unassigned: null,
  late: figure(3, 'permits', { status: ['NEW'] }),
  stale: figure(2, 'permits', { status: ['SUBMITTED'] }),
  tasks: { open: figure(count, 'tasks'), overdue: figure(count, 'tasks', { dueDate: { lt: '2026-11-20' } }) },
  waitingOn: ['OURS', 'CLIENT', 'AUTHORITY'].map((court) => ({ court, ...figure(count, 'permits', { court }) })),
  ageing: openStages.map((stage) => ({
    stage,
    ...figure(count, 'permits', { pipelineStage: stage }),
    bands: ageBands.map((band, place) => ({ ...band, ...figure(place === 1 ? count : 0, 'permits', { pipelineStage: stage, age: place }) })),
  })),
  feesDue: { due: { ...figure(2, 'payments'), amount: 12_550 * count }, overdue: { ...figure(0, 'payments'), amount: 0 } },
  expiring: expiryBands.map((band) => ({ ...band, ...figure(count, 'processed') })),
})

function open(answers: (number | 'unreachable')[]) {
  setWidth(1440)
  const calls: CrudCall[] = []
  server.use(
    crudHandler((call) => {
      calls.push(call)
      const answer = answers[Math.min(calls.length, answers.length) - 1] ?? 0
      return answer === 'unreachable' ? answer : { body: overview(answer) }
    }),
  )
  return { ...renderRoutes(routes, '/permits/overview', { as: 'team', heading: 'Overview' }), calls }
}

test('every number of the Overview opens the list behind it (issue 7)', async () => {
  const { user, router } = open([7])
  const bar = await screen.findByRole('link', { name: 'Intake, 7 to 13 days: 7' }, { timeout: 15_000 })
  expect(screen.getByRole('link', { name: 'Too long in a status: 3' })).toBeVisible()
  expect(screen.getByRole('link', { name: '2 to check with the authority again' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'My turn: 7' })).toHaveAttribute('href', '/permits/processing?page=1&filter=%7B%22court%22%3A%22OURS%22%7D')
  expect(screen.getByRole('link', { name: 'Fees due: $878.50' })).toBeVisible()
  await user.click(bar)
  await waitFor(() => expect(router.state.location.search).toContain(encodeURIComponent('{"pipelineStage":"INTAKE","age":1}')))
})

test('a chart stands as a table too, with the same numbers (look.md 7)', async () => {
  const { user } = open([7])
  await user.click(await screen.findByRole('button', { name: 'Show as table: How long permits stand, by stage' }))
  const table = within(screen.getByRole('table', { name: 'How long permits stand, by stage' }))
  expect(table.getAllByRole('row')).toHaveLength(openStages.length + 1)
  expect(table.getByRole('link', { name: 'Decision, 7 to 13 days: 7' })).toBeVisible()
})

test('an office without permits is told so, chart by chart', async () => {
  open([0])
  expect(await screen.findAllByText('No permit is on its way.')).toHaveLength(2)
  expect(screen.getByText('No issued permit expires within 90 days.')).toBeVisible()
  expect(screen.getAllByText('None is overdue')).toHaveLength(2)
})

test('an Overview that cannot be loaded says so and is tried again; an old one stands with its time (look.md 10)', async () => {
  const { user } = open(['unreachable', 'unreachable', 'unreachable', 3, 'unreachable'])
  await user.click(await screen.findByRole('button', { name: 'Try again' }, { timeout: 15_000 }))
  expect(await screen.findByRole('link', { name: 'My turn: 3' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText(/newer ones could not be loaded/, undefined, { timeout: 15_000 })).toBeVisible()
  expect(screen.getByRole('link', { name: 'My turn: 3' })).toBeVisible()
}, 40_000)
