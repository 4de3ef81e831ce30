import { screen, within } from '@testing-library/react'
import { collections } from '@portal/contract'
import type { CrudCall } from '@portal/contract'
import { RecordPage } from '../page/RecordPage.lazy.tsx'
import { setWidth } from '../../test-support/browser.ts'
import { crudHandler } from '../../test-support/crud-handler.ts'
import { renderRoutes } from '../../test-support/render-routes.tsx'
import { server } from '../../test-support/server.ts'

const agency = {
  pid: '01AGENCY000000000000000001',
  version: 1,
  name: 'Austin Development Services',
  shortCode: 'AUSTIN_DSD',
  numberPattern: '####-###### {BP|EP}',
  numberExample: '2015-000001 BP',
}
const permit = {
  pid: '01PERMIT000000000000000001',
  version: 3,
  refNo: 'PM-2026-000001',
  title: 'Garage',
  status: 'NEW',
  bucket: 'processing',
  authority: { pid: agency.pid, title: agency.name },
  authorityNumber: 'A-17/92',
}
const routes = [
  {
    path: '/permits/processing/:pid?',
    element: (
      <RecordPage collection={collections.permits} label="Processing permits" path="/permits/processing" />
    ),
  },
]

function open(record: Record<string, unknown> = permit, known: object = agency) {
  setWidth(1600)
  const sent: CrudCall[] = []
  server.use(
    crudHandler((call) => {
      if (call.method !== 'GET') sent.push(call)
      if (call.apiPath === 'permits' && call.method === 'GET')
        return { body: { permits: [record], metadata: { count: 1, page: 1, pageSize: 50 } } }
      if (call.apiPath.endsWith(agency.pid)) return { body: known }
      return call.apiPath.endsWith(permit.pid) ? { body: record } : undefined
    }),
  )
  const opened = renderRoutes(routes, `/permits/processing/${permit.pid}`, {
    as: 'team',
    heading: 'Processing permits',
  })
  return { ...opened, sent }
}

const slow = { timeout: 15_000 }
const drawerOf = async () => within(await screen.findByRole('dialog', { name: 'Garage' }, slow))
const warning =
  'Austin Development Services uses numbers such as 2015-000001 BP. Check this one; you can save it as it is.'

test('a permit number is compared with the numbers of its agency as it is typed, and saved all the same', async () => {
  const { user, sent } = open()
  const drawer = await drawerOf()
  // A number that is stored already is not judged.
  expect(drawer.queryByText(warning)).toBeNull()
  await user.click(await drawer.findByRole('button', { name: /^Agency permit number/ }))
  let input = await drawer.findByRole('textbox', { name: 'Agency permit number' }, slow)
  expect(await drawer.findByText(warning)).toBeVisible()
  expect(input).toHaveAccessibleDescription(warning)
  await user.clear(input)
  expect(await drawer.findByText('For example 2015-000001 BP')).toBeVisible()
  await user.type(input, '2015-000001')
  expect(drawer.getByText('Not complete yet. For example 2015-000001 BP')).toBeVisible()
  await user.keyboard('{Enter}')
  expect(await drawer.findByText(warning)).toBeVisible()
  await user.click(drawer.getByRole('button', { name: /^Agency permit number/ }))
  input = await drawer.findByRole('textbox', { name: 'Agency permit number' })
  await user.type(input, ' EP')
  expect(drawer.getByText('For example 2015-000001 BP')).toBeVisible()
  await user.type(input, '7')
  expect(drawer.getByText(warning)).toBeVisible()
  await user.keyboard('{Enter}')
  // The warning stays beside what is not saved yet.
  expect(await drawer.findByText(warning)).toBeVisible()
  await user.click(drawer.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Record updated successfully.')).toBeVisible()
  expect(sent.map(({ body }) => body)).toEqual([{ authorityNumber: '2015-000001 EP7', version: 3 }])
})

test('without an agency, or without an example, nothing is said', async () => {
  const { user, unmount } = open({ ...permit, authority: null })
  const drawer = await drawerOf()
  await user.click(await drawer.findByRole('button', { name: /^Agency permit number/ }))
  const input = await drawer.findByRole('textbox', { name: 'Agency permit number' }, slow)
  expect(input).not.toHaveAccessibleDescription()
  unmount()
  const other = open(permit, { ...agency, numberPattern: null, numberExample: null })
  const second = await drawerOf()
  await other.user.click(await second.findByRole('button', { name: /^Agency permit number/ }))
  expect(
    await second.findByRole('textbox', { name: 'Agency permit number' }, slow),
  ).not.toHaveAccessibleDescription()
})
