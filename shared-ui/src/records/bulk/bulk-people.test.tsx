import { screen, waitFor, within } from '@testing-library/react'
import { collections } from '@portal/contract'
import type { CrudCall } from '@portal/contract'
import { setWidth } from '../../test-support/browser.ts'
import { crudHandler } from '../../test-support/crud-handler.ts'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import { server } from '../../test-support/server.ts'
import { RecordPage } from '../page/RecordPage.lazy.tsx'

const routes = [
  {
    path: '/permits/processing/:pid?',
    element: (
      <RecordPage collection={collections.permits} label="Processing permits" path="/permits/processing" />
    ),
  },
]
const kofi = { pid: '01KOFI', title: 'Kofi Alder', hint: 'kofi@office.example', role: 'team' }

/** Opens the update dialog of the only permit, with a field chosen. */
async function openUpdate(field: string) {
  setWidth(1600)
  const asked: CrudCall[] = []
  const sent: CrudCall[] = []
  server.use(
    crudHandler((call) => {
      const permit = { pid: 'ONE', version: 1, refNo: 'PM-2026-000001', title: 'Warehouse', status: 'NEW' }
      if (call.method === 'PATCH') {
        sent.push(call)
        return { body: { updated: 1, failed: [] } }
      }
      if (call.apiPath === 'users/lookup') {
        asked.push(call)
        return { body: { options: [kofi] } }
      }
      return call.apiPath === 'permits'
        ? { body: { permits: [permit], metadata: { count: 1, page: 1, pageSize: 50 } } }
        : undefined
    }),
  )
  const page = renderRoutes(routes, '/permits/processing?page=1', {
    as: 'admin',
    heading: 'Processing permits',
  })
  const row = (await screen.findByText('PM-2026-000001', { selector: '[role=gridcell] *' })).closest(
    '[role=row]',
  )
  if (!(row instanceof HTMLElement)) throw new Error('The permit has no row')
  await page.user.click(within(row).getByRole('checkbox'))
  await page.user.click(screen.getByRole('button', { name: 'Update selected' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Update 1 record' }))
  await page.user.click(dialog.getByRole('combobox', { name: 'Field' }))
  await page.user.click(await screen.findByRole('option', { name: field }))
  return { ...page, dialog, asked, sent }
}

test.each([
  ['Assigned to', { assignedTo: kofi.pid }],
  ['Collaborators', { collaborators: [kofi.pid] }],
])(
  'in bulk, “%s” offers active staff with their roles, and the preview shows the chosen name',
  async (field, patch) => {
    const { user, dialog, asked, sent } = await openUpdate(field)
    await user.click(await dialog.findByRole('combobox', { name: 'New value' }))
    await user.click(await screen.findByRole('option', { name: 'Kofi Alder Team · kofi@office.example' }))
    expect(asked[0]?.query).toEqual({ limit: 20, staff: true })
    await user.click(dialog.getByRole('button', { name: 'Preview' }))
    expect(await dialog.findByText('1 record will be updated.')).toBeVisible()
    await waitFor(() => expect(dialog.getByText(field).nextSibling).toHaveTextContent('Kofi Alder'))
    expect(sent.map(({ body }) => body)).toEqual([{ pids: ['ONE'], patch, dryRun: true }])
  },
)
