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
  numberPattern: '##-{A|B}',
  numberExample: '15-A',
}
const permit = {
  pid: '01PERMIT000000000000000001',
  version: 3,
  refNo: 'PM-2026-000001',
  title: 'Garage',
  status: 'NEW',
  bucket: 'processing',
  authority: { pid: agency.pid, title: agency.name },
  authorityNumber: 'X7',
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
  'Austin Development Services uses numbers such as 15-A. Check this one; you can save it as it is.'

/** Opens the editor of the number in the drawer. */
async function edit({ user }: Pick<ReturnType<typeof open>, 'user'>) {
  const drawer = await drawerOf()
  await user.click(await drawer.findByRole('button', { name: /^Agency permit number/ }))
  return { drawer, input: await drawer.findByRole('textbox', { name: 'Agency permit number' }, slow) }
}

test('a permit number is compared with the numbers of its agency as it is typed', async () => {
  const opened = open()
  // A number that is stored already is not judged.
  expect((await drawerOf()).queryByText(warning)).toBeNull()
  const { drawer, input } = await edit(opened)
  expect(await drawer.findByText(warning, undefined, slow)).toBeVisible()
  expect(input).toHaveAccessibleDescription(warning)
  await opened.user.clear(input)
  expect(drawer.getByText('For example 15-A')).toBeVisible()
  await opened.user.type(input, '27')
  expect(drawer.getByText('Not complete yet. For example 15-A')).toBeVisible()
  await opened.user.type(input, '-B')
  expect(drawer.getByText('For example 15-A')).toBeVisible()
})

test('a number of another form is pointed out until it is saved, and saved all the same', async () => {
  const opened = open()
  const { drawer, input } = await edit(opened)
  await opened.user.clear(input)
  await opened.user.type(input, '27')
  expect(await drawer.findByText(/^Not complete yet/, undefined, slow)).toBeVisible()
  // Whoever leaves it so has not typed a number of the agency.
  await opened.user.keyboard('{Enter}')
  expect(await drawer.findByText(warning)).toBeVisible()
  await opened.user.click(drawer.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Record updated successfully.', undefined, slow)).toBeVisible()
  expect(opened.sent.map(({ body }) => body)).toEqual([{ authorityNumber: '27', version: 3 }])
})

test('without an agency, or without an example, nothing is said', async () => {
  const first = open({ ...permit, authority: null })
  expect((await edit(first)).input).not.toHaveAccessibleDescription()
  first.unmount()
  const second = open(permit, { ...agency, numberPattern: null, numberExample: null })
  expect((await edit(second)).input).not.toHaveAccessibleDescription()
})
