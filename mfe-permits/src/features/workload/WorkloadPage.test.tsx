import { act, screen, within } from '@testing-library/react'
import type { PersonWorkload, Role } from '@portal/contract'
import { sessionAtom } from '@portal/shared-ui'
import { crudHandler, personAs, renderRoutes, server, setWidth } from '@portal/shared-ui/test-support'
import { routes } from '../../routes.tsx'

const none = { permits: 0, tasks: 0, rts: 0 }
const row = (values: Partial<PersonWorkload>): PersonWorkload => ({
  person: null,
  awayFrom: null,
  awayUntil: null,
  total: none,
  overdue: none,
  weeks: [none, none],
  later: none,
  undated: none,
  ...values,
})
const people = [
  row({ total: { ...none, permits: 4 }, undated: { ...none, permits: 4 } }),
  row({
    person: { pid: 'U2', title: 'Ben Cole' },
    awayUntil: '2026-12-01',
    total: { permits: 0, tasks: 5, rts: 1 },
    overdue: { ...none, tasks: 2 },
    weeks: [{ permits: 0, tasks: 3, rts: 1 }, none],
  }),
]

function openWorkload(as: Role) {
  setWidth(1440)
  server.use(
    crudHandler(({ apiPath }) =>
      apiPath === 'workload'
        ? { body: { today: '2026-11-20', weeks: ['2026-11-16', '2026-11-23'], people } }
        : undefined,
    ),
  )
  const rendered = renderRoutes(routes, '/permits/overview/workload', { as, heading: 'Workload' })
  const pages = { '/tasks': true, '/permits/processing': true, '/ready_to_submits': true }
  act(() => rendered.store.set(sessionAtom, { state: 'signed-in', user: { ...personAs(as), pages } }))
  return rendered
}
const filterIn = (link: HTMLElement): unknown =>
  JSON.parse(
    new URL(link.getAttribute('href') ?? '', 'http://portal.example').searchParams.get('filter') ?? '',
  )

test('every number of the workload opens its records', async () => {
  const { user } = openWorkload('team')
  const table = within(await screen.findByRole('table', { name: /Open work/ }, { timeout: 15_000 }))
  expect(table.getByRole('rowheader', { name: /Ben Cole/ })).toHaveTextContent('Away until Dec 1, 2026')
  const overdue = table.getByRole('link', { name: 'Ben Cole, Overdue: 2' })
  expect(overdue).toHaveAttribute('href', expect.stringMatching(/^\/tasks\?page=1&/))
  expect(filterIn(overdue)).toEqual({
    status: { nin: ['DONE', 'CANCELLED'] },
    assignedTo: 'U2',
    dueDate: { lt: '2026-11-20' },
  })
  const nobody = table.getByRole('link', { name: 'Not assigned, No date: 4' })
  expect(filterIn(nobody)).toEqual({ assignedTo: { isEmpty: true }, targetDate: { isEmpty: true } })
  await user.click(table.getByRole('button', { name: 'Ben Cole, Week of Nov 16, 2026: 4' }))
  const menu = within(await screen.findByRole('menu'))
  expect(filterIn(menu.getByRole('menuitem', { name: 'Tasks: 3' }))).toMatchObject({
    // The days of this week that are not over.
    dueDate: { between: ['2026-11-20', '2026-11-22'] },
  })
  expect(menu.getByRole('menuitem', { name: 'Ready to submit: 1' })).toBeVisible()
})

test('administrators alone assign what lies with nobody', async () => {
  openWorkload('team')
  await screen.findByRole('table', { name: /Open work/ }, { timeout: 15_000 })
  expect(screen.queryByRole('button', { name: 'Assign by rule' })).toBeNull()
})

test('assigning by rule shows its preview first', async () => {
  const { user } = openWorkload('admin')
  server.use(
    crudHandler(({ apiPath }) =>
      apiPath === 'workload/assign'
        ? { body: { total: 4, counts: [{ collection: 'permits', count: 4 }], recipients: [], records: [] } }
        : undefined,
    ),
  )
  await user.click(await screen.findByRole('button', { name: 'Assign by rule' }, { timeout: 15_000 }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Assign unassigned work' }))
  expect(await dialog.findByText('4 records')).toBeVisible()
})
