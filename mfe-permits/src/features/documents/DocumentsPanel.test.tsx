import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { CrudCall } from '@portal/contract'
import {
  crudHandler,
  expectConsole,
  openTab,
  renderRoutes,
  server,
  setWidth,
} from '@portal/shared-ui/test-support'
import type { PanelOffer } from '@portal/shared-ui'
import { mountInto } from '../../panels/documents.ts'
import { routes } from '../../routes.tsx'

const offer: PanelOffer = {
  remote: 'permits',
  panel: {
    slot: 'record.tab',
    collections: ['permits'],
    id: 'documents',
    label: 'Documents',
    order: 3,
    expose: './documents',
  },
}
const pid = '01J0000000000000000000ABCD'
const permit = {
  pid,
  version: 4,
  refNo: 'PM-2026-000012',
  title: 'Two garages',
  status: 'IN_PREPARATION',
  cycleNo: 1,
}
const item = (documentType: string, state: string, required = true, reason: string | null = null) => ({
  documentType,
  required,
  state,
  file: null,
  reason,
})
const pack = (status: string, ...checklist: object[]) => ({
  pid: '01J0000000000000000000RTSX',
  version: 1,
  refNo: 'RT-2026-000003',
  status,
  checklist,
  readinessPct: 50,
  missingCount: 1,
})

const older = {
  number: 1,
  inForce: { number: 3, isOther: true },
  required: [],
  optional: [],
  conditions: [],
  fees: [],
}

// A panel has its own React root, which mounts and unmounts outside Testing Library's `act`.
beforeEach(() => expectConsole(/inside a test was not wrapped in act/))

const noDetails = () =>
  server.use(
    http.get('*/api/files/documents/*', () =>
      HttpResponse.json({ success: true, message: 'OK', documents: [] }),
    ),
  )

async function open(
  packages: object[],
  as: 'admin' | 'team' | 'client' = 'team',
  steps: object[] | 'unreachable' = [],
  facts: object = {},
) {
  setWidth(1600)
  const calls: CrudCall[] = []
  server.use(
    crudHandler((call) => {
      calls.push(call)
      if (call.apiPath === 'rts')
        return { body: { rts: packages, metadata: { count: packages.length, page: 1, pageSize: 1 } } }
      if (call.method === 'PATCH') return { body: packages[0] }
      if (call.apiPath === 'rts/01J0000000000000000000RTSX') return { body: packages[0] }
      if (call.apiPath.endsWith('/sign-off')) return { body: { bySecondPerson: false, acts: [] } }
      if (call.apiPath.startsWith('rts/'))
        return steps === 'unreachable' ? steps : { body: { transitions: steps } }
      if (call.apiPath === 'permits')
        return { body: { permits: [{ ...permit, ...facts }], metadata: { count: 1, page: 1, pageSize: 50 } } }
      if (call.apiPath === `permits/${pid}/requirements`) return { body: older }
      return call.apiPath === `permits/${pid}` ? { body: { ...permit, ...facts } } : undefined
    }),
  )
  const rendered = renderRoutes(routes, `/permits/processing/${pid}?tab=Documents`, {
    as,
    heading: 'Processing permits',
    panels: [offer],
    loadPanel: () => Promise.resolve({ mountInto }),
  })
  const drawer = within(await screen.findByRole('dialog', { name: 'Two garages' }, { timeout: 15_000 }))
  return { ...rendered, drawer, calls }
}

test('documents of the package show state and reason; one is verified with the file that was seen (domain.md 1.9)', async () => {
  noDetails()
  const { drawer, user, calls } = await open([
    pack(
      'COLLECTING',
      { ...item('SITE_PLAN', 'RECEIVED'), file: 'FILE' },
      item('FLOOR_PLAN', 'REJECTED', true, 'No scale'),
      item('PHOTO', 'MISSING', false),
    ),
  ])
  const required = within(await drawer.findByRole('region', { name: 'Required' }))
  expect(required.getByText('No scale')).toBeVisible()
  for (const told of ['Submitted', 'Submitted files']) expect(drawer.queryByText(told)).toBeNull()
  expect(within(drawer.getByRole('region', { name: 'Optional' })).getByText('Photo')).toBeVisible()
  await user.click(required.getByRole('button', { name: 'Site plan: Verify' }))
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'PATCH')).toMatchObject({
      apiPath: 'rts/01J0000000000000000000RTSX/checklist/SITE_PLAN',
      body: { state: 'VERIFIED', expectedFile: 'FILE' },
    }),
  )
})

