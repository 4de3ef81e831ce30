import { screen, waitFor, within } from '@testing-library/react'
import { collections } from '@portal/contract'
import type { CrudCall } from '@portal/contract'
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
const adrian = { pid: '01ADRIAN', title: 'Adrian Ravensburg' }
const people = [
  { ...adrian, hint: 'adrian@office.example', role: 'team' },
  { pid: '01KOFI', title: 'Kofi Alder', hint: 'kofi@office.example', role: 'admin' },
]
const permit = {
  pid: '01PERMIT000000000000000001',
  version: 3,
  refNo: 'PM-2026-000001',
  title: 'Warehouse',
  org: { pid: '01ORG', title: 'Acme Builders' },
  status: 'UNDER_REVIEW',
  assignedTo: adrian,
  collaborators: [],
  description: 'Two storeys',
}

/** A portal in which names are found by what they begin with. */
function openPermits(at: string) {
  setWidth(1600)
  sessionStorage.clear()
  const asked: CrudCall[] = []
  const sent: unknown[] = []
  server.use(
    crudHandler((call) => {
      const { apiPath, method, query = {}, body } = call
      if (method === 'PATCH') {
        sent.push(body)
        return { body: { ...permit, version: 4 } }
      }
      if (apiPath.endsWith('/lookup')) {
        asked.push(call)
        const { searchToken } = query
        const token = typeof searchToken === 'string' ? searchToken.toLowerCase() : ''
        const options =
          apiPath === 'users/lookup'
            ? people
            : [
                { ...permit.org, hint: '' },
                { pid: '01OTHER', title: 'Oak Homes', hint: '' },
              ]
        return { body: { options: options.filter(({ title }) => title.toLowerCase().startsWith(token)) } }
      }
      if (apiPath === 'permits')
        return { body: { permits: [permit], metadata: { count: 1, page: 1, pageSize: 50 } } }
      return apiPath === `permits/${permit.pid}` && method === 'GET' ? { body: permit } : undefined
    }),
  )
  return { asked, sent, ...renderRoutes(routes, at, { as: 'team' }) }
}

async function openPicker(tab: string, label: string) {
  const page = openPermits(`/permits/processing/${permit.pid}?tab=${tab}`)
  const panel = within(await screen.findByRole('tabpanel', { name: tab }))
  await page.user.click(await panel.findByRole('button', { name: `Edit ${label}` }))
  return { ...page, panel, input: await panel.findByRole('combobox', { name: label }) }
}

test.each([
  ['Assign', 'Assigned to', 'ko', 'Kofi Alder', { assignedTo: '01KOFI' }],
  ['Details', 'Assigned to', 'ko', 'Kofi Alder', { assignedTo: '01KOFI' }],
  ['Details', 'Client', 'oak', 'Oak Homes', { org: '01OTHER' }],
])(
  'in %s, typing over the name in “%s” searches, and what is found can be chosen',
  async (tab, label, typed, found, body) => {
    const { user, panel, input, sent } = await openPicker(tab, label)
    await user.keyboard(typed)
    expect(input).toHaveValue(typed)
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    await user.click(screen.getByRole('option', { name: new RegExp(`^${found}`) }))
    expect(input).toHaveValue(found)
    await user.tab()
    expect(await panel.findByText(found)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const agree = screen.queryByRole('button', { name: 'Change' })
    if (agree !== null) await user.click(agree)
    await waitFor(() => expect(sent).toEqual([{ ...body, version: 3 }]))
  },
)

test('the cross empties what is seen, and the field reads empty before it is saved', async () => {
  const { user, panel, input, sent } = await openPicker('Assign', 'Assigned to')
  await user.click(panel.getByLabelText('Clear'))
  expect(input).toHaveValue('')
  expect(input).toHaveAttribute('placeholder', 'Empty')
  await user.tab()
  expect(panel.queryByText(adrian.title)).toBeNull()
  expect(screen.getByText('1 field changed: Assigned to')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual([{ assignedTo: null, version: 3 }]))
})

test.each(['{Control>}a{/Control}{Delete}', '{Backspace}'])(
  '%s empties the field as the cross does',
  async (keys) => {
    const { user, input } = await openPicker('Assign', 'Assigned to')
    await user.keyboard(keys)
    expect(input).toHaveValue('')
    expect(screen.getByText('1 field changed: Assigned to')).toBeVisible()
  },
)

test('Escape gives the old value back, after typing and after emptying, and keeps the editor open', async () => {
  const { user, input } = await openPicker('Assign', 'Assigned to')
  await user.keyboard('ko{Escape}')
  expect(input).toHaveValue(adrian.title)
  await user.keyboard('{Backspace}')
  expect(screen.queryByText('1 field changed: Assigned to')).toBeNull()
  await user.keyboard('{Control>}a{/Control}{Delete}')
  expect(input).toHaveValue('')
  await user.keyboard('{Escape}')
  expect(input).toHaveValue(adrian.title)
  expect(input).toBeVisible()
  await waitFor(() => expect(screen.queryByText('1 field changed: Assigned to')).toBeNull())
})

test('what is typed and not chosen changes nothing when the field is left', async () => {
  const { user, panel } = await openPicker('Assign', 'Assigned to')
  await user.keyboard('ko')
  await user.tab()
  expect(await panel.findByText(adrian.title)).toBeVisible()
  expect(screen.queryByText('1 field changed: Assigned to')).toBeNull()
})

test('in a cell, Enter takes what is marked in the list, and the next Enter saves it', async () => {
  const { user, sent } = openPermits('/permits/processing?page=1')
  await screen.findByText('Warehouse', { selector: '[role=gridcell] *' })
  await user.click(screen.getByRole('searchbox'))
  await user.tab()
  const index = screen
    .getAllByRole('columnheader')
    .findIndex((header) => header.textContent === 'Assigned to')
  await user.keyboard(`${'{ArrowRight}'.repeat(index)}{ArrowDown}e`)
  const editor = await screen.findByRole('dialog', { name: 'Edit Assigned to' })
  const input = await within(editor).findByRole('combobox', { name: 'Assigned to' })
  await user.keyboard('ko')
  await screen.findByRole('option', { name: /^Kofi Alder/ })
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  await user.keyboard('{ArrowDown}{Enter}')
  expect(input).toHaveValue('Kofi Alder')
  expect(sent).toEqual([])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(sent).toEqual([{ assignedTo: '01KOFI', version: 3 }]))
})

test('a picker of people for staff work asks for active staff and says what role each has', async () => {
  const { asked } = await openPicker('Assign', 'Assigned to')
  expect(await screen.findByRole('option', { name: 'Kofi Alder Admin · kofi@office.example' })).toBeVisible()
  expect(screen.getByRole('option', { name: 'Adrian Ravensburg Team · adrian@office.example' })).toBeVisible()
  expect(asked.filter(({ query = {} }) => query['pids'] === undefined).map(({ query }) => query)).toEqual([
    { limit: 20, staff: true },
  ])
})

test('a long text is gone on with after its last letter', async () => {
  const { user } = openPermits(`/permits/processing/${permit.pid}?tab=Details`)
  const panel = within(await screen.findByRole('tabpanel', { name: 'Details' }))
  await user.click(await panel.findByRole('button', { name: /^Description/ }))
  const text = await panel.findByRole('textbox', { name: 'Description' })
  expect(text).toHaveFocus()
  await user.keyboard(', no cellar')
  expect(text).toHaveValue('Two storeys, no cellar')
})
