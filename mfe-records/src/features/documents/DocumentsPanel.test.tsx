import { waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { openTab, server } from '@portal/shared-ui/test-support'
import { mountInto } from '../../panels/documents.ts'
import { routes } from '../../routes.tsx'

const pid = '01J0000000000000000000TASK'
const permit = { pid: '01J0000000000000000000ABCD', title: 'Two garages' }
const task = {
  pid,
  version: 1,
  refNo: 'TK-2026-000007',
  title: 'Send the site plan',
  status: 'OPEN',
  permit,
  requiredDocument: 'SITE_PLAN',
}
const pack = (...checklist: object[]) => ({
  pid: '01J0000000000000000000RTSX',
  version: 1,
  refNo: 'RT-2026-000003',
  status: 'COLLECTING',
  checklist,
})
const item = (state: string, reason: string | null = null) => ({
  documentType: 'SITE_PLAN',
  required: true,
  state,
  file: null,
  reason,
})
const root = `tasks/${pid}`
const file = {
  pid: 'FILE',
  name: 'Plan.pdf',
  parentId: root,
  root,
  size: 2048,
  mimeType: 'application/pdf',
  status: 'done',
  updatedAt: '2026-02-01T10:00:00.000Z',
  updatedBy: { pid: 'P', title: 'A. Person' },
  visibility: 'INTERNAL',
  org: null,
}

interface Opened {
  as?: 'team' | 'client'
  record?: typeof task | (Omit<typeof task, 'requiredDocument'> & { requiredDocument: null })
  packages?: object[] | 'unreachable'
  files?: object[] | 'unreachable'
}

function open({ as = 'team', record = task, packages = [pack(item('MISSING'))], files = [] }: Opened) {
  server.use(
    http.get('*/api/aws/listFiles', () =>
      files === 'unreachable'
        ? HttpResponse.error()
        : HttpResponse.json({ success: true, records: files, message: '', root, path: [] }),
    ),
  )
  const isClient = as === 'client'
  return openTab({
    routes,
    collection: isClient ? 'ctasks' : 'tasks',
    heading: isClient ? 'Client Tasks' : 'Tasks',
    label: 'Documents',
    mountInto,
    record,
    as,
    answer: ({ apiPath }) => {
      if (apiPath !== 'rts' || packages === 'unreachable')
        return apiPath === 'rts' ? 'unreachable' : undefined
      return { body: { rts: packages, metadata: { count: packages.length, page: 1, pageSize: 1 } } }
    },
  })
}

test('a task shows its requested document, the document’s state in the package, and the uploads (domain.md 4)', async () => {
  const { drawer } = await open({ packages: [pack(item('REJECTED', 'No scale'))], files: [file] })
  const requested = within(await drawer.findByRole('region', { name: 'Requested document' }))
  expect(requested.getByText('Site plan')).toBeVisible()
  expect(await requested.findByText('Rejected')).toBeVisible()
  expect(requested.getByText('No scale')).toBeVisible()
  expect(requested.getByRole('link', { name: 'RT-2026-000003' })).toHaveAttribute(
    'href',
    '/ready_to_submits/01J0000000000000000000RTSX',
  )
  const uploaded = within(drawer.getByRole('region', { name: 'Uploaded files' }))
  expect(await uploaded.findByRole('link', { name: 'Download Plan.pdf' })).toHaveAttribute(
    'href',
    expect.stringContaining('FILE'),
  )
  expect(uploaded.getByText(/by A. Person · internal/)).toBeVisible()
  expect(uploaded.getByRole('button', { name: 'Upload file' })).toBeVisible()
})

test('a selected file is uploaded to the files of the task (domain.md 1.4)', async () => {
  const made: unknown[] = []
  server.use(
    http.post('*/api/aws/createFile', async ({ request }) => {
      made.push(await request.json())
      return HttpResponse.json({ file: { ...file, status: 'done' }, signedUrl: null })
    }),
    http.post('*/api/aws/markAsDone', () => HttpResponse.json({ success: true })),
  )
  const { drawer, user } = await open({})
  expect(await drawer.findByText('No files yet.')).toBeVisible()
  const chosen = new File(['text'], 'Plan.pdf', { type: 'application/pdf' })
  await user.upload(drawer.getByLabelText('Choose files'), chosen)
  await waitFor(() => expect(made).toMatchObject([{ root, parentId: root, name: 'Plan.pdf', size: 4 }]))
})

test('a client uploads the task’s document and is shown how to hand it in (domain.md 1.4)', async () => {
  const { drawer } = await open({ as: 'client', files: [{ ...file, visibility: 'CLIENT' }] })
  expect(await drawer.findByText('Missing')).toBeVisible()
  expect(drawer.getByRole('button', { name: 'Upload file' })).toBeVisible()
  expect(drawer.queryByText(/internal/)).toBeNull()
  expect(drawer.getByRole('link', { name: 'Processing status' })).toHaveAttribute(
    'href',
    expect.stringContaining('tab=Processing'),
  )
})

test('a permit without a package, a package without the document, and a task without a document say so', async () => {
  const before = await open({ packages: [] })
  expect(await before.drawer.findByText(/has no submittal package yet/)).toBeVisible()
  before.unmount()
  const unlisted = await open({ packages: [pack()] })
  expect(
    await unlisted.drawer.findByText('The permit’s package does not require this document.'),
  ).toBeVisible()
  unlisted.unmount()
  const nothing = await open({ record: { ...task, requiredDocument: null } })
  expect(await nothing.drawer.findByText('No document requested')).toBeVisible()
})

test('a part that fails to load is named in its place and can be retried (look.md 10)', async () => {
  const { drawer } = await open({ packages: 'unreachable', files: 'unreachable' })
  expect(
    await drawer.findByText('Document status could not be loaded', undefined, { timeout: 15_000 }),
  ).toBeVisible()
  expect(
    await drawer.findByText('Task files could not be loaded', undefined, { timeout: 15_000 }),
  ).toBeVisible()
  expect(drawer.getAllByRole('button', { name: 'Try again' })).toHaveLength(2)
}, 40_000)
