import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { collections } from '@portal/contract'
import type { CrudCall, Role } from '@portal/contract'
import { RecordPage } from '../../page/RecordPage.lazy.tsx'
import { setWidth } from '../../../test-support/browser.ts'
import { crudHandler } from '../../../test-support/crud-handler.ts'
import { renderRoutes } from '../../../test-support/render-routes.tsx'
import { server } from '../../../test-support/server.ts'

const org = { pid: '01J00000000000000000000ORG', title: 'Acme Builders' }
const permit = { pid: '01PERMIT', version: 1, refNo: 'PM-2026-000007', title: 'Garage', status: 'NEW', org }
const task = {
  relation: 'Permit',
  collection: 'tasks',
  pid: 'T1',
  title: 'Call the city',
  status: 'OPEN',
  facts: { refNo: 'TK-2026-000001', dueDate: '2026-12-24' },
}
const notice = {
  relation: 'Related record',
  collection: 'notifications',
  pid: 'N1',
  title: 'NT-2026-000002',
  status: 'SENT',
  facts: { subject: 'Plans are ready', refNo: 'NT-2026-000002' },
}
const letter = {
  relation: 'Mail',
  collection: 'mail',
  pid: 'M1',
  title: 'Your plans',
  status: null,
  path: '/mail/M1',
  mail: { from: 'Ada Stone', at: '2026-11-20T10:00:00.000Z' },
}
const suggested = {
  subject: 'PM-2026-000007 Garage',
  recipients: [
    { name: 'Ada Stone', address: 'ada@stone.example', hint: 'Applicant', isSuggested: true },
    { name: 'Rob', address: 'rob@city.example', hint: 'Plan reviewer', isSuggested: false },
  ],
}

/** Opens a permit's drawer with a server that links new records to it. */
function open(
  tab = 'Related records',
  as: Role = 'team',
  at = `/permits/processing/01PERMIT?tab=${encodeURIComponent(tab)}`,
) {
  setWidth(1600)
  sessionStorage.clear()
  const sent: CrudCall[] = []
  let related: object[] = [notice, letter]
  server.use(
    crudHandler((call) => {
      const { apiPath, method } = call
      if (method === 'POST') {
        sent.push(call)
        related = [task, ...related]
        return { body: { pid: 'T1' }, status: 201 }
      }
      if (apiPath === 'permits')
        return { body: { permits: [permit], metadata: { count: 1, page: 1, pageSize: 50 } } }
      if (apiPath === 'permits/01PERMIT') return { body: permit }
      if (apiPath === 'permits/01PERMIT/related') return { body: { related } }
      if (apiPath === 'permits/01PERMIT/notes') return { body: { notes: [] } }
      return apiPath === 'mail-recipients' ? { body: suggested } : undefined
    }),
  )
  const routes = [
    {
      path: '/permits/processing/:pid?',
      element: (
        <RecordPage collection={collections.permits} label="Processing permits" path="/permits/processing" />
      ),
    },
    { path: '/mail/:segment?', element: <p>Mail</p> },
  ]
  return { ...renderRoutes(routes, at, { as, heading: 'Processing permits' }), sent }
}

