import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { CrudCall, PermitPerson, Role } from '@portal/contract'
import { crudHandler, renderRoutes, server } from '@portal/shared-ui/test-support'
import { PermitPeoplePanel } from './PermitPeoplePanel.tsx'

const pid = '01J0000000000000000000PERM'
const org = { pid: '01J00000000000000000000ORG', title: 'Acme Builders' }
const permit = { pid, version: 1, refNo: 'PM-2026-000007', title: 'Garage', status: 'NEW', org }
const ada: PermitPerson = {
  pid: 'ENTRY1',
  role: 'ARCHITECT',
  contact: {
    pid: 'CONTACT1',
    version: 3,
    name: 'Ada Stone',
    role: 'ARCHITECT',
    company: 'Stone & Sons',
    phone: '(512) 555-0101',
    email: 'ada@stone.example',
    licenceNo: '4711',
    org,
  },
}
const known = {
  pid: 'CONTACT2',
  version: 1,
  name: 'Eva Known',
  role: 'ENGINEER',
  company: 'Beam',
  email: 'eva@beam.example',
  phone: null,
  licenceNo: null,
}
const path = `permits/${pid}/people`
const routes = [
  { path: '/', element: <PermitPeoplePanel pid={pid} record={permit} onCount={() => undefined} /> },
  { path: '/mail/:segment?', element: <p>Mail</p> },
]

/** The tab with a server that stores who is added and removed. */
function open(first: PermitPerson[] | 'unreachable', as: Role = 'team') {
  let kept = first
  let refusal: string | null = null
  const sent: CrudCall[] = []
  server.use(
    crudHandler((call) => {
      const { apiPath, method, body } = call
      if (method !== 'GET') sent.push(call)
      if (apiPath === 'contacts/search')
        return { body: { contacts: [known], metadata: { count: 1, page: 1, pageSize: 10 } } }
      if (!apiPath.startsWith(path)) return undefined
      if (kept === 'unreachable') return kept
      if (method !== 'GET' && refusal !== null) return { refusal: 'transition-refused', detail: refusal }
      if (method === 'DELETE') kept = []
      if (method === 'POST')
        kept = [
          ...kept,
          { ...ada, pid: `ENTRY${kept.length + 2}`, role: String(Reflect.get(body ?? {}, 'role')) },
        ]
      return { body: { people: kept }, status: method === 'POST' ? 201 : 200 }
    }),
  )
  const posted = () =>
    sent.filter(({ method }) => method === 'POST').map(({ apiPath, body }) => [apiPath, body])
  const refuse = (detail: string) => {
    refusal = detail
  }
  return { ...renderRoutes(routes, '/', { as }), posted, refuse }
}

test('people of a permit are called and emailed with one click; the message has recipient and permit number', async () => {
  const { user, told } = open([ada])
  const list = within(await screen.findByRole('list', { name: 'People' }))
  expect(list.getByText('Architect')).toBeVisible()
  expect(list.getByText('Stone & Sons ·')).toBeVisible()
  expect(list.getByRole('link', { name: 'Call Ada Stone: (512) 555-0101' })).toHaveAttribute(
    'href',
    'tel:5125550101',
  )
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
  await user.click(list.getByRole('button', { name: 'Mail Ada Stone' }))
  await waitFor(() => expect(told.navigated).toEqual(['/mail/drafts?draft=DRAFT']))
  expect(drafts).toEqual([
    { to: [{ name: 'Ada Stone', address: 'ada@stone.example' }], subject: 'PM-2026-000007 Garage' },
  ])
})

test('an existing contact is found by typing and added with a role; removing one can be undone', async () => {
  const { user, posted } = open([])
  expect(await screen.findByText('No people on this permit yet.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Add person' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add person' }, { timeout: 15_000 }))
  await user.type(dialog.getByRole('combobox', { name: /Name/ }), 'eva')
  await user.click(await screen.findByRole('option', { name: /Eva Known/ }))
  expect(dialog.getByText('This is an existing contact. Enter their role on this permit.')).toBeVisible()
  expect(dialog.queryByRole('textbox', { name: 'Email' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Add person' }))
  await waitFor(() => expect(posted()).toEqual([[path, { role: 'APPLICANT', contact: 'CONTACT2' }]]))
  await user.click(await screen.findByRole('button', { name: 'Remove Ada Stone from this permit' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(posted()[1]).toEqual([path, { role: 'APPLICANT', contact: 'CONTACT1' }]))
})

test('a new person becomes a contact of the client; an existing one with that email address is offered instead', async () => {
  const { user, posted } = open([ada])
  await user.click(await screen.findByRole('button', { name: 'Add person' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add person' }, { timeout: 15_000 }))
  await user.click(dialog.getByRole('button', { name: 'Add person' }))
  expect(dialog.getByText('Enter a name, or choose a contact from the list.')).toBeVisible()
  await user.click(dialog.getByRole('combobox', { name: /Name/ }))
  await user.paste('Bo Builder')
  await user.click(dialog.getByRole('textbox', { name: 'Email' }))
  await user.paste('EVA@beam.example')
  expect(await dialog.findByText('Eva Known already has this email address.')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Use Eva Known' })).toBeVisible()
  await user.clear(dialog.getByRole('textbox', { name: 'Email' }))
  await user.paste('bo@acme.example')
  await user.click(dialog.getByRole('button', { name: 'Add person' }))
  const person = {
    name: 'Bo Builder',
    company: null,
    phone: null,
    email: 'bo@acme.example',
    licenceNo: null,
    org: org.pid,
  }
  await waitFor(() => expect(posted()).toEqual([[path, { role: 'APPLICANT', person }]]))
})

test('a client sees the people but cannot change them; people that fail to load can be retried', async () => {
  const { unmount } = open([ada], 'client')
  expect(await screen.findByText('Ada Stone')).toBeVisible()
  for (const name of ['Add person', 'Edit Ada Stone', 'Remove Ada Stone from this permit', 'Mail Ada Stone'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  unmount()
  open('unreachable')
  expect(await screen.findByText('People could not be loaded', undefined, { timeout: 15_000 })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('an undo that is refused says so at once, and not in the dialog that adds a person', async () => {
  const { user, refuse } = open([ada])
  const refusal = 'This permit is closed.'
  await user.click(await screen.findByRole('button', { name: 'Remove Ada Stone from this permit' }))
  const undo = await screen.findByRole('button', { name: 'Undo' })
  refuse(refusal)
  await user.click(undo)
  expect(await screen.findByText(refusal)).toBeVisible()
  await user.click(screen.getAllByRole('button', { name: 'Add person' })[0] ?? document.body)
  const dialog = within(await screen.findByRole('dialog', { name: 'Add person' }, { timeout: 15_000 }))
  expect(dialog.queryByText(refusal)).toBeNull()
})