test('a missing document is verified on paper with a note or with a file, never by a click alone (contract.md 11.3)', async () => {
  const { drawer, user, calls } = await open([pack('COLLECTING', item('SITE_PLAN', 'MISSING'))])
  await user.click(await drawer.findByRole('button', { name: 'Site plan: Verify' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Site plan: Verify' }))
  await user.click(dialog.getByRole('button', { name: 'Verify' }))
  expect(dialog.getByRole('alert')).toHaveTextContent('Choose a file, or select “Paper copy”.')
  expect(calls.some(({ method }) => method === 'PATCH')).toBe(false)
  await user.click(dialog.getByRole('radio', { name: 'Paper copy' }))
  await user.type(dialog.getByRole('textbox', { name: 'Note (optional)' }), 'Blue folder')
  await user.click(dialog.getByRole('button', { name: 'Verify' }))
  const told = { state: 'VERIFIED', onPaper: true, reason: 'Blue folder' }
  await waitFor(() => expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual(told))
})

test('a document can be rejected only with a reason', async () => {
  const { drawer, user, calls } = await open([pack('COLLECTING', item('SITE_PLAN', 'RECEIVED'))])
  await user.click(await drawer.findByRole('button', { name: 'Site plan: Reject' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Site plan: Reject' }))
  await user.click(dialog.getByRole('button', { name: 'Reject' }))
  expect(dialog.getByText('Enter a reason.')).toBeVisible()
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Cannot be read')
  await user.click(dialog.getByRole('button', { name: 'Reject' }))
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
      state: 'REJECTED',
      reason: 'Cannot be read',
    }),
  )
})

test('marking a document as missing asks first, because its file is removed from it', async () => {
  noDetails()
  const { drawer, user, calls } = await open([
    pack(
      'COLLECTING',
      { ...item('SITE_PLAN', 'VERIFIED'), file: 'FILE' },
      item('PHOTO', 'WAIVED', false, 'Not requested'),
    ),
  ])
  await user.click(await drawer.findByRole('button', { name: 'Site plan: Mark as missing' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Site plan: Mark as missing' }))
  expect(dialog.getByText(/stays in the permit’s files/)).toBeVisible()
  expect(calls.some(({ method }) => method === 'PATCH')).toBe(false)
  await user.click(dialog.getByRole('button', { name: 'Mark as missing' }))
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
      state: 'MISSING',
      expectedFile: 'FILE',
    }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Site plan: Mark as missing' })).toBeNull())
  await user.click(drawer.getByRole('button', { name: 'Photo: Mark as missing' }))
  await waitFor(() => expect(calls.filter(({ method }) => method === 'PATCH')).toHaveLength(2))
})

test('a sent package shows the state in which it was sent', async () => {
  const sent = await open([pack('SUBMITTED', item('SITE_PLAN', 'VERIFIED'))])
  expect(await sent.drawer.findByText(/Documents are locked/)).toBeVisible()
  expect(sent.drawer.queryByRole('button', { name: /Site plan/ })).toBeNull()
})

test('missing items are listed until a package can be ready; what was sent is shown (issue 7, domain.md 1.9)', async () => {
  const ready = (whyNot: string[]) => {
    const blockers = whyNot.map((_, index) => ({
      code: 'lacking',
      params: {},
      tab: index === 0 ? 'Documents' : 'Payment data',
    }))
    return [
      {
        to: 'READY',
        label: 'Mark as ready',
        allowed: whyNot.length === 0,
        whyNot,
        blockers,
        asksReason: false,
      },
    ]
  }
  const reasons = ['Site plan: missing. Verify or waive it.', 'An unpaid fee is due.']
  const lacking = await open([pack('COLLECTING', item('SITE_PLAN', 'MISSING'))], 'team', ready(reasons))
  const region = within(await lacking.drawer.findByRole('region', { name: 'Still needed' }))
  expect(region.getByText('Site plan: missing. Verify or waive it.')).toBeVisible()
  expect(region.getByRole('link')).toHaveAttribute('href', expect.stringContaining('tab=Payment+data'))
  expect(lacking.drawer.queryByRole('button', { name: 'Mark as ready' })).toBeNull()
  lacking.unmount()
  const whole = await open([pack('COLLECTING', item('SITE_PLAN', 'VERIFIED'))], 'team', ready([]))
  expect(await whole.drawer.findByRole('button', { name: 'Mark as ready' })).toBeEnabled()
  whole.unmount()
  const gone = {
    submittedAt: '2026-02-03T10:00:00.000Z',
    confirmationNo: 'C-7',
    frozenFiles: ['A', 'B'],
    manifestHash: 'c0ffee',
  }
  const sent = await open([{ ...pack('SUBMITTED', item('SITE_PLAN', 'VERIFIED')), ...gone }])
  expect(await sent.drawer.findByText('C-7')).toBeVisible()
  expect(sent.drawer.getByText('2 files')).toBeVisible()
  expect(sent.drawer.getByText('c0ffee')).toBeVisible()
})

test('a blocked package says so, and shows the transitions out of the block beside its documents', async () => {
  const steps = [
    { to: 'COLLECTING', label: 'Reopen package', allowed: true, whyNot: [], asksReason: false },
    { to: 'CHECKING', label: 'Start check', allowed: true, whyNot: [], asksReason: false },
  ]
  const blocked = await open([pack('BLOCKED', item('SITE_PLAN', 'VERIFIED'))], 'team', steps)
  const region = within(await blocked.drawer.findByRole('region', { name: 'This package is blocked' }))
  expect(region.getByText(/before you mark it as ready/)).toBeVisible()
  expect(region.getByRole('button', { name: 'Start check' })).toBeEnabled()
  expect(region.getByRole('button', { name: 'Reopen package' })).toBeEnabled()
  blocked.unmount()
  const checking = await open([pack('CHECKING', item('SITE_PLAN', 'VERIFIED'))], 'team', steps)
  await checking.drawer.findByRole('region', { name: 'Required' })
  expect(checking.drawer.queryByRole('button', { name: 'Reopen package' })).toBeNull()
})

test('parts of a package that fail to load are named and can be retried (look.md 10)', async () => {
  const { drawer } = await open([pack('COLLECTING', item('SITE_PLAN', 'RECEIVED'))], 'team', 'unreachable')
  expect(
    await drawer.findByText('Missing items of the package could not be loaded', undefined, {
      timeout: 15_000,
    }),
  ).toBeVisible()
  expect(drawer.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(drawer.getByRole('button', { name: 'Site plan: Verify' })).toBeVisible()
}, 30_000)

test('a document is received by selecting a file of the permit', async () => {
  const root = `permits/${pid}`
  const plan = {
    pid: 'FILE',
    name: 'Plan.pdf',
    parentId: root,
    root,
    size: 9,
    mimeType: 'application/pdf',
    status: 'done',
  }
  const file = {
    ...plan,
    updatedAt: '2026-02-01T10:00:00.000Z',
    updatedBy: null,
    visibility: 'CLIENT',
    org: null,
  }
  server.use(
    http.get('*/api/aws/listFiles', () =>
      HttpResponse.json({ success: true, records: [file], message: '', root, path: [] }),
    ),
  )
  const { drawer, user, calls } = await open([
    { ...pack('COLLECTING', item('SITE_PLAN', 'MISSING')), permit: { pid, title: 'Two garages' } },
  ])
  await user.click(await drawer.findByRole('button', { name: 'Site plan: Mark as received' }))
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Site plan: Mark as received' }, { timeout: 15_000 }),
  )
  await user.click(dialog.getByRole('radio', { name: 'A file of this permit' }))
  await user.click(await dialog.findByRole('combobox', { name: 'File' }))
  await user.click(await screen.findByRole('option', { name: 'Plan.pdf' }))
  await user.click(dialog.getByRole('button', { name: 'Mark as received' }))
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ state: 'RECEIVED', file: 'FILE' }),
  )
})

test('a document shows file, version, size, author, scan result and verifier, and can be replaced (contract.md 11.3)', async () => {
  const who = { pid: 'ADA', title: 'Ada Marlow' }
  const root = `permits/${pid}`
  const plan = {
    pid: 'FILE',
    name: 'Plan.pdf',
    parentId: root,
    root,
    size: 1234,
    mimeType: 'application/pdf',
    status: 'done',
    visibility: 'CLIENT',
  }
  const at = '2026-02-01T10:00:00.000Z'
  const file = {
    ...plan,
    createdAt: at,
    createdBy: who,
    updatedAt: at,
    updatedBy: who,
    org: null,
    scanned: 'clean',
  }
  const documents = [{ documentType: 'SITE_PLAN', file, version: 2, verified: { at, by: who } }]
  server.use(
    http.get('*/api/files/documents/*', () => HttpResponse.json({ success: true, message: 'OK', documents })),
  )
  const { drawer } = await open([pack('COLLECTING', { ...item('SITE_PLAN', 'VERIFIED'), file: 'FILE' })])
  expect(await drawer.findByText('Plan.pdf')).toBeVisible()
  expect(drawer.getByText(/Version 2 · 1.2 kB · .*2026.* · Ada Marlow · Virus scan: clean/)).toBeVisible()
  expect(drawer.getByText(/^Verified by Ada Marlow, /)).toBeVisible()
  expect(drawer.getByRole('link', { name: 'Download file: Site plan' })).toHaveAttribute(
    'download',
    'Plan.pdf',
  )
  expect(drawer.getByRole('button', { name: 'Preview Site plan' })).toBeVisible()
  expect(drawer.getByRole('button', { name: 'Site plan: Replace file' })).toBeVisible()
})

test('a file dropped on a document is uploaded to the permit and becomes its unverified file', async () => {
  const asked: unknown[] = []
  const root = `permits/${pid}`
  const stored = {
    pid: 'NEW',
    name: 'Plan.pdf',
    parentId: root,
    root,
    size: 4,
    mimeType: 'application/pdf',
    status: 'done',
    visibility: 'INTERNAL',
  }
  const result = {
    success: true,
    message: 'OK',
    file: { ...stored, updatedAt: '2026-02-01T10:00:00.000Z', updatedBy: null, org: null },
  }
  noDetails()
  server.use(
    http.post('*/api/aws/createFile', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json(result, { status: 201 })
    }),
    http.post('*/api/aws/markAsDone', () => HttpResponse.json(result)),
  )
  const { drawer, calls } = await open([
    { ...pack('COLLECTING', item('SITE_PLAN', 'MISSING')), permit: { pid, title: 'Two garages' } },
  ])
  const row = (await drawer.findByText('Site plan', {}, { timeout: 15_000 })).closest('li') ?? document.body
  const file = new File(['plan'], 'Plan.pdf', { type: 'application/pdf' })
  const dataTransfer = {
    types: ['Files'],
    items: [{ kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => file }],
  }
  fireEvent.dragEnter(row, { dataTransfer })
  expect(row).toHaveTextContent('Drop the file')
  fireEvent.drop(row, { dataTransfer })
  await waitFor(() => expect(asked).toMatchObject([{ name: 'Plan.pdf', root, parentId: root }]), {
    timeout: 5_000,
  })
  const patched = () =>
    calls.filter(({ method }) => method === 'PATCH').map(({ apiPath, body }) => [apiPath, body])
  await waitFor(
    () =>
      expect(patched()).toEqual([
        ['rts/01J0000000000000000000RTSX/checklist/SITE_PLAN', { state: 'RECEIVED', file: 'NEW' }],
      ]),
    {
      timeout: 5_000,
    },
  )
})

test('the preview of a document’s file opens over the tab, and closing it restores the focus', async () => {
  const plan = {
    pid: 'FILE',
    name: 'Plan.png',
    parentId: 'x',
    root: 'x',
    size: 1234,
    mimeType: 'image/png',
    status: 'done',
    visibility: 'CLIENT',
  }
  const file = {
    ...plan,
    updatedAt: '2026-02-01T10:00:00.000Z',
    updatedBy: null,
    org: null,
    scanned: 'clean',
  }
  const documents = [{ documentType: 'SITE_PLAN', file, version: 1, verified: null }]
  server.use(
    http.get('*/api/files/documents/*', () => HttpResponse.json({ success: true, message: 'OK', documents })),
  )
  const { drawer, user } = await open([
    pack('COLLECTING', { ...item('SITE_PLAN', 'RECEIVED'), file: 'FILE' }),
  ])
  const preview = await drawer.findByRole('button', { name: 'Preview Site plan' })
  await user.click(preview)
  const dialog = within(await screen.findByRole('dialog', { name: 'Plan.png' }, { timeout: 15_000 }))
  expect(dialog.getByRole('img', { name: 'Plan.png' })).toHaveAttribute('src', '/api/files/FILE/content')
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Plan.png' })).toBeNull())
  expect(preview).toHaveFocus()
})

test('a client sees the documents but cannot change them', async () => {
  const { drawer } = await open([pack('COLLECTING', item('SITE_PLAN', 'MISSING'))], 'client')
  expect(await drawer.findByText('Site plan')).toBeVisible()
  expect(drawer.queryByRole('button', { name: /Site plan/ })).toBeNull()
})

test('a permit before preparation says that its package is created later', async () => {
  const { drawer } = await open([])
  expect(await drawer.findByText('No submittal package yet')).toBeVisible()
})

test('the drawer of a package names its permit instead of repeating the package (domain.md 4)', async () => {
  const { drawer } = await openTab({
    routes,
    collection: 'rts',
    heading: 'Ready to Submit',
    label: 'Documents',
    mountInto,
    record: { ...pack('BLOCKED', item('SITE_PLAN', 'MISSING')), permit: { pid, title: 'Two garages' } },
    answer: ({ apiPath }) => {
      if (apiPath.endsWith('/sign-off')) return { body: { bySecondPerson: false, acts: [] } }
      return apiPath.endsWith('/transitions') ? { body: { transitions: [] } } : undefined
    },
  })
  expect(await drawer.findByRole('link', { name: 'Two garages' })).toHaveAttribute(
    'href',
    expect.stringContaining(pid),
  )
  expect(drawer.queryByRole('link', { name: 'RT-2026-000003' })).toBeNull()
})

const says =
  'This permit follows version 1 of the requirements. Version 3 is in force and asks for something else.'
const openOlder = (as: 'admin' | 'team', bucket: string) => {
  noDetails()
  return open([pack('COLLECTING', item('SITE_PLAN', 'MISSING'))], as, [], { bucket })
}

test('an open permit says that it follows an earlier version of the requirements', async () => {
  const { drawer } = await openOlder('team', 'processing')
  expect(await drawer.findByText(says, {}, { timeout: 15_000 })).toBeVisible()
  expect(drawer.queryByRole('button', { name: 'Move open permits' })).toBeNull()
})

test('administrators get the way to move a permit of an earlier version', async () => {
  const { drawer } = await openOlder('admin', 'processing')
  expect(await drawer.findByRole('button', { name: 'Move open permits' }, { timeout: 15_000 })).toBeVisible()
})

test('a processed permit says nothing of the version in force', async () => {
  const { drawer, calls } = await openOlder('team', 'processed')
  expect(await drawer.findByText('Site plan')).toBeVisible()
  expect(calls.filter(({ apiPath }) => apiPath.endsWith('/requirements'))).toEqual([])
  expect(drawer.queryByText(says)).toBeNull()
})