test('a task created in the head of a permit is linked and appears in its related records immediately', async () => {
  const { user, sent } = open()
  const drawer = within(await screen.findByRole('dialog', { name: 'Garage' }, { timeout: 15_000 }))
  expect(await drawer.findByText('Plans are ready')).toBeVisible()
  await user.click(drawer.getByRole('button', { name: 'Create' }))
  const names = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
  expect(names).toEqual(['New task', 'New client task', 'New mail', 'New fee', 'New note'])
  await user.click(screen.getByRole('menuitem', { name: 'New task' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New task' }, { timeout: 15_000 }))
  expect(dialog.getByRole('combobox', { name: 'Permit' })).toHaveValue('Garage')
  await user.click(dialog.getByRole('textbox', { name: 'Title' }))
  await user.paste('Call the city')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent.map(({ apiPath, body }) => [apiPath, body])).toEqual([
      ['tasks', { title: 'Call the city', permit: '01PERMIT' }],
    ]),
  )
  expect(await drawer.findByRole('link', { name: 'Call the city' })).toBeVisible()
})

test('related records show subject before number, mail shows sender and time, and each kind has an Add button', async () => {
  const { user } = open()
  const drawer = within(await screen.findByRole('dialog', { name: 'Garage' }, { timeout: 15_000 }))
  expect(await drawer.findByRole('link', { name: 'Plans are ready' })).toBeVisible()
  expect(drawer.getByText('NT-2026-000002')).toBeVisible()
  const mail = within(drawer.getByRole('region', { name: 'Mail' }))
  expect(mail.getByText(/From Ada Stone/)).toBeVisible()
  for (const name of ['Add task', 'Add client task', 'Add mail', 'Add fee', 'Add note'])
    expect(drawer.getByRole('button', { name })).toBeVisible()
  await user.click(drawer.getByRole('button', { name: 'Add fee' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New payment' }, { timeout: 15_000 }))
  expect(dialog.getByRole('combobox', { name: 'Kind' })).toHaveValue('FEE')
  expect(dialog.getByRole('combobox', { name: 'Permit' })).toHaveValue('Garage')
})

test('New mail preselects the right people and has the permit number in its subject', async () => {
  const { user, told } = open('Details')
  const drawer = within(await screen.findByRole('dialog', { name: 'Garage' }, { timeout: 15_000 }))
  const drafts: unknown[] = []
  server.use(
    http.post('*/api/mail/drafts', async ({ request }) => {
      drafts.push(await request.json())
      const none = { from: { name: '', address: '' }, to: [], cc: [], bcc: [], attachments: [], html: '' }
      return HttpResponse.json(
        {
          ...none,
          id: 'DRAFT',
          version: 1,
          conversationId: 'C',
          subject: '',
          savedAt: '2026-01-01T00:00:00.000Z',
        },
        { status: 201 },
      )
    }),
  )
  await user.click(await drawer.findByRole('button', { name: 'Create' }))
  await user.click(screen.getByRole('menuitem', { name: 'New mail' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New mail' }, { timeout: 15_000 }))
  expect(await dialog.findByRole('checkbox', { name: /Ada Stone/ })).toBeChecked()
  expect(dialog.getByRole('checkbox', { name: /Rob/ })).not.toBeChecked()
  await user.click(dialog.getByRole('button', { name: 'Write message' }))
  await waitFor(() => expect(told.navigated).toEqual(['/mail/drafts?draft=DRAFT']))
  expect(drafts).toEqual([
    { to: [{ name: 'Ada Stone', address: 'ada@stone.example' }], subject: 'PM-2026-000007 Garage' },
  ])
})

test('the row menu creates the same records; New note opens the notes with the cursor in a new note', async () => {
  const { user } = open('Details', 'team', '/permits/processing')
  const row = await screen.findByRole('row', { name: /Garage/ }, { timeout: 15_000 })
  const [cell] = within(row).getAllByRole('gridcell', { name: /Garage/ })
  if (cell === undefined) throw new Error('The row has no such cell')
  fireEvent.contextMenu(cell)
  const menu = within(await screen.findByRole('menu', { name: 'Actions for Garage' }))
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Open',
    'New task',
    'New client task',
    'New mail',
    'New fee',
    'New note',
  ])
  await user.click(menu.getByRole('menuitem', { name: 'New note' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'Garage' }, { timeout: 15_000 }))
  expect(await drawer.findByRole('textbox', { name: 'New note' })).toBeVisible()
})

test('a client is not offered to create anything from a record', async () => {
  open('Details', 'client')
  const drawer = within(await screen.findByRole('dialog', { name: 'Garage' }, { timeout: 15_000 }))
  await drawer.findByRole('tab', { name: 'Details' })
  expect(drawer.queryByRole('button', { name: 'Create' })).toBeNull()
})
