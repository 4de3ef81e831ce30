import { screen, waitFor, within } from '@testing-library/react'
import { collections } from '@portal/contract'
import type { CrudCall, OrgRole, Role } from '@portal/contract'
import { RecordPage } from '../../page/RecordPage.lazy.tsx'
import { setWidth } from '../../../test-support/browser.ts'
import { crudHandler } from '../../../test-support/crud-handler.ts'
import type { CrudResponse } from '../../../test-support/crud-handler.ts'
import { personAs, renderRoutes } from '../../../test-support/render-routes.tsx'
import { server } from '../../../test-support/server.ts'

const routes = [
  {
    path: '/permits/processing/:pid?',
    element: (
      <RecordPage collection={collections.permits} label="Processing permits" path="/permits/processing" />
    ),
  },
  { path: '*', element: null },
]

const me = personAs('team')
const permit = {
  pid: '01PERMIT000000000000000001',
  version: 3,
  refNo: 'PM-2026-000001',
  title: 'Warehouse',
  org: { pid: '01ORG', title: 'Acme Builders' },
  status: 'UNDER_REVIEW',
  assignedTo: { pid: '01ANNA', title: 'Anna Berg' },
  collaborators: ['01BEN'],
  parent: { pid: '01PARENT', title: 'Campus' },
  city: 'Austin',
}
const note = (pid: string, content: string, author = me.pid, visibility = 'INTERNAL') => ({
  pid,
  content,
  visibility,
  author: { pid: author, title: author === me.pid ? me.name : 'Anna Berg' },
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
})

type Answer = (call: CrudCall) => CrudResponse | undefined

function openTab(tab: string, result: Answer = () => undefined, as: Role = 'team', orgRole?: OrgRole) {
  setWidth(1600)
  sessionStorage.clear()
  const sent: CrudCall[] = []
  server.use(
    crudHandler((call) => {
      if (call.method !== 'GET') sent.push(call)
      const answered = result(call)
      if (answered !== undefined) return answered
      if (call.apiPath === 'permits')
        return { body: { permits: [permit], metadata: { count: 1, page: 1, pageSize: 50 } } }
      if (call.apiPath.endsWith('/following')) return { body: { following: [] } }
      if (call.apiPath === 'views') return { body: { views: [] } }
      if (call.apiPath === 'users/lookup')
        return { body: { options: [{ pid: '01BEN', title: 'Ben Cole', hint: '' }] } }
      return call.apiPath === `permits/${permit.pid}` && call.method === 'GET' ? { body: permit } : undefined
    }),
  )
  const rendered = renderRoutes(routes, `/permits/processing/${permit.pid}?tab=${encodeURIComponent(tab)}`, {
    as,
    ...(orgRole !== undefined && { orgRole }),
  })
  return { ...rendered, sent, panel: () => screen.findByRole('tabpanel', { name: tab }) }
}

const isNotes = ({ apiPath }: CrudCall) => apiPath.startsWith(`permits/${permit.pid}/notes`)

test('staff have tabs in the order of the declaration, a client none about staff (contract.md 9)', async () => {
  const { unmount } = openTab('Details')
  const names = async () => (await screen.findAllByRole('tab')).map(({ textContent }) => textContent)
  expect(await names()).toEqual(['Details', 'Notes', 'History', 'Related records', 'Assign', 'Relation'])
  unmount()
  openTab('Details', () => undefined, 'client')
  expect(await names()).toEqual(['Details', 'Notes', 'History', 'Related records', 'Relation'])
})

test('S-13: a client who only views reads notes, their own too, and is told why they write none', async () => {
  const own = note('01NOTE1', 'From before', '01PERSON000000000000000000', 'CLIENT')
  const { panel } = openTab(
    'Notes',
    (call) => (isNotes(call) ? { body: { notes: [own] } } : undefined),
    'client',
    'VIEWER',
  )
  const tab = await panel()
  expect(await within(tab).findByText('From before')).toBeInTheDocument()
  expect(within(tab).getByText(/You have view-only access/)).toBeVisible()
  expect(within(tab).queryByRole('textbox')).toBeNull()
  expect(within(tab).queryByRole('button', { name: /Edit note|Delete note/ })).toBeNull()
})

