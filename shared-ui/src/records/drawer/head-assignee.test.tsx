import { screen, waitFor, within } from '@testing-library/react'
import { collections } from '@portal/contract'
import type { CrudCall, Role } from '@portal/contract'
import { RecordPage } from '../page/RecordPage.lazy.tsx'
import { setWidth } from '../../test-support/browser.ts'
import { crudHandler } from '../../test-support/crud-handler.ts'
import { personAs, renderRoutes } from '../../test-support/render-routes.tsx'
import { server } from '../../test-support/server.ts'

const routes = [
  {
    path: '/permits/processing/:pid?',
    element: (
      <RecordPage collection={collections.permits} label="Processing permits" path="/permits/processing" />
    ),
  },
]
const me = personAs('team')
const permit = {
  pid: '01PERMIT000000000000000001',
  version: 3,
  refNo: 'PM-2026-000001',
  title: 'Warehouse',
  status: 'UNDER_REVIEW',
  bucket: 'processing',
  assignedTo: { pid: '01ANNA', title: 'Anna Berg' },
}
type Permit = Omit<typeof permit, 'assignedTo'> & { assignedTo: { pid: string; title: string } | null }

async function openPermit(given: Permit, as: Role = 'team') {
  setWidth(1600)
  sessionStorage.clear()
  const sent: CrudCall[] = []
  let record = given
  server.use(
    crudHandler((call) => {
      if (call.method === 'PATCH') {
        sent.push(call)
        const { assignedTo } = Object(call.body)
        record = {
          ...record,
          version: 4,
          assignedTo: { pid: assignedTo, title: assignedTo === me.pid ? me.name : 'Ben Cole' },
        }
        return { body: record }
      }
      if (call.apiPath === 'permits')
        return { body: { permits: [record], metadata: { count: 1, page: 1, pageSize: 50 } } }
      if (call.apiPath === 'views') return { body: { views: [] } }
      if (call.apiPath === 'users/lookup')
        return { body: { options: [{ pid: '01BEN', title: 'Ben Cole', hint: '' }] } }
      return call.apiPath === `permits/${permit.pid}` ? { body: record } : undefined
    }),
  )
  const rendered = renderRoutes(routes, `/permits/processing/${permit.pid}?tab=Notes`, { as })
  const drawer = within(await screen.findByRole('dialog', { name: 'Warehouse' }, { timeout: 15_000 }))
  await drawer.findByRole('tab', { name: 'Notes' })
  return { ...rendered, sent, drawer }
}

const editDialog = async () => within(await screen.findByRole('dialog', { name: 'Edit Assigned to' }))

test('staff reassign a permit in the drawer header by typing a name, whichever tab is open', async () => {
  const { drawer, user, sent } = await openPermit(permit)
  await user.click(drawer.getByRole('button', { name: 'Assigned to Anna Berg' }))
  const dialog = await editDialog()
  await user.type(await dialog.findByRole('combobox', { name: 'Assigned to' }), 'Ben')
  await user.click(await screen.findByRole('option', { name: /Ben Cole/ }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await drawer.findByRole('button', { name: 'Assigned to Ben Cole' })).toBeVisible()
  expect(sent.map(({ body }) => body)).toEqual([{ assignedTo: '01BEN', version: 3 }])
})

test('a user assigns an unassigned permit to themselves in the drawer header', async () => {
  const { drawer, user, sent } = await openPermit({ ...permit, assignedTo: null })
  await user.click(drawer.getByRole('button', { name: 'Assign' }))
  const dialog = await editDialog()
  await user.click(dialog.getByRole('button', { name: 'Assign to me' }))
  // The user is chosen now.
  expect(dialog.queryByRole('button', { name: 'Assign to me' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ assignedTo: me.pid, version: 3 }]))
})

test.each([
  ['a client cannot assign a permit', permit, 'client'],
  ['staff cannot reassign a processed permit', { ...permit, bucket: 'processed' }, 'team'],
] as const)('%s', async (_title, given, as) => {
  const { drawer } = await openPermit(given, as)
  expect(drawer.queryByRole('button', { name: /^Assign/ })).toBeNull()
})
