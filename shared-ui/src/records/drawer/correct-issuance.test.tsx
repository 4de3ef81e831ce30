import { screen, waitFor, within } from '@testing-library/react'
import { collections } from '@portal/contract'
import type { CrudCall, Role } from '@portal/contract'
import { RecordPage } from '../page/RecordPage.lazy.tsx'
import { setWidth } from '../../test-support/browser.ts'
import { crudHandler } from '../../test-support/crud-handler.ts'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import { server } from '../../test-support/server.ts'

const pid = '01PERMIT000000000000000002'
const issued = {
  pid,
  version: 7,
  refNo: 'PM-2026-000002',
  title: 'Deck',
  status: 'ISSUED',
  bucket: 'processed',
  authorityNumber: null,
  issuedDate: '2026-11-02',
  expiryDate: '2027-05-01',
  receivedDate: '2026-10-03',
  closedDate: null,
}
const routes = [
  {
    path: '/permits/processed/:pid?',
    element: (
      <RecordPage collection={collections.processed} label="Processed permits" path="/permits/processed" />
    ),
  },
]

function open(as: Role) {
  setWidth(1600)
  const sent: CrudCall[] = []
  server.use(
    crudHandler((call) => {
      if (call.method !== 'GET') sent.push(call)
      if (call.apiPath === 'processed')
        return { body: { permits: [issued], metadata: { count: 1, page: 1, pageSize: 50 } } }
      return call.apiPath.endsWith(pid) ? { body: issued } : undefined
    }),
  )
  return { ...renderRoutes(routes, `/permits/processed/${pid}`, { as, heading: 'Processed permits' }), sent }
}

test('only an administrator can correct the facts of an issued permit, with a reason (review, critical 2)', async () => {
  const { user, sent, unmount } = open('admin')
  const drawer = within(await screen.findByRole('dialog', { name: 'Deck' }, { timeout: 15_000 }))
  for (const label of ['Agency permit number', 'Issued date', 'Expiration date']) {
    expect(await drawer.findByRole('button', { name: `Correct ${label}` })).toBeVisible()
  }
  expect(drawer.getByText('30 days in total')).toBeVisible()
  await user.click(drawer.getByRole('button', { name: 'Correct Agency permit number' }))
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Correct the issued permit' }, { timeout: 15_000 }),
  )
  await user.type(dialog.getByLabelText('Permit number'), 'BLD-7')
  await user.click(dialog.getByRole('button', { name: 'Correct' }))
  expect(sent).toEqual([])
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Read from the permit')
  await user.click(dialog.getByRole('button', { name: 'Correct' }))
  await waitFor(() =>
    expect(sent.map(({ apiPath, method, body }) => [apiPath, method, body])).toEqual([
      [`permits/${pid}`, 'PATCH', { authorityNumber: 'BLD-7', reason: 'Read from the permit', version: 7 }],
    ]),
  )
  unmount()
  open('team')
  const team = within(await screen.findByRole('dialog', { name: 'Deck' }, { timeout: 15_000 }))
  expect(await team.findByText('Expiration date')).toBeVisible()
  expect(team.queryByRole('button', { name: /^Correct/ })).toBeNull()
})