test('S-13: a draft says to a client who only views why it is not theirs to change', async () => {
  const draft = { ...permit, status: 'DRAFT' }
  const response = (call: CrudCall) =>
    call.apiPath === `permits/${permit.pid}` ? { body: draft } : undefined
  const { panel } = openTab('Details', response, 'client', 'VIEWER')
  expect(await within(await panel()).findByText(/You have view-only access/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'New' })).toBeNull()
})

test('staff write into the internal thread unless they choose the one the client reads', async () => {
  let notes = [note('01NOTE1', 'Called the city'), note('01NOTE2', 'Please sign', '01ANNA', 'CLIENT')]
  const { user, sent, panel } = openTab('Notes', (call) => {
    if (!isNotes(call)) return undefined
    if (call.method === 'POST') notes = [...notes, note('01NOTE3', 'Drawings came')]
    return { body: { notes }, status: call.method === 'POST' ? 201 : 200 }
  })
  const tab = await panel()
  expect(await within(tab).findByText('Called the city')).toBeInTheDocument()
  expect(within(tab).queryByText('Please sign')).not.toBeInTheDocument()
  expect(screen.getByRole('tab', { name: 'Notes' })).toHaveAttribute('aria-description', '2')
  await user.type(within(tab).getByRole('textbox', { name: 'New note' }), 'Drawings came')
  await user.click(within(tab).getByRole('button', { name: 'Add note' }))
  await waitFor(() => expect(within(tab).getByRole('textbox', { name: 'New note' })).toHaveValue(''))
  expect(sent.map(({ body }) => body)).toEqual([{ content: 'Drawings came', visibility: 'INTERNAL' }])
  await user.click(within(tab).getByRole('button', { name: 'Client' }))
  expect(within(tab).getByText('Please sign')).toBeInTheDocument()
  expect(within(tab).queryByRole('button', { name: 'Edit note' })).not.toBeInTheDocument()
})

test.each([
  ['Add note', 'POST', 'Failed to add note!'],
  ['Save note', 'PATCH', 'Failed to update note!'],
  ['Delete note', 'DELETE', 'Failed to delete note!'],
])('%s that is refused says so and loses nothing (specification.md 8)', async (button, method, said) => {
  const { user, panel } = openTab('Notes', (call) => {
    if (!isNotes(call)) return undefined
    return call.method === 'GET'
      ? { body: { notes: [note('01NOTE1', 'Called the city')] } }
      : { refusal: 'forbidden', detail: `No ${call.method}.` }
  })
  const tab = await panel()
  await within(tab).findByText('Called the city')
  if (method === 'POST') await user.type(within(tab).getByRole('textbox', { name: 'New note' }), 'Mine')
  if (method === 'PATCH') await user.click(within(tab).getByRole('button', { name: 'Edit note' }))
  await user.click(within(tab).getByRole('button', { name: button }))
  if (method === 'DELETE')
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete note' }))
  expect(await screen.findByText(said)).toBeInTheDocument()
  expect(screen.getByRole('log')).toHaveTextContent(`No ${method}.`)
  if (method === 'POST') expect(within(tab).getByRole('textbox', { name: 'New note' })).toHaveValue('Mine')
})

test('a note that is edited is gone on with after its last letter', async () => {
  const { user, panel } = openTab('Notes', (call) =>
    isNotes(call) ? { body: { notes: [note('01NOTE1', 'Called the city')] } } : undefined,
  )
  const tab = await panel()
  await user.click(await within(tab).findByRole('button', { name: 'Edit note' }))
  await user.keyboard(' again')
  expect(within(tab).getByRole('textbox', { name: 'Edit note' })).toHaveValue('Called the city again')
})

