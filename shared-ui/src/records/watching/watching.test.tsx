import { screen, within } from '@testing-library/react'
import { WatchChange, collections } from '@portal/contract'
import type { Role } from '@portal/contract'
import { RecordPage } from '../page/RecordPage.lazy.tsx'
import { setWidth } from '../../test-support/browser.ts'
import { crudHandler } from '../../test-support/crud-handler.ts'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import { server } from '../../test-support/server.ts'

const routes = [
  {
    path: '/permits/processing/:pid?',
    element: (
      <RecordPage collection={collections.permits} label="Processing permits" path="/permits/processing" />
    ),
  },
]
const permit = {
  pid: '01PERMIT000000000000000001',
  version: 1,
  refNo: 'PM-1',
  title: 'Garage',
  status: 'UNDER_REVIEW',
}
const view = {
  pid: 'VIEW1',
  version: 1,
  name: 'Urgent',
  collection: 'permits',
  visibility: 'mine',
  isDefaultFor: null,
  owner: null,
  mayChange: true,
}

/** A server that knows whether the viewer watches the permit and the view. */
function startServer(as: Role) {
  const side = { record: false, view: false }
  const watch = () => ({
    isWatching: side.record,
    watchers: as === 'client' ? null : [{ pid: 'P1', title: 'Ben Ode' }],
  })
  const watches = () => ({
    records: [],
    views: side.view ? [{ pid: view.pid, name: view.name, collection: 'permits', isTooLarge: false }] : [],
  })
  server.use(
    crudHandler(
      ({ apiPath, method, body }) => {
        if (apiPath === `permits/${permit.pid}/watch`) {
          if (method === 'POST') side.record = WatchChange.parse(body).isWatching
          return { body: watch() }
        }
        if (apiPath === `views/${view.pid}/watch`) {
          side.view = WatchChange.parse(body).isWatching
          return { body: watches() }
        }
        if (apiPath === 'watches') return { body: watches() }
        if (apiPath === 'views') return { body: { views: [view] } }
        return apiPath === 'permits'
          ? { body: { permits: [permit], metadata: { count: 1, page: 1, pageSize: 50 } } }
          : { body: permit }
      },
      { answersViews: true },
    ),
  )
  return side
}

async function openMenu(as: Role) {
  setWidth(1600)
  const side = startServer(as)
  const { user } = renderRoutes(routes, `/permits/processing/${permit.pid}`, { as })
  const drawer = within(await screen.findByRole('dialog', { name: 'Garage' }))
  await user.click(await drawer.findByRole('button', { name: 'More actions' }))
  return { user, side, item: await screen.findByRole('menuitemcheckbox', { name: 'Watch' }) }
}

test('the menu of a record switches watching on and off, and staff see who watches', async () => {
  const { user, side, item } = await openMenu('team')
  await screen.findByText('Watched by Ben Ode')
  expect(item).toHaveAttribute('aria-checked', 'false')
  expect(item).toHaveAccessibleDescription('Watched by Ben Ode')
  await user.click(item)
  expect(await screen.findByRole('menuitemcheckbox', { name: 'Watch', checked: true })).toBeVisible()
  expect(side.record).toBe(true)
  await user.click(item)
  expect(await screen.findByRole('menuitemcheckbox', { name: 'Watch', checked: false })).toBeVisible()
  expect(side.record).toBe(false)
}, 30_000)

test('a client reads what watching does, and no names', async () => {
  const { item } = await openMenu('client')
  expect(item).toHaveAccessibleDescription(/^You are told when status/)
}, 30_000)

test('a view is watched from the Views menu', async () => {
  setWidth(1600)
  const side = startServer('team')
  const { user } = renderRoutes(routes, '/permits/processing', { as: 'team', heading: 'Processing permits' })
  await user.click(await screen.findByRole('button', { name: 'Views' }))
  await user.click(await screen.findByRole('button', { name: 'Watch Urgent', pressed: false }))
  expect(await screen.findByRole('button', { name: 'Watch Urgent', pressed: true })).toBeVisible()
  expect(side.view).toBe(true)
}, 30_000)