test('notes that do not come are told, and Try again brings them (specification.md 8)', async () => {
  let isDown = true
  const { user, panel } = openTab('Notes', (call) => {
    if (!isNotes(call)) return undefined
    return isDown ? { refusal: 'unavailable', detail: 'The database is busy.' } : { body: { notes: [] } }
  })
  expect(await screen.findByText('Failed to fetch notes')).toBeInTheDocument()
  isDown = false
  await user.click(within(await panel()).getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No notes yet.')).toBeInTheDocument()
})

test('a note that is not saved is asked about before the record is left', async () => {
  const { user, panel, told } = openTab('Notes', (call) =>
    isNotes(call) ? { body: { notes: [] } } : undefined,
  )
  await user.type(await within(await panel()).findByRole('textbox', { name: 'New note' }), 'Half a sent')
  expect(told.unsaved).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeInTheDocument()
})

const history = {
  changes: [
    {
      at: '2026-11-20T10:00:00.000Z',
      by: { pid: '01ANNA', title: 'Anna Berg' },
      action: 'update',
      changes: [{ field: 'title', from: 'Shed', to: 'Warehouse' }],
    },
    {
      at: '2026-11-19T10:00:00.000Z',
      by: null,
      action: 'transition',
      changes: [{ field: 'status', from: 'NEW', to: 'UNDER_REVIEW' }],
    },
    {
      at: '2026-11-18T10:00:00.000Z',
      by: { pid: '01BEN', title: 'Ben Cole' },
      action: 'create',
      changes: [{ field: 'title', from: null, to: 'Shed' }],
    },
  ],
  metadata: { count: 3, page: 1, pageSize: 50 },
}

test('history reads as sentences with old and new side by side; a value is restored into the form (look.md 4)', async () => {
  const { user, panel } = openTab('History', ({ apiPath }) =>
    apiPath.endsWith('/history') ? { body: history } : undefined,
  )
  const tab = await panel()
  const changed = (await within(tab).findByText('Anna Berg changed Title')).closest('li')
  expect(changed).toHaveTextContent('BeforeShedAfterWarehouse')
  expect(within(tab).getByText('System changed the status').closest('li')).toHaveTextContent(
    'BeforeNewAfterUnder review',
  )
  expect(within(tab).queryByRole('button', { name: 'Restore Status' })).not.toBeInTheDocument()
  await user.click(within(tab).getByRole('button', { name: 'Restore Title' }))
  expect(await screen.findByText('1 field changed: Title')).toBeInTheDocument()
})

test('a step shows the status it changed and why, not what follows from it', async () => {
  const by = { pid: 'U1', title: 'Ann Reed' }
  const changes = [
    { field: 'status', from: 'NEW', to: 'WITHDRAWN' },
    { field: 'bucket', from: 'processing', to: 'processed' },
    { field: 'reason', from: null, to: 'They sold the house' },
  ]
  const entry = { at: '2026-11-20T10:00:00.000Z', by, action: 'transition', changes }
  const { panel } = openTab('History', ({ apiPath }) =>
    apiPath.endsWith('/history')
      ? { body: { changes: [entry], metadata: { count: 1, page: 1, pageSize: 50 } } }
      : undefined,
  )
  const tab = within(await panel())
  const item = (await tab.findByText('They sold the house')).closest('li')
  expect(item).toHaveTextContent('BeforeNewAfterWithdrawn')
  expect(item).not.toHaveTextContent('processed')
})

test('history tells of a condition, which is no field, in the words it has (domain.md 3)', async () => {
  const change = { field: 'condition', from: 'Insurance is current. OPEN', to: 'Insurance is current. MET' }
  const entry = {
    at: '2026-11-20T10:00:00.000Z',
    by: { pid: 'U1', title: 'Ann Reed' },
    action: 'update',
    changes: [change],
  }
  const { panel } = openTab('History', ({ apiPath }) =>
    apiPath.endsWith('/history')
      ? { body: { changes: [entry], metadata: { count: 1, page: 1, pageSize: 50 } } }
      : undefined,
  )
  const item = (await within(await panel()).findByText('Ann Reed changed Condition')).closest('li')
  expect(item).toHaveTextContent('BeforeInsurance is current. OPENAfterInsurance is current. MET')
})

test('history names the people of a list, and puts them back by their identifiers', async () => {
  const [ben, kim] = [
    { pid: '01BEN', title: 'Ben Cole' },
    { pid: '01KIM', title: 'Kim Reed' },
  ]
  const entry = {
    at: '2026-11-20T10:00:00.000Z',
    by: ben,
    action: 'update',
    changes: [{ field: 'collaborators', from: [kim], to: [ben, kim] }],
  }
  const { user, panel, sent } = openTab('History', ({ apiPath, method }) => {
    if (method === 'PATCH') return { body: { ...permit, version: 4 } }
    return apiPath.endsWith('/history')
      ? { body: { changes: [entry], metadata: { count: 1, page: 1, pageSize: 50 } } }
      : undefined
  })
  const item = (await within(await panel()).findByText('Ben Cole changed Collaborators')).closest('li')
  expect(item).toHaveTextContent('BeforeKim ReedAfterBen Cole, Kim Reed')
  await user.click(screen.getByRole('button', { name: 'Restore Collaborators' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([{ collaborators: ['01KIM'], version: 3 }]),
  )
})

test('collaborators show their names however many people there are, those too who left', async () => {
  const asked: unknown[] = []
  const { panel } = openTab('Assign', ({ apiPath, query }) => {
    if (apiPath !== 'users/lookup') return undefined
    asked.push(query)
    return {
      body: { options: query?.['pids'] === undefined ? [] : [{ pid: '01BEN', title: 'Ben Cole', hint: '' }] },
    }
  })
  expect(await within(await panel()).findByText('Ben Cole')).toBeVisible()
  expect(asked).toEqual([{ pids: ['01BEN'] }])
})

test('history is narrowed to a field or a person', async () => {
  const { user, panel } = openTab('History', ({ apiPath }) =>
    apiPath.endsWith('/history') ? { body: history } : undefined,
  )
  const tab = await panel()
  await user.selectOptions(await within(tab).findByRole('combobox', { name: 'Field' }), 'Status')
  expect(within(tab).getAllByRole('listitem')).toHaveLength(1)
  await user.selectOptions(within(tab).getByRole('combobox', { name: 'Field' }), 'All fields')
  await user.selectOptions(within(tab).getByRole('combobox', { name: 'Person' }), 'Ben Cole')
  expect(within(tab).getByRole('listitem')).toHaveTextContent('Ben Cole created the record')
})

const related = [
  { relation: 'Permit', collection: 'tasks', pid: '01TASK', title: 'Call the city', status: 'OPEN' },
  { relation: 'Parent', collection: 'permits', pid: '01CHILD', title: 'Annex', status: 'NEW' },
]

test('mail about the record stands there by its subject, and a click opens the message (contract.md 10.6)', async () => {
  const mail = {
    relation: 'Mail',
    collection: 'mail',
    pid: 'MESSAGE',
    title: 'Fence plans',
    status: null,
    path: '/mail/MESSAGE?mailbox=a%40b.example',
  }
  const { user, panel, told } = openTab('Related records', ({ apiPath }) =>
    apiPath.endsWith('/related') ? { body: { related: [mail] } } : undefined,
  )
  const region = within(await within(await panel()).findByRole('region', { name: 'Mail' }))
  await user.click(region.getByRole('link', { name: 'Fence plans' }))
  expect(told.navigated).toEqual(['/mail/MESSAGE?mailbox=a%40b.example'])
})

test('related records stand by relation, and a click opens one', async () => {
  const { user, panel, told } = openTab('Related records', ({ apiPath }) =>
    apiPath.endsWith('/related') ? { body: { related } } : undefined,
  )
  const group = await within(await panel()).findByRole('region', { name: 'Tasks' })
  expect(group).toHaveTextContent('Open')
  await user.click(within(group).getByRole('link', { name: 'Call the city' }))
  expect(told.navigated).toEqual(['/tasks/01TASK'])
})

test('relation shows what the record comes from and what came from it', async () => {
  const { panel } = openTab('Relation', ({ apiPath }) =>
    apiPath.endsWith('/related') ? { body: { related } } : undefined,
  )
  const tab = await panel()
  expect(await within(tab).findByRole('link', { name: 'Campus' })).toHaveAttribute(
    'href',
    '/permits/processing/01PARENT',
  )
  expect(await within(tab).findByRole('link', { name: 'Annex' })).toBeInTheDocument()
  expect(within(tab).queryByText('Call the city')).not.toBeInTheDocument()
})

test('a permit is amended or renewed by a record of its own, and says why where it may not be (domain.md 4)', async () => {
  const following = [
    { kind: 'amend', allowed: true, whyNot: [] },
    { kind: 'renew', allowed: false, whyNot: ['This permit already has an open renewal.'] },
  ]
  const { user, panel, sent, told } = openTab('Relation', ({ apiPath, method }) => {
    if (apiPath.endsWith('/related')) return { body: { related: [] } }
    if (method === 'POST') return { body: { pid: '01AMENDMENT' }, status: 201 }
    return apiPath.endsWith('/following') ? { body: { following } } : undefined
  })
  const region = within(await within(await panel()).findByRole('region', { name: 'Amend or renew' }))
  expect(region.getByText('Renew (not available)')).toBeVisible()
  expect(region.getByText('This permit already has an open renewal.')).toBeVisible()
  await user.click(region.getByRole('button', { name: 'Amend' }))
  const question = within(
    await screen.findByRole('dialog', { name: 'Amend this permit?' }, { timeout: 15_000 }),
  )
  expect(question.getByText(/^Creates a new permit/)).toBeVisible()
  expect(sent).toEqual([])
  await user.click(question.getByRole('button', { name: 'Amend' }))
  await waitFor(() => expect(told.navigated).toEqual(['/permits/processing/01AMENDMENT']))
  expect(sent.map(({ apiPath }) => apiPath)).toEqual([`permits/${permit.pid}/amend`])
})

test.each([
  ['staff find amendments and renewals in the menu of a processed permit', 'processed', 'team', true],
  ['a permit on its way is not amended', 'processing', 'team', false],
  ['a client does not begin an amendment', 'processed', 'client', false],
] as const)('%s', async (_what, bucket, as, isOffered) => {
  const result = ({ apiPath }: CrudCall) => {
    if (apiPath === `permits/${permit.pid}`) return { body: { ...permit, bucket } }
    if (apiPath.endsWith('/related')) return { body: { related: [] } }
    return apiPath.endsWith('/following')
      ? { body: { following: [{ kind: 'amend', allowed: true, whyNot: [] }] } }
      : undefined
  }
  const { user } = openTab('Details', result, as)
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  const item = screen.queryByRole('menuitem', { name: 'Amend or renew' })
  expect(item !== null).toBe(isOffered)
  if (item === null) return
  await user.click(item)
  expect(await screen.findByRole('button', { name: 'Amend' }, { timeout: 15_000 })).toBeVisible()
})

test('a person takes a record with one click and saves', async () => {
  const { user, panel, sent } = openTab('Assign', ({ method }) =>
    method === 'PATCH' ? { body: { ...permit, version: 4 } } : undefined,
  )
  const tab = await panel()
  expect(await within(tab).findByText('Ben Cole')).toBeInTheDocument()
  await user.click(within(tab).getByRole('button', { name: 'Assign to me' }))
  expect(within(tab).getByText(me.name)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ assignedTo: me.pid, version: 3 }]))
})

test('F19: the pickers of people for staff work offer active staff', async () => {
  const asked: unknown[] = []
  const { user, panel } = openTab('Assign', ({ apiPath, query }) => {
    if (apiPath === 'users/lookup') asked.push(query)
    return undefined
  })
  const tab = await panel()
  await user.click(await within(tab).findByRole('combobox', { name: 'Add collaborator' }))
  expect(await screen.findByRole('option', { name: 'Ben Cole' })).toBeVisible()
  expect(asked.at(-1)).toEqual({ limit: 20, staff: true })
})
